// Certificates, browsed: in each position the move of the side that wins, or the replies of the other side, each with how long it holds out;
// step by step, or to the end against the longest defence.

import { ofPlayerOne, plies, scoreText } from "./scores.js";
import { GAMES, el, shown } from "./texts.js";

/** Who knows the certificates, and what it may spend: they are looked up, and what they do not hold is searched for. */
const KNOWS = { qubic: { strategy: "perfect", limit: { nodes: 4000 } }, gomoku: { strategy: "perfect", limit: { nodes: 2000 } } };

export class Proofs {
  constructor(send, engine, start) {
    this.send = send;
    this.engine = engine;
    this.start = start;
    this.on = this.runs = false;
    this.found = null;
    this.box = el("div", { id: "proof-found", "aria-live": "polite" });
  }

  /** The section of a game. */
  build(game) {
    this.game = game;
    this.on = this.runs = false;
    this.found = this.asked = null;
    this.box.replaceChildren();
    if (!(game in KNOWS)) return [];
    const button = (id, text, act) => el("button", { type: "button", id, onclick: act }, text);
    this.toggle = button("proof", "Who wins here?", () => this.set(!this.on));
    return [el("h2", {}, "Proofs"), el("p", { class: "line-up" }, this.toggle,
      button("proof-start", "From the start", () => this.begin())), this.box];
  }

  chosen() {
    const { strategy, limit } = KNOWS[this.game];
    return { engine: this.engine(), strategy, options: {}, limit };
  }

  set(on) {
    this.on = on;
    this.runs = false;
    this.toggle.textContent = on ? "Leave the proof" : "Who wins here?";
    this.toggle.setAttribute("aria-pressed", String(on));
    this.asked = null;
    this.box.replaceChildren();
    if (on && this.state) this.ask(this.state);
  }

  begin() {
    this.state = null;
    this.begins = true;
    this.start(this.game);
    this.set(true);
  }

  /** A state: where the proof is followed, what is known of it is asked for. */
  know(state) {
    const other = this.state?.id !== state.id;
    this.state = state;
    // Another game is none of its own.
    if (this.on && other && !this.begins) this.set(false);
    this.begins = false;
    if (this.on) this.ask(state);
  }

  ask(state) {
    const key = `${state.id} ${state.node}`;
    if (this.asked === key) return;
    this.asked = key;
    this.found = null;
    if (state.result !== "none") {
      this.runs = false;
      this.box.replaceChildren(el("p", {}, "The proof ends here."));
      return;
    }
    if (state.thinking) this.send("pause");
    this.box.replaceChildren(el("p", {}, "Looking it up…"));
    this.send("why", { engine: this.chosen() });
  }

  /** Whether this answer was asked for here. */
  takes(why) {
    return this.on && !this.found && why.node === this.state.node && why.by === "perfect";
  }

  /** What is known of a position: its winner, or nothing. */
  told(why, notation) {
    this.found = why;
    const { state } = this;
    const name = move => shown(this.game, move, notation);
    const mate = why.score?.mate;
    if (!mate) {
      this.runs = false;
      this.box.replaceChildren(el("p", {}, /could not be fetched/.test(why.reason) ? `The proof is not here: ${why.reason}.` : "No win is proven here."));
      return;
    }
    const line = el("p", { class: "verdict solved" }, el("b", {}, scoreText(ofPlayerOne(why.score, state.turn), state)), plies(why.score) === null ? ", proven; the proof does not tell how soon" : " plies, proven");
    if (mate > 0) {
      this.box.replaceChildren(line, el("p", { class: "line-up" }, el("button", { type: "button", class: "main", id: "proof-move", onclick: () => this.send("play", { m: why.m }) },
        `The winner plays ${name(why.m)}`), this.runner()), el("small", {}, why.reason));
      if (this.runs) this.send("play", { m: why.m });
      return;
    }
    this.replies = el("div", { class: "replies", role: "group", "aria-label": "Replies, the longest defence first" });
    this.box.replaceChildren(line, el("p", { class: "line-up" }, el("span", {}, "Replies, and within how many plies each loses where that is known:"), this.runner()), this.replies);
    this.send("replies", { engine: this.chosen() });
  }

  runner() {
    const button = el("button", { type: "button", id: "proof-run", onclick: () => {
      this.runs = !this.runs;
      button.textContent = this.runs ? "Stop" : "To the end";
      if (!this.runs) return;
      const mate = this.found?.score?.mate;
      if (mate > 0) this.send("play", { m: this.found.m });
      else this.step();
    } }, this.runs ? "Stop" : "To the end");
    return button;
  }

  /** The replies of the side that loses; whether they were asked for here. */
  hear({ node, values, more }, notation) {
    if (!this.on || !this.replies || node !== this.state.node || !(this.found?.score?.mate < 0)) return false;
    const length = ({ score }) => (score?.mate < 0 ? -score.mate : Infinity);
    const sorted = [...values].sort((a, b) => length(b) - length(a));
    this.longest = more ? null : sorted.find(value => length(value) < Infinity) ?? sorted[0];
    this.replies.replaceChildren(...sorted.map(value => el("button", { type: "button", class: `chip ${value.score ? "lost" : "open"}`, "data-move": value.m,
      onclick: () => this.send("play", { m: value.m }) }, `${shown(this.game, value.m, notation)} ${value.score ? plies(value.score) ?? "" : "?"}`)), more ? "…" : "");
    if (this.runs && !more) this.step();
    return true;
  }

  step() {
    if (this.longest) this.send("play", { m: this.longest.m });
    this.longest = null;
  }
}
