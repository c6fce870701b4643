// Teaching: a series in which a strategy learns from games against itself, watched live, and memories that were kept, looked into.

import { choice, chosen, learners } from "./dialogs.js";
import { bars, inNotation, patternIn, patternsIn, termsIn, trajectories } from "./memory.js";
import { freshName } from "./lessons.js";
import { server } from "./transport.js";
import { GAMES, el } from "./texts.js";

const byId = id => document.getElementById(id);
/** How `samuel` may learn: a value of the option Samuel.Method, or by rote. */
const METHODS = [["td-leaf", "by temporal differences (td-leaf)"], ["samuel", "by generalization (1959)"], ["rote", "by rote (1959)"]];
/** Games of a series that are listed. */
const LISTED = 200;

export class Teaching {
  /** `keep` keeps a memory by a name. */
  constructor(send, show, notation, keep) {
    this.send = send;
    this.keep = keep;
    this.notation = notation;
    this.show = show;
    this.games = [];
    this.series = el("div", {});
    this.memories = el("div", { id: "memories" });
    this.kept = el("div", { id: "kept" });
    byId("teaching").append(el("h2", {}, "A series of self-play"), this.series,
      el("h2", { hidden: !server }, "Memories in a directory"), this.memories, this.kept);
  }

  /** Builds what depends on the game. */
  build(catalogue, game) {
    this.game = game;
    this.games = [];
    const all = learners(catalogue, game);
    this.who = choice(all, all[0]?.[0], { "aria-label": "Who learns", id: "learner" });
    this.method = choice(METHODS, "td-leaf", { "aria-label": "How it learns", id: "method" });
    this.number = el("input", { type: "number", min: 1, max: 1000, value: 20, id: "series-games" });
    this.random = el("input", { type: "number", min: 0, max: 20, value: 0, id: "random-plies" });
    this.log = el("ol", { id: "series", reversed: true });
    this.curve = el("figure", { id: "curve" });
    this.terms = el("div", { id: "terms" });
    this.keeper = el("button", { type: "button", id: "keep-series", hidden: true, onclick: () => {
      const strategy = this.who.value.split("|")[1];
      this.keep(freshName(strategy), { ...this.learner, game: this.game, strategy, text: this.games.at(-1).memory, games: null });
      this.keeper.hidden = true;
    } }, "Keep what it remembers");
    const refresh = () => {
      const samuel = this.who.value.endsWith("|samuel");
      this.method.hidden = !samuel;
      // Who does not play by chance plays the same game again and again, unless it begins otherwise.
      this.random.value = samuel ? 4 : 0;
    };
    this.who.addEventListener("change", refresh);
    refresh();
    const words = all.length === 0 ? `No strategy for ${GAMES[game].title} learns over the protocol.`
      : "It plays against itself, with a memory of its own that can be kept. Click a game to look at it.";
    this.series.replaceChildren(el("p", {}, words));
    if (all.length > 0)
      this.series.append(el("p", { class: "line-up" }, this.who, this.method, el("label", {}, "games ", this.number),
        el("label", {}, "moves by chance at the start ", this.random),
        el("button", { type: "button", id: "teach", class: "main", onclick: () => this.begin() }, "Let it learn"), this.keeper),
      this.curve, this.terms, this.log);
  }

  begin() {
    this.games = [];
    this.draw();
    const samuel = this.who.value.endsWith("|samuel");
    const rote = samuel && this.method.value === "rote";
    const options = samuel && !rote ? { "Samuel.Method": this.method.value } : {};
    const engine = chosen(this.who.value, { nodes: samuel ? 500 : 1000 }, options);
    this.learner = { engine: engine.engine, options };
    this.send("series", { engine, games: Number(this.number.value), random_plies: Number(this.random.value), rote });
  }

  /** A game of the series has ended. */
  add(game) {
    if (this.games.length > 0) delete this.games.at(-1).memory;
    this.games.push({ ...game, terms: termsIn(game.view) });
    this.keeper.hidden = !game.memory;
    this.draw();
  }

  /** What was learned; a pattern can be drawn on the board. */
  lesson(text, moves) {
    const pattern = this.game === "qubic" ? patternIn(text, moves) : null;
    const line = el("span", { class: "comment" }, this.game === "qubic" ? inNotation(text, this.notation()) : text, " ");
    if (pattern) line.append(this.shower(pattern));
    return line;
  }

  shower(pattern) {
    return el("button", { type: "button", class: "lesson", onclick: () => this.show(pattern) }, "Show it");
  }

  draw() {
    const [one, two] = GAMES[this.game].sides;
    const result = points => (points === 1 ? `${one} wins` : points === 0 ? `${two} wins` : "a draw");
    this.log.replaceChildren(...this.games.slice(-LISTED).reverse().map(({ game, points, plies, moves, learned }) =>
      el("li", { value: game }, el("button", { type: "button",
        onclick: () => this.send("paste", { text: `position startpos moves ${moves.join(" ")}`, notation: "coordinates" }) },
      `${plies} plies, ${result(points)}`), ...learned.map(text => this.lesson(text, moves)))));
    this.drawCurve();
    const [before, terms] = [this.games.at(-2)?.terms ?? [], this.games.at(-1)?.terms ?? []];
    this.terms.replaceChildren(...(terms.length > 0 ? [bars(terms, before)] : []));
  }

  drawCurve() {
    const [width, height] = [320, 80];
    const most = Math.max(64, ...this.games.map(game => game.plies));
    const x = (index, of) => 6 + (index / Math.max(1, of - 1)) * (width - 12);
    const curve = (values, top) => values.map((value, index) =>
      `${x(index, values.length).toFixed(1)},${(height - 4 - (value / top) * (height - 8)).toFixed(1)}`).join(" ");
    const known = lessons(this.games);
    const won = points => this.games.filter(game => game.points === points).length;
    const [one, two] = GAMES[this.game].sides;
    this.curve.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Plies of each game, and what has been learned so far">
      <polyline class="plies" points="${curve(this.games.map(game => game.plies), most)}"/>
      <polyline class="lessons" points="${curve(known, Math.max(1, ...known))}"/></svg>${
  trajectories(this.games.map(({ terms }) => terms))}`;
    this.curve.append(el("figcaption", {}, `${this.games.length} games: ${one} ${won(1)}, ${two} ${won(0)}, drawn ${won(0.5)}. ` +
      `Plies of each game (line, to ${most}), learned so far (dashes): ${known.at(-1) ?? 0}.`));
  }

  /** The memories that lie here. */
  list({ offered, files }) {
    if (!offered) {
      this.memories.replaceChildren(el("p", { hidden: !server }, "Start the board with ", el("code", {}, "--memories DIR"),
        " to look into the memories that strategies have kept in a directory. They are never written."));
      return;
    }
    const words = ({ name, game, strategy, rote }) =>
      `${name} (${rote ? "positions by rote" : `${GAMES[game]?.title ?? game}, ${strategy}`})`;
    const pick = choice(files.map(file => [file.name, words(file)]), files[0]?.name, { "aria-label": "Memory", id: "memory" });
    this.memories.replaceChildren(files.length === 0 ? el("p", {}, "The directory holds no memory.")
      : el("p", { class: "line-up" }, pick, el("button", { type: "button", id: "open-memory",
        onclick: () => this.send("memory", { name: pick.value }) }, "Look into it")));
  }

  /** What a memory holds. */
  open({ kept, view, text }) {
    const [patterns, terms] = [patternsIn(text), kept.rote ? [] : termsIn(view)];
    const number = /by rote: (\d+) positions/.exec(view)?.[1];
    const parts = [el("h3", {}, `${kept.name}: ${GAMES[kept.game]?.title ?? kept.game}, ${kept.strategy}`)];
    if (number) parts.push(el("p", { id: "positions" }, `${Number(number).toLocaleString("en")} positions are remembered by rote.`));
    if (terms.length > 0) parts.push(bars(terms));
    if (patterns.length > 0)
      parts.push(el("ol", { id: "patterns" }, ...patterns.map(pattern => {
        const item = el("li", {}, el("b", {}, pattern.name), ` ${pattern.words}${pattern.game ? `, from game ${pattern.game} ` : " "}`);
        if (pattern.moves) item.append(this.shower(pattern));
        return item;
      })));
    parts.push(el("details", {}, el("summary", {}, "What the strategy says"), el("pre", { tabindex: 0 }, view)));
    this.kept.replaceChildren(...parts);
  }
}

/** How much is known after each game: the number that the strategy tells, or else the lessons so far. */
function lessons(games) {
  let sum = 0;
  return games.map(({ learned }) => {
    const told = learned.map(text => /^(\d+) (?:positions|sets)/.exec(text)?.[1]).find(Boolean);
    sum = told ? Number(told) : sum + learned.filter(text => text.includes("learned")).length;
    return sum;
  });
}
