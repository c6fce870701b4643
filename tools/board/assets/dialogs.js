// Dialogs: a new game with its players, limits and rules; help; positions and games as texts.

import { notice } from "./panels.js";
import { fromPsq, fromSgf } from "./sgf.js";
import { GAMES, el } from "./texts.js";

const byId = id => document.getElementById(id);
const LIMITS = {
  "0.2 s": { millis: 200 }, "1 s": { millis: 1000 }, "3 s": { millis: 3000 }, "10 s": { millis: 10000 },
  "1,000 nodes": { nodes: 1000 }, "20,000 nodes": { nodes: 20000 }, "depth 2": { depth: 2 }, "depth 6": { depth: 6 },
};
const CLOCKS = { none: null, "1 min + 1 s": [60, 1], "5 min + 3 s": [300, 3], "15 min + 10 s": [900, 10],
  "60 min": [3600, 0] };

/** A choice among texts. */
export function choice(options, selected, attributes = {}) {
  return el("select", attributes, ...options.map(([value, text]) =>
    el("option", { value, selected: value === selected }, text)));
}

/** Every engine with every strategy for a game, as values of a choice. */
export function players(catalogue, game) {
  const found = [];
  for (const engine of catalogue.engines) {
    if (engine.trouble || !(game in engine.games)) continue;
    const strategies = engine.games[game];
    const plain = engine.name === catalogue.engines[0].name ? "" : `${engine.name}: `;
    if (strategies.length === 0) found.push([`${engine.name}|`, engine.name]);
    for (const strategy of strategies) found.push([`${engine.name}|${strategy}`, `${plain}${strategy}`]);
  }
  // Who moves at random is nobody's first choice.
  return found.sort(([a], [b]) => a.endsWith("|random") - b.endsWith("|random"));
}

/** Every engine with every strategy that learns a game, as values of a choice. */
export function learners(catalogue, game) {
  return catalogue.engines.filter(engine => !engine.trouble).flatMap((engine, index) =>
    (engine.learners[game] ?? []).map(strategy =>
      [`${engine.name}|${strategy}`, index === 0 ? strategy : `${engine.name}: ${strategy}`]));
}

/** An engine as the server wants it named. */
export function chosen(value, limit, options = {}) {
  const [engine, strategy] = value.split("|");
  return { engine, strategy: strategy || null, options, limit };
}

/** The field that an option is set in. */
function optionField({ choices, default: value, bounds }, attributes = {}) {
  return choices.length > 0 ? choice(choices.map(name => [name, name]), value, attributes)
    : el("input", { type: "number", value, min: bounds?.[0], max: bounds?.[1], ...attributes });
}

/** The options of an engine that belong to a strategy, as fields; `read` gives those that differ from the defaults. */
export function optionFields(catalogue, value) {
  const [engine, strategy] = value.split("|");
  const card = catalogue.engines.find(card => card.name === engine);
  const prefix = `${(strategy ?? "").replaceAll("-", "")}.`.toLowerCase();
  const wanted = (card?.options ?? []).filter(({ name }) =>
    name.toLowerCase().startsWith(prefix) || ["Seed", "Hash", "Threads"].includes(name));
  const fields = wanted.map(option => {
    const field = optionField(option);
    field.dataset.option = option.name;
    field.dataset.default = option.default;
    return el("label", {}, option.name.split(".").at(-1), " ", field);
  });
  return fields;
}

/** What has been set in such fields. */
export function optionsIn(element) {
  const set = [...element.querySelectorAll("[data-option]")].filter(field => field.value !== field.dataset.default);
  return Object.fromEntries(set.map(field => [field.dataset.option, field.value]));
}

/** The dialog for a new game. */
export class NewGame {
  /** `learning` gives the choice of what a player learns into. */
  constructor(begin, learning) {
    this.dialog = byId("new-game");
    this.begin = begin;
    this.learning = learning;
    this.choices = { 1: "human", 2: null, limits: ["1 s", "1 s"], clock: "none" };
  }

  open(catalogue, { game, clock }) {
    this.catalogue = catalogue;
    this.game = game;
    // Clocks go on with the game that has them.
    if (!clock) this.choices.clock = "none";
    const [seats, rest] = [el("div", { class: "seats" }), el("div", { class: "rest" })];
    this.seats = [1, 2].map(player => this.seat(player));
    seats.append(...this.seats.map(seat => seat.element));
    this.clock = choice(Object.keys(CLOCKS).map(name => [name, name]), this.choices.clock, { id: "clock" });
    this.position = el("input", { type: "text", placeholder: "the usual start", size: 24, spellcheck: "false" });
    rest.append(el("label", {}, "Clocks ", this.clock), el("label", {}, "Position ", this.position));
    this.rules = GAMES[game].rules.map(rule => [rule.name, optionField(rule, { id: rule.name.toLowerCase() })]);
    rest.append(...this.rules.map(([name, field]) => el("label", {}, `${name} `, field)));
    const form = el("form", { method: "dialog" },
      el("h2", { id: "new-title" }, `New game of ${GAMES[game].title}`), seats, rest,
      el("p", { class: "line-up end" }, el("button", { type: "submit", value: "cancel", formnovalidate: true }, "Cancel"),
        el("button", { type: "submit", value: "begin", class: "main", id: "begin" }, "Begin")));
    form.addEventListener("submit", event => {
      if (event.submitter?.value === "begin") this.submit();
    });
    this.dialog.replaceChildren(form);
    this.dialog.showModal();
  }

  seat(player) {
    const options = [["human", "A person"], ...players(this.catalogue, this.game)];
    const before = this.choices[player];
    const value = options.some(([known]) => known === before) ? before : options[player === 1 ? 0 : 1][0];
    const who = choice(options, value, { id: `seat${player}` });
    const limit = choice(Object.keys(LIMITS).map(name => [name, name]), this.choices.limits[player - 1],
      { id: `limit${player}` });
    const more = el("details", {}, el("summary", {}, "Options"), el("div", { class: "options" }));
    const learns = el("label", {}, "Learns into ", el("span", {}));
    const refresh = () => {
      const engine = who.value !== "human";
      limit.parentElement.hidden = more.hidden = !engine;
      learns.hidden = !learners(this.catalogue, this.game).some(([value]) => value === who.value);
      if (!learns.hidden) learns.lastChild.replaceChildren(this.learning(this.game, who.value.split("|")[1], true));
      more.lastChild.replaceChildren(...(engine ? optionFields(this.catalogue, who.value) : []));
    };
    who.addEventListener("change", refresh);
    const element = el("fieldset", {}, el("legend", {}, GAMES[this.game].sides[player - 1]),
      el("label", {}, "Played by ", who), el("label", {}, "Thinks ", limit), learns, more);
    refresh();
    return { element, who, limit, more, learns };
  }

  submit() {
    this.choices = { 1: this.seats[0].who.value, 2: this.seats[1].who.value,
      limits: this.seats.map(seat => seat.limit.value), clock: this.clock.value };
    const seats = this.seats.map(({ who, limit, more, learns }) => (who.value === "human" ? { kind: "human" }
      : { kind: "engine", ...chosen(who.value, LIMITS[limit.value], optionsIn(more)),
        ...(!learns.hidden && learns.querySelector("select").value ? { learns: learns.querySelector("select").value } : {}) }));
    const rules = Object.fromEntries(this.rules.map(([name, field]) => [name, field.value]));
    const position = this.position.value.trim() || null;
    this.begin({ game: this.game, rules, position, seats, clock: CLOCKS[this.clock.value] });
  }
}

/** Asks whether that is meant. */
export function ask(text, act) {
  const dialog = byId("question");
  dialog.replaceChildren(el("p", { id: "question-text" }, text), el("form", { method: "dialog", class: "line-up end" },
    el("button", { value: "no" }, "No"), el("button", { class: "main", id: "yes", onclick: act }, "Yes")));
  dialog.showModal();
}

/** Help: keys and marks. */
export function help() {
  const keys = [
    ["Tab", "to the board, and on"], ["Arrow keys", "from square to square; in the cube, with Shift, turn it"],
    ["Page up, page down", "from level to level"], ["Enter, Space", "play; in draughts first the piece, then where to"],
    ["+ −", "zoom the cube"], [", and .", "a move back, a move on"], ["u", "take back"], ["h", "hint"],
    ["f", "flip"], ["m", "mute"], ["n", "new game"], ["?", "this"], ["Escape", "let go of a piece"],
  ];
  const marks = [
    ["last", "the last move"], ["won", "the winning line"], ["wins", "a stone here wins at once: a line of three, or a four"],
    ["line", "a stone of such a line"], ["three", "an open three: one stone more makes a four that cannot be stopped (Go-Moku)"],
    ["force", "a stone here makes three in line, or a four, and must be answered"],
    ["key", "a key square: a stone here makes two threats at once"], ["expected", "what the engine expects, in order"], ["take", "a piece that must capture"],
    ["value won", "a move that is proven to win, #5: within five plies"], ["value lost", "a move that is proven to lose, −#6"],
    ["value e4", "the best of the moves that are not proven, by an estimate"], ["value e0", "the worst of them"], ["forbidden", "a point that Renju forbids black"],
  ];
  const dialog = byId("help-text");
  dialog.replaceChildren(el("h2", { id: "help-title" }, "Keys and marks"),
    el("dl", {}, ...keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)])),
    el("ul", { class: "marks" }, ...marks.map(([name, text]) =>
      el("li", {}, el("span", { class: `swatch ${name.replace("value ", "m-value-")}`, "aria-hidden": "true" }), text))),
    el("form", { method: "dialog", class: "line-up end" }, el("button", { class: "main" }, "Close")));
  dialog.showModal();
}

/** The links to the page of the papers, if there is one; where it is to be had, if not. */
export function papersLinks(report, server) {
  for (const link of document.querySelectorAll(".papers")) {
    link.href = report ? "report.html" : "#papers";
    link.hidden = !report && !server;
    link.onclick = report ? null : event => { event.preventDefault(); papers(); };
  }
}

function papers() {
  const dialog = byId("help-text");
  dialog.replaceChildren(el("h2", { id: "help-title" }, "The papers"),
    el("p", {}, "Doake 1972, Citrenbaum 1965, Allis and others 1994, Samuel 1959: every figure, table, game and claim, made again and judged, is one page. Two commands put it here:"),
    el("pre", { tabindex: 0 }, "fourscore reproduce all --out report.html\nfourscore-board --report report.html"),
    el("p", {}, "Its boards and games then open on this board. Games of the papers are under Games already."),
    el("form", { method: "dialog", class: "line-up end" }, el("button", { class: "main" }, "Close")));
  dialog.showModal();
}

/** The panel with texts: paste one, copy any. */
export class Texts {
  /** `put` takes a text that is to be read, `begin` a game, `save` gives the file's ending and its text from the game's record. */
  constructor(put, begin, link, save) {
    Object.assign(this, { save });
    const read = text => {
      const { more, ...game } = fromSgf(text) ?? fromPsq(text) ?? {};
      if (!game.game) return put(text);
      begin(game);
      if (more) notice("The record has variations: its main line is read.", "note");
    };
    this.element = byId("texts");
    this.area = el("textarea", { rows: 5, "aria-label": "A position or a game", spellcheck: "false",
      placeholder: "A position, moves, or a record with tags and comments" });
    this.copies = el("div", { id: "copies" });
    this.setup = el("button", { type: "button", id: "set-up", "aria-pressed": "false" }, "Set up a position");
    this.element.append(el("h2", {}, "Paste"), this.area, el("p", { class: "line-up" },
      el("button", { type: "button", id: "paste", class: "main",
        onclick: () => read(this.area.value) }, "Put it on the board"),
      this.setup, el("label", {}, "from a file ", el("input", { type: "file", id: "file", onchange: async event => {
        this.area.value = await event.target.files[0].text();
        byId("paste").click();
      } }))), el("h2", {}, "Copy"), el("p", { class: "line-up" },
      el("button", { type: "button", id: "link", onclick: link }, "Link to this position"),
      el("button", { type: "button", id: "save", onclick: () => this.file() }, "Save the record")), this.copies);
  }

  /** Gives the record as a file. */
  file() {
    const [ending, text] = this.save(this.texts?.find(([name]) => name === "Record")?.[1] ?? "");
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    el("a", { href: address, download: `${document.documentElement.dataset.game}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  draw(texts) {
    this.texts = texts;
    this.copies.replaceChildren(...texts.map(([name, text]) => {
      const area = el("textarea", { readonly: true, rows: name === "Record" ? 6 : 2, "data-text": name,
        "aria-label": name });
      area.value = text;
      const copy = el("button", { type: "button", onclick: async () => {
        await navigator.clipboard?.writeText(text).catch(() => area.select());
        copy.textContent = "Copied";
        setTimeout(() => { copy.textContent = "Copy"; }, 1500);
      } }, "Copy");
      return el("div", { class: "copy" }, el("span", {}, name), area, copy);
    }));
  }
}

/** The notations of a game. */
export function notationChoices(game, selected) {
  byId("notation").replaceChildren(...Object.entries(GAMES[game].notations).map(([value, text]) =>
    el("option", { value, selected: value === selected }, text)));
}
