// Scores in words and over a game. A program's estimates are drawn as one line where they can be compared: those of one program, made
// with the same side to move, unless it rates a position the same whoever is to move. What is proven is drawn apart. All is seen from
// the first player's side, here and in the list of moves.

import { el, playerName } from "./texts.js";

const byId = id => document.getElementById(id);
/** Programs that rate a position the same whoever is to move. */
const EVEN = new Set(["alpha-beta", "samuel", "perfect", "threat-space"]);

/** A score of the side to move as one of player one. */
export function ofPlayerOne(score, turn) {
  if (!score || turn === 1) return score;
  return "mate" in score ? { mate: -score.mate } : { cp: -score.cp };
}

/** A proof of Go-Moku that does not tell its length bounds it by the free squares: so many plies and more are no length. */
const UNTOLD = 100;

/** A score of player one for people: `+0.60`, `x wins within 5`, in plies. */
export function scoreText(score, state) {
  if (!score) return "";
  if ("mate" in score) return `${playerName(state, score.mate > 0 ? 1 : 2)} wins${plies(score) === null ? "" : ` within ${plies(score)}`}`;
  const value = score.cp / 100;
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
}

/** How many plies a proven win takes at most; `null` where that is not known. */
export const plies = ({ mate }) => (Math.abs(mate) < UNTOLD ? Math.abs(mate) : null);

/** A proven win in short: `#5`, `−#5`, or a mere `#`. */
export const winMark = score => `${score.mate < 0 ? "−" : ""}#${plies(score) ?? ""}`;

/** An estimate from -1 to 1. */
export const scoreHeight = ({ cp }) => Math.tanh(cp / 400) * 0.85;

/** The lines of a game's scores: `[name, steps]`, each of numbers that can be compared. */
export function scoreLines(line) {
  const groups = new Map();
  for (const [index, step] of line.entries()) {
    if (!step.score || "mate" in step.score) continue;
    const key = EVEN.has(step.by) ? step.by : `${step.by}|${step.player}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push({ ...step, index });
  }
  return [...groups];
}

/** The score over the game, for player one; a click goes to the move. */
export class Graph {
  constructor(go) {
    this.element = byId("graph");
    this.element.addEventListener("click", event => {
      const node = event.target.dataset?.node;
      if (node) go(Number(node));
    });
  }

  draw(state) {
    const known = state.line.filter(step => step.score);
    this.element.hidden = known.length < 2;
    if (this.element.hidden) return;
    const [width, height] = [320, 90];
    const last = Math.max(1, state.line.length - 1);
    const x = index => (6 + (index / last) * (width - 12)).toFixed(1);
    const y = score => (height / 2 - scoreHeight(score) * (height / 2 - 5)).toFixed(1);
    const title = step => `<title>${step.m}: ${scoreText(step.score, state)}</title>`;
    const size = index => (index + 1 === state.ply ? 4 : 2.2);
    const lines = scoreLines(state.line);
    const drawn = lines.map(([, steps], number) => `<polyline class="t${number % 5}" points="${
      steps.map(step => `${x(step.index)},${y(step.score)}`).join(" ")}"/>${steps.map(step =>
      `<circle cx="${x(step.index)}" cy="${y(step.score)}" r="${size(step.index)}" data-node="${step.node}">${title(step)}</circle>`).join("")}`);
    const proven = state.line.map((step, index) => {
      if (!step.score || !("mate" in step.score)) return "";
      const half = size(index) + 1;
      return `<rect class="proven" x="${x(index) - half}" y="${step.score.mate > 0 ? 2 : height - 2 - 2 * half}" width="${2 * half}" height="${
        2 * half}" data-node="${step.node}">${title(step)}</rect>`;
    });
    const [one, two] = [playerName(state, 1), playerName(state, 2)];
    const names = lines.map(([key]) => {
      const [by, player] = key.split("|");
      return `${by || "estimates"}${player ? ` at moves of ${Number(player) === 1 ? one : two}` : ""}`;
    });
    this.element.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Score over the game, up: ${
      one} is better"><path class="axis" d="M0 ${height / 2}H${width}"/>${drawn.join("")}${proven.join("")}</svg>`;
    this.element.append(el("figcaption", {}, `Up, and +, is better for ${one}. ${
      names.length > 0 ? `Lines: ${names.join("; ")}. ` : ""}${proven.some(Boolean) ? "Squares: proven." : ""}`));
  }
}

/** The bar beside the board, while an engine looks on: how high player one's part is. What is proven fills it. */
export function gauge(state, score) {
  const bar = byId("gauge");
  bar.hidden = !score;
  if (!score) return;
  const told = ofPlayerOne(score, state.turn);
  const height = "mate" in told ? Math.sign(told.mate) : scoreHeight(told);
  bar.firstElementChild.style.transform = `scaleY(${((1 + height) / 2).toFixed(3)})`;
  bar.classList.toggle("proven", "mate" in told);
  const words = `${scoreText(told, state)}${"mate" in told ? ", proven" : ""}`;
  bar.setAttribute("aria-label", words);
  bar.title = words;
  bar.lastElementChild.textContent = "mate" in told ? winMark(told).replace("−", "") : scoreText(told, state).replace(/\d$/, "");
}
