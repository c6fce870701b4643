// Teaching a program by playing against it: it learns from the game that a person has played, shows what it has learned, and meets the
// next game with it. What programs remember is kept by the browser, by name; it goes along with a game and comes back with the lesson.

import { choice, chosen, learners } from "./dialogs.js";
import { stored, store } from "./keeping.js";
import { backtracking, bars, inNotation, patternIn, patternsIn, termsIn } from "./memory.js";
import { notice } from "./panels.js";
import { GAMES, QUBIC_CELLS, el, shown } from "./texts.js";

const byId = id => document.getElementById(id);
/** How a game is thought about while it teaches. */
const LIMIT = { nodes: 2000 };

/** The memories that are kept: by name, the game, the strategy with its options, the text, and the number of games. */
export const memories = () => stored("memories", {});

/** The memory that goes along with a game of these seats. */
export function memoryOf(seats) {
  const name = seats.find(({ learns }) => learns)?.learns;
  return memories()[name]?.text ?? "";
}

/** A name that no memory has yet. */
export function freshName(strategy) {
  const taken = memories();
  for (let number = 1; ; number++) if (!(`${strategy} ${number}` in taken)) return `${strategy} ${number}`;
}

/** The choice of what a player learns into: nothing, a new memory, one of those that are kept. */
export function learning(game, strategy, may) {
  const kept = Object.entries(memories()).filter(([, memory]) => memory.game === game && memory.strategy === strategy);
  return choice([["", "nothing"], [freshName(strategy), "a new memory"], ...kept.map(([name]) => [name, name])], "",
    { hidden: !may, "aria-label": "Learns into" });
}

export class Lessons {
  constructor(send, begin, show, notation, look) {
    Object.assign(this, { send, begin, show, notation, look });
    // What memories were called before, by that name.
    this.renamed = new Map();
    this.ways = el("div", {});
    this.lesson = el("section", { id: "lesson", "aria-live": "polite" });
    this.list = el("ul", { class: "samples", id: "own-memories" });
    const file = el("input", { type: "file", id: "memory-file", onchange: event => this.load(event.target.files[0]) });
    byId("teaching").append(el("h2", {}, "Teach by playing"), this.ways, this.lesson, el("h2", {}, "Memories of yours"), this.list,
      el("p", { class: "line-up" }, el("label", {}, "Load one from a file ", file)));
  }

  build(catalogue, game) {
    this.game = game;
    // A lesson is of the game that it was learned in.
    if (this.taught !== game) this.lesson.replaceChildren();
    const all = learners(catalogue, game);
    const who = choice(all, all[0]?.[0], { id: "pupil", "aria-label": "Who is taught" });
    const first = choice([["1", `You are ${GAMES[game].sides[0]}`], ["2", `You are ${GAMES[game].sides[1]}`]], "1", { id: "teacher-side", "aria-label": "Your side" });
    const method = choice([["td-leaf", "by temporal differences"], ["samuel", "by generalization (1959)"]], "td-leaf",
      { id: "pupil-method", "aria-label": "How it learns" });
    const into = el("span", {});
    const refresh = () => {
      const strategy = who.value.split("|")[1];
      into.replaceChildren(learning(game, strategy, true));
      into.firstChild.options[0]?.remove();
      method.hidden = strategy !== "samuel";
    };
    who.addEventListener("change", refresh);
    this.refresh = refresh;
    const teach = () => {
      const [strategy, name] = [who.value.split("|")[1], into.firstChild.value];
      const options = memories()[name]?.options ?? (strategy === "samuel" ? { "Samuel.Method": method.value } : {});
      this.play({ ...chosen(who.value, LIMIT, options), learns: name }, Number(first.value));
    };
    this.ways.replaceChildren(...(all.length === 0 ? [el("p", {}, `No program learns ${GAMES[game].title} here.`)] : [
      el("p", {}, "Beat it, and it remembers how it lost; it meets your next game with what it has learned."),
      el("p", { class: "line-up" }, who, method, el("label", {}, "memory ", into), first,
        el("button", { type: "button", id: "teach-by-playing", class: "main", onclick: teach }, "Play"))]));
    if (all.length > 0) refresh();
    this.draw();
  }

  play(player, first) {
    this.lesson.replaceChildren();
    const seats = [{ kind: "human" }, { kind: "engine", ...player }];
    this.begin({ game: this.game, seats: first === 1 ? seats : seats.reverse() });
  }

  /** A game has taught something. */
  learned({ name, moves, learned, views, memory }, state) {
    const seat = state.seats.find(seat => seat.learns === name);
    name = this.today(name);
    this.taught = state.game;
    const { text: before, games = 0 } = memories()[name] ?? {};
    if (memory && seat) this.keep(name, { game: state.game, engine: seat.engine, strategy: seat.strategy, options: seat.options, text: memory, games: games + 1 });
    const [was, is] = views.map(termsIn);
    const known = new Set(patternsIn(before ?? "").map(pattern => pattern.name));
    const patterns = patternsIn(memory);
    const lessons = learned.filter(text => /learned/.test(text));
    this.lesson.replaceChildren(el("h3", {}, `What ${seat?.strategy ?? "it"} learned from this game`),
      ...(lessons.length === 0 ? [el("p", {}, "Nothing: it learns patterns from games that are won by force, with four in line.")] : []),
      ...lessons.map(text => this.told(text, moves, state.game)));
    if (is.length > 0) this.lesson.append(bars(is, was));
    const fresh = patterns.filter(pattern => !known.has(pattern.name) && pattern.moves);
    if (patterns.length > 0)
      this.lesson.append(el("h3", {}, `Its list: ${patterns.length} patterns, ${fresh.length} of them new`),
        el("ol", { class: "patterns" }, ...patterns.map(pattern => el("li", { class: fresh.includes(pattern) ? "fresh" : null },
          el("b", {}, pattern.name), ` ${fresh.includes(pattern) ? "new" : pattern.words}`))));
    this.lesson.scrollIntoView?.({ block: "start" });
    this.lesson.append(el("p", { class: "line-up" }, el("button", { type: "button", id: "meet", class: "main",
      onclick: () => this.play({ ...seat, learns: this.today(name) }, state.seats[0].kind === "human" ? 1 : 2) }, "Meet it in the next game")));
  }

  /** A lesson in words, and how it was found: from the end of the game back to where the pattern stood. */
  told(text, moves, game) {
    const pattern = game === "qubic" ? patternIn(text, moves) : null;
    const line = el("div", { class: "told" }, el("p", {}, game === "qubic" ? inNotation(text, this.notation()) : text));
    if (!pattern?.lines) return line;
    // The version of the other side has the same lines.
    const steps = Math.max(...pattern.sums) > 4 ? [] : backtracking(pattern);
    const name = square => shown("qubic", QUBIC_CELLS[square], this.notation());
    if (steps.length > 0)
      line.append(el("table", {}, el("caption", {}, "Backtracking: the winner's moves are taken back, and the sums of the pattern's lines fall"),
        el("tr", {}, el("th", { scope: "col" }, "before move"), el("th", { scope: "col" }, "sums of the lines")),
        ...steps.map(({ move, sums }) => el("tr", {}, el("td", {}, name(move)), el("td", {}, sums.join(" "))))));
    line.append(el("button", { type: "button", class: "lesson", onclick: () => this.show(pattern) }, "Show it"));
    return line;
  }

  /** What a memory is called now. */
  today(name) {
    while (this.renamed.has(name)) name = this.renamed.get(name);
    return name;
  }

  keep(name, memory) {
    this.renamed.delete(name);
    store("memories", { ...memories(), [name]: memory });
    this.draw();
  }

  forget(name) {
    const { [name]: gone, ...rest } = memories();
    store("memories", rest);
    this.draw();
    return gone;
  }

  async load(file) {
    if (!file) return;
    const text = await file.text();
    const [, game, strategy] = /^fourscore-memory (\S+) (\S+) \d/.exec(text) ?? [];
    if (!(game in GAMES)) return notice(`${file.name} is no memory of a game played here.`);
    this.keep(file.name.replace(/\.memory$/, ""), { game, engine: "fourscore", strategy, options: {}, text, games: null });
  }

  save(name) {
    const address = URL.createObjectURL(new Blob([memories()[name].text], { type: "text/plain" }));
    el("a", { href: address, download: `${name}.memory` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  rename(name) {
    const wanted = this.list.querySelector(`input[data-name="${CSS.escape(name)}"]`).value.trim();
    if (!wanted || wanted === name) return;
    if (wanted in memories()) return notice(`There is a memory called ${wanted} already.`);
    this.keep(wanted, this.forget(name));
    this.renamed.set(name, wanted);
  }

  draw() {
    const button = (text, name, act) => el("button", { type: "button", "aria-label": `${text}: ${name}`, onclick: act }, text);
    const rows = Object.entries(memories()).map(([name, memory]) => el("li", { class: "memory" },
      el("input", { value: name, "data-name": name, "aria-label": `Name of ${name}`, maxlength: 60, onchange: () => this.rename(name) }),
      el("small", {}, `${GAMES[memory.game]?.title ?? memory.game}, ${memory.strategy}${memory.games ? `, taught by ${memory.games} game${memory.games > 1 ? "s" : ""} of yours` : ""}`),
      el("span", { class: "line-up" }, button("Look", name, () => this.look(name, memory.text)),
        button("Play", name, () => {
          this.game = memory.game;
          this.play({ engine: memory.engine, strategy: memory.strategy, options: memory.options, limit: LIMIT, learns: name }, 1);
        }), button("Save", name, () => this.save(name)), button("Forget", name, () => this.forget(name)))));
    this.list.replaceChildren(...(rows.length > 0 ? rows : [el("li", {}, el("small", {}, "A memory is kept here after a game that taught something."))]));
    this.refresh?.();
  }
}
