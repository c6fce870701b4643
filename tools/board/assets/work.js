// Analysis, games to step through and puzzles: the panels that have engines do more than play.

import { chosen, choice, players } from "./dialogs.js";
import { store, stored, storedHere } from "./keeping.js";
import { thoughtLine } from "./panels.js";
import { Proofs } from "./proofs.js";
import { termTable } from "./why.js";
import { ofPlayerOne, scoreText, winMark } from "./scores.js";
import { GAMES, el, shown } from "./texts.js";

const byId = id => document.getElementById(id);
/** The engine that is built in. */
const BUILT_IN = "fourscore";
/** Who of it finds the wins that puzzles ask for. */
const SOLVERS = { qubic: "perfect", gomoku: "victoria" };

/** Several strategies side by side on the position that is looked at, and the value of every move. */
export class Analysis {
  /** `start` puts the start of a game on the board, `attach` gives what a program of these seats remembers, `begins` hears that engines look on, `alone` sends the players away. */
  constructor(send, redraw, start, attach, begins, alone) {
    this.element = byId("analysis");
    this.begins = begins;
    this.both = el("button", { type: "button", id: "both-sides", onclick: alone }, "Play both sides");
    this.attach = attach;
    this.send = send;
    this.redraw = redraw;
    this.lines = new Map();
    this.running = false;
    this.proofs = new Proofs(send, () => BUILT_IN, start);
  }

  build(catalogue, game) {
    const all = players(catalogue, game);
    this.picks = [0, 1, 2].map(index => choice([["", "none"], ...all], all[index]?.[0] && index < 2 ? all[index][0] : "",
      { "aria-label": `Engine ${index + 1}`, }));
    this.many = el("input", { type: "number", min: 1, max: 64, value: 3, id: "lines" });
    this.start = el("button", { type: "button", id: "analyse", class: "main", onclick: () => this.toggle() }, "Analyse");
    this.results = el("div", { id: "results", "aria-live": "off" });
    this.millis = choice([["100", "0.1 s"], ["500", "0.5 s"], ["2000", "2 s"]], "100");
    const { solver } = GAMES[game];
    this.values = el("button", { type: "button", id: "values",
      onclick: () => this.send("values", { millis: Number(this.millis.value) }) }, "Value of every move");
    this.asker = choice(all, all[0]?.[0], { "aria-label": "Whose reasons", id: "asker" });
    this.reasons = el("div", { id: "why", "aria-live": "polite" });
    this.element.replaceChildren(
      el("div", { id: "analysts" }, ...this.picks), el("p", { class: "line-up" }, this.start, el("label", {}, "lines ", this.many), this.both), this.results,
      el("h2", {}, "Why"), el("p", { class: "line-up" }, this.asker, el("button", { type: "button", id: "ask-why",
        onclick: () => this.why(chosen(this.asker.value, { nodes: 2000 })) }, "What would it play, and why?"), el("small", {}, "after 2,000 nodes: with more, as above, it may choose another move")), this.reasons,
      ...this.proofs.build(game),
      el("h2", {}, "Every move"), el("p", { class: "line-up" }, this.values, el("label", {}, "each ", this.millis), el("small", {}, solver)),
      el("div", { id: "value-list" }));
    this.running = false;
    this.lines.clear();
  }

  toggle() {
    if (this.running) {
      this.running = false;
      this.send("stop-analysis");
    } else {
      const engines = this.picks.filter(pick => pick.value).map(pick => chosen(pick.value, { millis: 1000 }));
      this.names = this.picks.filter(pick => pick.value).map(pick => pick.value.split("|").filter(Boolean).at(-1));
      if (engines.length === 0) return;
      this.running = true;
      this.lines.clear();
      this.reasons.replaceChildren();
      this.begins();
      this.send("analyse", { engines, lines: Number(this.many.value) });
    }
    this.start.textContent = this.running ? "Stop" : "Analyse";
    this.redraw();
  }

  /** An engine of the analysis says something. */
  think(thought, state) {
    const index = Number(thought.who.slice(1));
    if (!this.running || thought.node !== state.node) return;
    if (this.node !== state.node) this.lines.clear();
    this.node = state.node;
    if (!this.lines.has(index)) this.lines.set(index, new Map());
    this.lines.get(index).set(thought.rank, thought);
    this.fresh = true;
  }

  /** The lines of each engine, if there is something new. */
  drawLines(state, notation) {
    this.both.hidden = state.seats.every(({ kind }) => kind === "human");
    if (!this.fresh) return;
    this.fresh = false;
    const columns = [...this.lines].sort(([a], [b]) => a - b).map(([index, lines]) =>
      el("section", {}, el("h2", {}, this.names[index]),
        ...[...lines].sort(([a], [b]) => a - b).map(([, it]) => thoughtLine(it, state, notation))));
    this.results.replaceChildren(...columns);
  }

  /** The score of the best line of who looks on first, for the gauge. */
  score(node) {
    return this.best(node)?.score ?? null;
  }

  /** The first moves of its other lines, with their ranks and scores. */
  others(node) {
    if (!this.best(node)) return [];
    return [...this.lines.get(0).values()].filter(({ rank, pv }) => rank > 1 && pv.length > 0).map(({ rank, pv, score }) => ({ rank, m: pv[0], score }));
  }

  /** Another position is looked at; in another game nobody looks on any more. */
  forget(over) {
    this.lines.clear();
    this.results?.replaceChildren();
    this.reasons?.replaceChildren();
    byId("value-list")?.replaceChildren();
    if (over && this.running) {
      this.running = false;
      this.start.textContent = "Analyse";
    }
  }

  /** The best line of the first engine, to be ghosted. */
  best(node) {
    return this.running && this.node === node ? this.lines.get(0)?.get(1) : null;
  }

  drawValues({ values, more }, state, notation) {
    if (this.proofs.hear({ node: state.node, values, more }, notation)) return;
    const tone = score => (!score ? "open" : "mate" in score ? (score.mate > 0 ? "won" : "lost") : "open");
    const order = score => (!score ? 0 : "mate" in score ? Math.sign(score.mate) * (1e6 - Math.abs(score.mate)) : score.cp);
    const sorted = [...values].sort((a, b) => order(b.score) - order(a.score));
    byId("value-list").replaceChildren(...sorted.map(({ m, score }) =>
      el("button", { type: "button", class: `chip ${tone(score)}`, "data-move": m,
        onclick: () => this.send("play", { m }) },
      `${shown(state.game, m, notation)} ${score ? scoreText(ofPlayerOne(score, state.turn), state) : "open"}`)), more ? "…" : "");
  }

  /** Asks a program what it would play here, and why. */
  why(engine) {
    this.reasons.replaceChildren(el("p", {}, `${engine.strategy ?? engine.engine} thinks…`));
    const value = `${engine.engine}|${engine.strategy ?? ""}`;
    if ([...this.asker.options].some(option => option.value === value)) this.asker.value = value;
    this.send("why", { engine, memory: this.attach(engine) });
  }

  /** What it said; what of it is drawn is told in words, too. */
  drawWhy(why, drawn, state, notation) {
    const score = why.score ? scoreMark(why.score, state) : "";
    const table = termTable(why.view);
    this.reasons.replaceChildren(
      el("p", { class: "verdict" }, el("b", {}, `${why.by} plays ${shown(state.game, why.m, notation)}`), `: ${why.reason} `, score),
      ...(drawn ? [el("p", { class: "meta" }, `Drawn: ${drawn}.`)] : []), ...(table ? [table] : []),
      ...(why.pv.length > 1 ? [el("p", { class: "meta" }, `Expects ${why.pv.map(move => shown(state.game, move, notation)).join(" ")}`)] : []),
      ...(why.view.trim() ? [el("details", {}, el("summary", {}, "What it sees without searching"), el("pre", { id: "view", tabindex: 0 }, why.view))] : []));
  }
}

/** What is known of moves, as the board shows it: what is proven in full colours, estimates in five shades from the worst to the best. */
export function valueMarks(message, state) {
  if (!message) return null;
  const estimates = message.values.flatMap(({ score }) => (score && "cp" in score ? [score.cp] : []));
  const [least, most] = [Math.min(...estimates), Math.max(...estimates)];
  return new Map(message.values.map(({ m, score }) => {
    if (!score) return [m, { short: "?", tone: "open", words: "not proven" }];
    const words = scoreText(ofPlayerOne(score, state.turn), state);
    if ("mate" in score) return [m, { short: winMark(score), tone: score.mate > 0 ? "won" : "lost", words: `${words}, proven` }];
    const shade = most > least ? Math.min(4, Math.floor((5 * (score.cp - least)) / (most - least))) : 2;
    return [m, { short: String(Math.round(score.cp / 10) / 10), tone: `e${shade}`, words: `${words}, an estimate` }];
  }));
}

/** A score that is seen at a glance to be proven or not. */
export function scoreMark(score, state) {
  const proven = "mate" in score;
  return el("span", { class: `known ${proven ? "proven" : "estimate"}`, title: proven ? "proven" : "an estimate" }, scoreText(ofPlayerOne(score, state.turn), state));
}

/** The games that come along. */
export function samples(catalogue, open) {
  const groups = Object.values(GAMES).map(({ name, title }) => el("section", { class: "along" }, el("h2", {}, title),
    el("ul", { class: "samples" }, ...catalogue.samples.filter(sample => sample.game === name).map(sample =>
      el("li", {}, el("button", { type: "button", "data-sample": sample.id,
        onclick: () => open(sample) }, sample.title), el("small", {}, sample.credit))))));
  byId("samples").querySelectorAll(".along").forEach(group => group.remove());
  byId("samples").append(el("p", { class: "along" }, el("a", { class: "papers", href: "#papers" }, "The papers, made again"),
    ": every figure, table and game, with a verdict."), ...groups);
}

/** How many plies the wins of a level have, at least and at most; those that are solved lead to the next. */
const LEVELS = [[3, 3], [5, 5], [7, 9], [9, 13], [13, 64]];
/** So many solved puzzles of a level lead on. */
const EACH = 2;

/** Puzzles: a daily one from the date, or any. */
export class Puzzles {
  constructor(pose, send) {
    this.element = byId("puzzles");
    this.pose = pose;
    this.send = send;
    this.level = choice(LEVELS.map(([least, most], index) =>
      [String(index), `${index + 1}: wins in ${most > 20 ? `${least} plies and more` : least === most ? `${least} plies` : `${least} to ${most} plies`}`]),
    "0", { id: "level" });
    this.game = choice([], null, { id: "puzzle-game" });
    this.text = el("div", { id: "puzzle" });
    this.show = el("button", { type: "button", id: "solution", onclick: () => this.solve(this.state) }, "Show the next move");
    this.element.append(
      el("p", {}, "Find the move that forces a win by threats: lines of three in Qubic, fours and threes in Go-Moku. Your moves are " +
        "checked one by one."),
      el("p", { class: "line-up" }, el("label", {}, "Game ", this.game), el("label", {}, "Level ", this.level),
        el("button", { type: "button", id: "daily", class: "main", onclick: () => this.daily(this.game.value) }, "Puzzle of the day"),
        el("button", { type: "button", id: "another", onclick: () => this.make(Math.floor(Math.random() * 2 ** 48)) },
          "Another one"), this.show), this.text);
    this.reached();
  }

  make(seed) {
    this.solving = false;
    this.pose({ game: this.game.value, seed, plies: LEVELS[this.level.value] });
  }

  daily(game) {
    this.game.value = game;
    this.make(today());
  }

  /** The level that has been reached is proposed. */
  reached() {
    this.level.value = String(Math.min(LEVELS.length - 1, Math.floor(stored("solved", 0) / EACH)));
  }

  /** Asks who checks moves for one. */
  solve(state) {
    this.solving = state.puzzle.state === "open";
    if (this.solving) this.send("hint", { asked: { engine: BUILT_IN, strategy: SOLVERS[state.game], options: {}, limit: { nodes: 20000 } } });
  }

  /** A hint of a puzzle is its next move, which is played. */
  hinted({ m }) {
    if (this.solving) this.send("play", { m });
    this.solving = false;
    this.done();
  }

  /** The puzzle on the board is solved, or was shown, and counts no more; whether it did so far. */
  done() {
    const posed = JSON.stringify(storedHere("game", {}).puzzle);
    const known = stored("solved-puzzles", []);
    if (known.includes(posed)) return false;
    store("solved-puzzles", [posed, ...known].slice(0, 500));
    return true;
  }

  /** Puzzles of the game that is looked at are offered first, if there are any. */
  build(game) {
    const games = Object.values(GAMES).filter(({ puzzles }) => puzzles).map(({ name, title }) => [name, title]);
    if (this.game.options.length === 0) this.game.append(...choice(games).children);
    if ([...this.game.options].some(option => option.value === game)) this.game.value = game;
  }

  draw(puzzle, state) {
    this.state = state;
    this.show.hidden = puzzle?.state !== "open";
    // Solved by oneself, and once.
    if (puzzle?.state === "solved" && this.done()) {
      store("solved", stored("solved", 0) + 1);
      this.reached();
    }
    if (!puzzle) {
      this.text.replaceChildren();
      return;
    }
    const [winning, legal] = puzzle.first_moves;
    this.text.replaceChildren(
      el("p", { class: `verdict ${puzzle.state}` }, `${puzzle.state === "wrong" ? "Not the way. " : ""}${puzzle.words}`),
      el("p", {}, "Difficulty ", el("span", { class: "stars", "aria-label": `${puzzle.difficulty} of 5` },
        "★".repeat(puzzle.difficulty) + "☆".repeat(5 - puzzle.difficulty)),
      `; ${puzzle.plies} plies; ${winning} of ${legal} first moves win.`));
  }
}

/** The day as a number. */
function today() {
  const now = new Date();
  return now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
}
