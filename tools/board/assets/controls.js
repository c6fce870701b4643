// The buttons under the board and the keys: what a state allows, and which key does what which button does.

import { el, squaresOf } from "./texts.js";

const byId = id => document.getElementById(id);
const KEYS = { u: "back", h: "hint", f: "flip", m: "sound", n: "new", "?": "help", ",": "previous", ".": "next" };
/** Moves that are no square. */
const WORDS = { swap: "Swap colours", keep: "Keep colours", add2: "Add two stones" };

/** Shows the steps and buttons that a state allows; a choice that is no square is a button, too. */
export function controls(state, play) {
  const engines = state.seats.some(seat => seat.kind === "engine");
  const focused = document.activeElement.closest("#controls button");
  byId("first").disabled = byId("previous").disabled = byId("back").disabled = state.ply === 0;
  byId("next").disabled = byId("last").disabled = state.ply >= state.line.length;
  byId("hint").disabled = state.result !== "none" || state.posing;
  const person = state.seats.some(seat => seat.kind === "human");
  const goes = state.result === "none" && person && !state.puzzle && state.ply > 0 && state.ply === state.line.length;
  byId("offer").hidden = byId("resign").hidden = !goes || Boolean(state.title);
  byId("rematch").hidden = state.result === "none" || Boolean(state.puzzle) || Boolean(state.title);
  byId("now").hidden = !state.thinking;
  byId("pause").hidden = !state.thinking || state.paused;
  byId("resume").hidden = !engines || !state.paused || state.result !== "none";
  const mine = state.seats[state.turn - 1].kind === "human" || state.paused;
  const words = mine ? state.legal.filter(move => squaresOf(state.game, move).length === 0) : [];
  byId("choices").hidden = words.length === 0;
  byId("choices").replaceChildren(...words.map(move => el("button", { type: "button", onclick: () => play(move) }, WORDS[move] ?? move)));
  // A button that goes does not take the keyboard along.
  if (focused?.disabled || focused?.hidden) byId("board").focus({ preventScroll: true });
}

/** Has each key do what its button does, where that may be pressed. */
export function keyed(act) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    const id = KEYS[event.key];
    if (!id || byId(id).disabled) return;
    event.preventDefault();
    act(id);
  });
}
