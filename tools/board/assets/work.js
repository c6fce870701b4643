// Analysis, games to step through and puzzles: the panels that have engines do more than play.

import { chosen, choice, players } from "./dialogs.js";
import { thoughtLine } from "./panels.js";
import { bars, termsIn } from "./memory.js";
import { GAMES, el, scoreText, shown } from "./texts.js";

const byId = id => document.getElementById(id);

/** Several strategies side by side on the position that is looked at, and the value of every move. */
export class Analysis {
  constructor(send, redraw) {
    this.element = byId("analysis");
    this.send = send;
    this.redraw = redraw;
    this.lines = new Map();
    this.running = false;
  }

  build(catalogue, game) {
    const all = players(catalogue, game);
    this.picks = [0, 1, 2].map(index => choice([["", "none"], ...all], all[index]?.[0] && index < 2 ? all[index][0] : "",
      { "aria-label": `Engine ${index + 1}`, class: "analyst" }));
    this.many = el("input", { type: "number", min: 1, max: 64, value: 3, id: "lines" });
    this.start = el("button", { type: "button", id: "analyse", class: "main", onclick: () => this.toggle() }, "Analyse");
    this.results = el("div", { id: "results", "aria-live": "off" });
    this.millis = choice([["100", "0.1 s"], ["500", "0.5 s"], ["2000", "2 s"]], "100");
    const { solver } = GAMES[game];
    this.values = el("button", { type: "button", id: "values",
      onclick: () => this.send("values", { millis: Number(this.millis.value) }) }, "Value of every move");
    this.viewer = choice(all, all[0]?.[0], { "aria-label": "Whose view" });
    this.view = el("pre", { id: "view", tabindex: 0, hidden: true });
    this.chart = el("div", { id: "chart" });
    this.element.replaceChildren(
      el("p", { class: "row" }, ...this.picks, el("label", {}, "lines ", this.many), this.start), this.results,
      el("p", { class: "row" }, this.values, el("label", {}, "each ", this.millis), el("small", {}, solver)),
      el("div", { id: "value-list" }),
      el("p", { class: "row" }, el("button", { type: "button", id: "evaluate",
        onclick: () => this.send("evaluate", { engine: chosen(this.viewer.value, { millis: 100 }) }) },
      "View without search"), this.viewer), this.chart, this.view);
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
      this.send("analyse", { engines, lines: Number(this.many.value) });
    }
    this.start.textContent = this.running ? "Stop" : "Analyse";
    this.redraw();
  }

  /** An engine of the analysis says something. */
  think(thought, state, notation) {
    const index = Number(thought.who.slice(1));
    if (!this.running || thought.node !== state.node) return;
    if (this.node !== state.node) this.lines.clear();
    this.node = state.node;
    if (!this.lines.has(index)) this.lines.set(index, new Map());
    this.lines.get(index).set(thought.rank, thought);
    this.draw(state, notation);
  }

  draw(state, notation) {
    const columns = [...this.lines].sort(([a], [b]) => a - b).map(([index, lines]) =>
      el("section", {}, el("h2", {}, this.names[index]),
        ...[...lines].sort(([a], [b]) => a - b).map(([, it]) => thoughtLine(it, state, notation))));
    this.results.replaceChildren(...columns);
  }

  /** Another position is looked at; in another game nobody looks on any more. */
  forget(over) {
    this.lines.clear();
    this.results?.replaceChildren();
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
    const tone = score => (!score ? "open" : "mate" in score ? (score.mate > 0 ? "won" : "lost") : "open");
    const order = score => (!score ? 0 : "mate" in score ? Math.sign(score.mate) * (1e6 - Math.abs(score.mate)) : score.cp);
    const sorted = [...values].sort((a, b) => order(b.score) - order(a.score));
    byId("value-list").replaceChildren(...sorted.map(({ m, score }) =>
      el("button", { type: "button", class: `chip ${tone(score)}`, "data-move": m,
        onclick: () => this.send("play", { m }) },
      `${shown(state.game, m, notation)} ${score ? scoreText(score) : "open"}`)), more ? "…" : "");
  }

  drawView(text) {
    this.view.hidden = false;
    this.view.textContent = text;
    const terms = termsIn(text);
    this.chart.replaceChildren(...(terms.length > 0 ? [bars(terms)] : []));
  }
}

/** What is known of moves, as the board shows it. */
export function valueMarks(message) {
  if (!message) return null;
  return new Map(message.values.map(({ m, score }) => {
    if (!score) return [m, { short: "?", tone: "open", words: "not proven" }];
    if ("mate" in score) {
      const short = `${score.mate > 0 ? "+" : "−"}${Math.abs(score.mate)}`;
      return [m, { short, tone: score.mate > 0 ? "won" : "lost", words: scoreText(score) }];
    }
    return [m, { short: String(Math.round(score.cp / 10) / 10), tone: "open", words: scoreText(score) }];
  }));
}

/** The games that come along. */
export function samples(catalogue, open) {
  const groups = Object.values(GAMES).map(({ name, title }) => el("section", {}, el("h2", {}, title),
    el("ul", { class: "samples" }, ...catalogue.samples.filter(sample => sample.game === name).map(sample =>
      el("li", {}, el("button", { type: "button", "data-sample": sample.id,
        onclick: () => open(sample) }, sample.title), el("small", {}, sample.credit))))));
  byId("samples").replaceChildren(...groups);
}

/** Puzzles: a daily one from the date, or any. */
export class Puzzles {
  constructor(send) {
    this.element = byId("puzzles");
    this.plies = choice([["3", "3 plies and more"], ["5", "5 plies and more"], ["7", "7 plies and more"],
      ["9", "9 plies and more"]], "5", { id: "plies" });
    this.game = choice([], null, { id: "puzzle-game" });
    this.text = el("div", { id: "puzzle" });
    const make = seed => send("puzzle", { game: this.game.value, seed, plies: Number(this.plies.value) });
    this.element.append(
      el("p", {}, "Find the move that forces a win by threats: lines of three in Qubic, fours and threes in Go-Moku. Your moves are " +
        "checked one by one."),
      el("p", { class: "row" }, el("label", {}, "Game ", this.game), el("label", {}, "Length ", this.plies),
        el("button", { type: "button", id: "daily", class: "main", onclick: () => make(today()) }, "Puzzle of the day"),
        el("button", { type: "button", id: "another", onclick: () => make(Math.floor(Math.random() * 2 ** 48)) },
          "Another one")), this.text);
  }

  /** Puzzles of the game that is looked at are offered first, if there are any. */
  build(game) {
    const games = Object.values(GAMES).filter(({ puzzles }) => puzzles).map(({ name, title }) => [name, title]);
    if (this.game.options.length === 0) this.game.append(...choice(games).children);
    if ([...this.game.options].some(option => option.value === game)) this.game.value = game;
  }

  draw(puzzle) {
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
