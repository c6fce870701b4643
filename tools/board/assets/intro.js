// The first minute: what the game is about and who sits opposite, with a choice of others. It is there until the first move.

import { FEW_NODES, GENTLE, GOALS, NODES, opponents } from "./people.js";
import { GAMES, el } from "./texts.js";

const byId = id => document.getElementById(id);

export class Intro {
  /** `begin` takes a game, `daily` shows the puzzle of the day. */
  constructor(begin, daily) {
    this.begin = begin;
    this.daily = daily;
    this.element = byId("intro");
    this.first = 1;
  }

  /** The game that a visitor finds. */
  static gentle(catalogue, game) {
    const { name } = catalogue.engines[0];
    return Intro.against(game, { engine: name, strategy: GENTLE[game] ?? null, options: {}, limit: { nodes: GENTLE[game] === "samuel" ? FEW_NODES : NODES[game] } }, 1);
  }

  static against(game, chosen, first) {
    const seats = [{ kind: "human" }, { kind: "engine", ...chosen }];
    return { game, seats: first === 1 ? seats : seats.reverse() };
  }

  async draw(catalogue, state) {
    const fresh = state.line.length === 0 && !state.title && !state.puzzle;
    byId("goal").hidden = this.element.hidden = !fresh;
    if (!fresh) return;
    const engine = state.seats.find(seat => seat.kind === "engine");
    const key = [state.game, engine?.engine, engine?.strategy].join();
    if (key === this.key) return;
    this.key = key;
    const own = catalogue.engines[0];
    const all = await opponents(state.game, own.games[state.game] ?? []);
    if (key !== this.key) return;
    this.build(state, own, all, engine);
  }

  build(state, own, all, engine) {
    const { game } = state;
    const sides = GAMES[game].sides;
    const side = el("select", { "aria-label": "Who begins", id: "who-begins", onchange: event => { this.first = Number(event.target.value); } },
      el("option", { value: 1, selected: this.first === 1 }, `You begin (${sides[0]})`),
      el("option", { value: 2, selected: this.first === 2 }, "The program begins"));
    const cards = all.map(person => this.card(game, own, person, engine?.engine === own.name && engine.strategy === person.name, engine?.limit));
    byId("goal").replaceChildren(el("b", {}, `${GAMES[game].title}. `), GOALS[game] ?? "", " Make a move to begin.");
    this.element.replaceChildren(
      el("div", { class: "line-up" }, side,
        el("button", { type: "button", id: "greet", hidden: !GAMES[game].puzzles, onclick: () => this.daily(game) }, "Puzzle of the day")),
      el("h2", {}, "Opponents, the weakest first, the unrated last"),
      el("div", { id: "opponents", role: "group", "aria-label": "Opponents, the weakest first, the unrated last", tabindex: 0 }, ...cards),
      el("small", {}, "Ratings: ", el("a", { href: `leagues/${game}.md`, target: "_blank" }, "the league"),
        `, Elo at ${NODES[game].toLocaleString("en")} nodes a move. Who is not rated thinks for ${FEW_NODES} nodes a move; the one that greets you is gentle.`));
  }

  card(game, own, person, here, limit) {
    const origin = [person.who, person.year].filter(Boolean).join(", ");
    // Who sits here with another limit than the league's is not as strong as the league says.
    const other = here && limit.nodes !== person.limit.nodes;
    const rating = other ? (limit.nodes ? `here with ${limit.nodes} nodes a move` : "here with another limit") : person.rating ? `Elo ${person.rating.text}` : "not rated";
    return el("button", { type: "button", class: "person", "data-person": person.name, "aria-pressed": String(here),
      onclick: () => this.begin(Intro.against(game, { engine: own.name, strategy: person.name, options: {}, limit: person.limit }, this.first)) },
    el("b", {}, person.name), el("span", { class: "rating" }, rating), el("span", { class: "line" }, el("i", {}, origin), ` · ${person.line}`));
  }
}
