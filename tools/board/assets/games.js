// Games that are kept in the browser: those that have ended, and those of some moves that were left for another one. They are listed,
// searched, opened, deleted; and a game can be written into a link.

import { notice } from "./panels.js";
import { snapshot, store, storeHere, stored } from "./keeping.js";
import { GAMES, TWO_PEOPLE, el, playerName, seatText } from "./texts.js";

const byId = id => document.getElementById(id);
/** No more are kept: the oldest go. */
const MOST = 200;
/** A game of fewer plies is kept if it has ended. */
const SOME = 4;

/** A game in words: who, how it ended, how long it was. */
function words(state) {
  const people = state.seats.every(({ kind }) => kind === "human");
  const who = [0, 1].map(player => state.names[player] || (people ? playerName(state, player + 1) : seatText(state.seats[player])));
  const end = state.result === "none" ? "not ended" : state.result === "draw" ? "a draw" : `${playerName(state, state.result === "p1win" ? 1 : 2)} wins`;
  return [`${GAMES[state.game].title}: ${who.join(" – ")}`, `${end}, ${state.line.length} plies`];
}

export class Kept {
  constructor(open) {
    this.open = open;
    this.search = el("input", { type: "search", id: "search", "aria-label": "Search the games that are kept", placeholder: "Search",
      oninput: () => this.draw() });
    this.list = el("ul", { class: "samples", id: "own-games" });
    this.element = el("section", {}, el("h2", {}, "Games of yours"), el("p", { class: "line-up" }, this.search), this.list);
    byId("samples").prepend(this.element);
  }

  /** Takes in a state; what is kept of a game is the last that was seen of it. */
  know(state, clock) {
    if (state.puzzle || state.title || state.ply < state.line.length || state.line.length === 0) return;
    if (state.result === "none" && state.line.length < SOME) return;
    const day = new Date().toISOString().slice(0, 10);
    const all = stored("games", []).filter(game => game.id !== this.id);
    const [title, more] = words(state);
    all.unshift({ id: this.id, day, words: title, more, game: snapshot(state, clock) });
    store("games", all.slice(0, MOST));
    this.draw();
  }

  /** Another game begins, or the one that was kept under this number goes on. */
  begin() {
    this.id = this.next ?? `${Date.now()}-${Math.random()}`;
    this.next = null;
    storeHere("game-id", this.id);
  }

  /** The game that begins next has been kept. */
  resume(id) {
    this.next = id;
  }

  draw() {
    const wanted = this.search.value.toLowerCase();
    const all = stored("games", []).map(kept => ({ ...kept, said: [kept.more, kept.day].filter(Boolean).join(" · ") }))
      .filter(({ words, said }) => `${words} ${said}`.toLowerCase().includes(wanted));
    this.list.replaceChildren(...all.map(({ id, words, said, game }) => el("li", { class: "own" },
      el("button", { type: "button", onclick: () => { this.resume(id); this.open(game); } }, words, el("small", {}, said)),
      el("button", { type: "button", "aria-label": `Delete: ${words}`, onclick: () => {
        store("games", stored("games", []).filter(other => other.id !== id));
        this.draw();
      } }, "×"))));
    if (all.length === 0) this.list.append(el("li", {}, el("small", {}, wanted ? "None is found." : "Games that you play are kept here.")));
  }
}

/** A game in an address: the game, its rules, its start, its moves. */
export function linkTo(state) {
  const words = new URLSearchParams({ game: state.game, ...state.rules });
  if (state.start) words.set("position", state.start);
  words.set("moves", state.line.slice(0, state.ply).map(({ m }) => m).join(" "));
  return `${location.origin}${location.pathname}#${words}`;
}

/** The game that an address holds, if it holds one. */
export function linked(hash) {
  const { game, position = null, moves = "", figure, title, sample, ...rules } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  if (sample) return { sample };
  if (!(game in GAMES)) return null;
  const line = moves.split(" ").filter(Boolean).map(m => ({ m }));
  return { game, rules, position, seats: TWO_PEOPLE, played: { line, title: title || (figure ? "A figure of a paper" : "From a link") }, figure };
}

/** Copies a text, and says so. */
export async function copyLink(state) {
  const link = linkTo(state);
  await navigator.clipboard?.writeText(link).catch(() => {});
  notice(`Link: ${link}`, "hint");
}
