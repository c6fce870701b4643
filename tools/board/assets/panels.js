// What stands beside the board: players with clocks, the status that screen readers hear, moves with reasons, what engines
// think.

import { ofPlayerOne, scoreText } from "./scores.js";
import { GAMES, clockText, colours, count, el, playerName, resultText, seatText, shown, squaresOf } from "./texts.js";

const byId = id => document.getElementById(id);

/** Players, and their clocks as they run. */
export class Players {
  constructor() {
    this.element = byId("players");
    setInterval(() => this.tick(), 100);
  }

  draw(state) {
    this.state = state;
    this.since = performance.now();
    this.clocks = [];
    this.element.replaceChildren(...[0, 1].map(player => {
      const clock = el("span", { class: "clock" });
      this.clocks.push(clock);
      const side = colours(state).has(player + 1);
      const active = state.result === "none" && state.turn === player + 1;
      return el("div", { class: `player${active ? " active" : ""}` },
        el("span", { class: `side s${side}`, "aria-hidden": "true" }),
        el("b", {}, playerName(state, player + 1)), " ", el("span", { class: "who" }, who(state, player)), clock);
    }));
    this.tick();
  }

  tick() {
    if (!this.state?.clock) return;
    const gone = (performance.now() - this.since) / 1000;
    this.state.clock.forEach((left, player) => {
      const runs = this.state.running === player + 1;
      const now = runs ? left - gone : left;
      this.clocks[player].textContent = clockText(now);
      this.clocks[player].classList.toggle("low", runs && now < 10);
    });
  }
}

/** Who sits here: two people are not both you. */
function who(state, player) {
  const people = state.seats.every(seat => seat.kind === "human");
  return people ? state.names[player] || "A person" : seatText(state.seats[player]);
}

/** Says whose turn it is, what was played, and how it ended. */
export function status(state, notation) {
  const { game } = state;
  const sides = GAMES[game].sides;
  const step = state.line[state.ply - 1];
  const words = [];
  if (step) {
    const side = colours(state).of(state.ply - 1);
    words.push(`${side ? sides[side - 1] : `Player ${["one", "two"][step.player - 1]}`}: ${shown(game, step.m, notation)}.`);
  }
  if (state.result !== "none") words.push(`${resultText(state)}.`);
  else if (state.puzzle) words.push(state.puzzle.words);
  else if (state.thinking) words.push(`${seatText(state.seats[state.turn - 1])} is thinking.`);
  else words.push(`${toMove(state)}.${state.paused ? " Engines wait." : ""}`);
  const marks = state.result === "none" ? state.marks : [];
  const threat = marks.filter(mark => mark.kind === "lacks");
  for (const side of new Set(threat.map(mark => mark.side))) {
    const squares = [...new Set(threat.filter(mark => mark.side === side).map(mark => mark.squares[0]))];
    words.push(`${sides[side - 1]} threatens ${squares.map(square => shown(game, square, notation)).join(", ")}.`);
  }
  for (const side of new Set(marks.filter(mark => mark.kind === "three").map(mark => mark.side)))
    words.push(`${sides[side - 1]} has an open three.`);
  const text = words.join(" ");
  if (byId("status").textContent !== text) byId("status").textContent = text;
}

/** Who is to do what. */
function toMove(state) {
  const { next, has } = colours(state);
  const yours = state.seats[state.turn - 1].kind === "human" && state.seats[2 - state.turn].kind !== "human";
  if (has(state.turn)) return yours ? `Your move (${playerName(state, state.turn)})` : `${playerName(state, state.turn)} to move`;
  const places = state.legal.some(move => squaresOf(state.game, move).length > 0);
  return `${playerName(state, state.turn)} ${places ? `places a ${GAMES[state.game].sides[next - 1].toLowerCase()} stone` : "chooses"}`;
}

/** The moves, each with what was said about it. */
export class Moves {
  /** `why` takes the index of a move whose reason is asked for. */
  constructor(go, why) {
    this.list = byId("list");
    this.thinking = byId("thinking");
    this.thoughts = new Map();
    this.go = go;
    this.list.addEventListener("click", event => {
      const asked = event.target.closest("[data-why]")?.dataset.why;
      if (asked) return why(Number(asked));
      const node = event.target.closest("[data-node]")?.dataset.node;
      if (node) go(Number(node));
    });
  }

  draw(state, notation) {
    const { game } = state;
    const name = move => shown(game, move, notation);
    const side = colours(state).of;
    const rows = state.line.map((step, index) => {
      const here = index + 1 === state.ply;
      const move = el("button", { type: "button", "data-node": step.node, "aria-current": here ? "step" : null },
        name(step.m));
      const row = el("li", { class: `p${side(index)}${here ? " here" : ""}${index >= state.ply ? " ahead" : ""}` },
        move);
      if (step.score) row.append(el("span", { class: `score known ${"mate" in step.score ? "proven" : "estimate"}` }, scoreText(step.score, state)));
      if (step.by) row.append(el("button", { type: "button", class: "branch ask", "data-why": index, title: `Why ${step.by} says that, drawn on the board` }, "why?"));
      for (const [node, other] of step.others)
        row.append(el("button", { type: "button", class: "branch", "data-node": node,
          title: "Another move that was tried here" }, `or ${name(other)}`));
      if (step.comment) row.append(el("span", { class: "comment" }, step.comment));
      return row;
    });
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.node : null;
    this.list.replaceChildren(...rows);
    if (focused) this.list.querySelector(`[data-node="${focused}"]`)?.focus();
    const current = this.list.querySelector(".here");
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    const key = `${state.id} ${state.node}`;
    if (this.key !== key) {
      this.thoughts.clear();
      this.thinking.replaceChildren();
    }
    this.key = key;
  }

  /** A line that a player or a hint thinks about. */
  think(thought, state, notation) {
    if (thought.node !== state?.node || thought.rank !== 1) return;
    this.thoughts.set(thought.who, thought);
    this.thinking.replaceChildren(...[...this.thoughts.values()].map(it => thoughtLine(it, state, notation)));
  }
}

/** A line that somebody thinks about. */
export function thoughtLine(thought, state, notation) {
  const pv = thought.pv.map(move => shown(state.game, move, notation)).join(" ");
  const known = thought.score && `known ${"mate" in thought.score ? "proven" : "estimate"}`;
  return el("p", { class: "thought" }, el("b", { class: known }, scoreText(ofPlayerOne(thought.score, state.turn), state)), " ",
    el("span", { class: "meta" }, `depth ${thought.depth ?? "?"}, ${count(thought.nodes)} nodes`), " ", pv);
}

/** Says that an engine has failed; it is taken away when that engine is heard again. */
export function fault(who, text) {
  const names = { p1: "The first player's engine", p2: "The second player's engine", hint: "The engine asked for a hint",
    work: "The engine at work" };
  const name = names[who] ?? `Engine ${Number(who.slice(1)) + 1} of the analysis`;
  notice(`${name} has failed: ${text}`, "fault", who);
}

/** A sentence that can be dismissed: `refused` goes after a while or with the game, a `note` after a while, a `fault` when it is over,
 * a `hint` with the position. */
export function notice(text, kind = "refused", about = "") {
  const box = byId("faults");
  // A sentence, unless it begins with a name.
  text = text.replace(/^[a-z]+(?= )/, word => word[0].toUpperCase() + word.slice(1));
  // One box for each thing.
  forget(item => item.dataset.text === text || (kind === "hint" && item.className === "hint"));
  const item = el("p", { class: kind, "data-text": text, "data-about": about }, text, " ",
    el("button", { type: "button", "aria-label": "Dismiss", onclick: () => item.remove() }, "×"));
  box.append(item);
  while (box.children.length > 4) box.firstChild.remove();
  if (kind === "refused" || kind === "note") setTimeout(() => item.remove(), 8000);
}

/** Takes sentences away of which this holds. */
export function forget(which) {
  for (const item of [...byId("faults").children]) if (which(item)) item.remove();
}

/** The tabs. */
export function tabs(changed) {
  const all = [...document.querySelectorAll("[role=tab]")];
  const choose = tab => {
    for (const other of all) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", chosen);
      other.tabIndex = chosen ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    changed(tab.getAttribute("aria-controls"));
  };
  byId("tabs").addEventListener("click", event => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  byId("tabs").addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    choose(next);
  });
  choose(all[0]);
  return name => choose(byId(`tab-${name}`));
}

/** How far a longer work is. */
export function working({ what, done, of }) {
  const running = of > 0;
  byId("work").hidden = !running;
  document.querySelectorAll("#moves .stop-work").forEach(button => { button.hidden = !running; });
  if (!running) return;
  byId("progress").max = of;
  byId("progress").value = done;
  byId("work-name").textContent = `${what}: ${done} of ${of}`;
}

/** The buttons of the games: made once, so that a click is never lost to a new one in the old one's place. */
export function gameButtons(state, choose) {
  const box = byId("games");
  if (box.children.length === 0)
    box.append(...Object.values(GAMES).map(({ name, title }) =>
      el("button", { type: "button", "data-game": name, onclick: () => choose(name) }, title)));
  for (const button of box.children) button.setAttribute("aria-pressed", String(button.dataset.game === state.game));
}
