// Go-Moku's record for other programs: SGF, with the moves from an empty board and what was said about them.

import { colours, letter, shapeOf, sizeOf, squaresOf } from "./texts.js";

const escaped = text => String(text).replace(/[\]\\:]/g, "\\$&");

/** The file of a game, its ending and its text: of Go-Moku SGF, else the record that the engine reads. */
export function recordFile(state, record) {
  const sgf = toSgf(state);
  return sgf ? ["sgf", sgf] : [shapeOf(state.game) === "checkers" ? "pdn" : "txt", record];
}

/** A game as SGF; `null` if SGF cannot say it: it has a start of its own, or moves that are no stones. */
function toSgf(state) {
  if (shapeOf(state.game) !== "crossings" || state.start || state.line.some(({ m }) => squaresOf(state.game, m).length !== 1)) return null;
  const size = sizeOf(state);
  const place = m => `${m[0]}${letter(size - Number(m.slice(1)))}`;
  const side = colours(state).of;
  const result = { p1win: "B+", p2win: "W+", draw: "0" }[state.result];
  const tags = { FF: 4, GM: 4, CA: "UTF-8", SZ: size, PB: state.names[0], PW: state.names[1], RE: result, GN: state.title };
  const head = Object.entries(tags).filter(([, value]) => value).map(([name, value]) => `${name}[${escaped(value)}]`).join("");
  const moves = state.line.map(({ m, comment }, index) => `;${side(index) === 1 ? "B" : "W"}[${place(m)}]${comment ? `C[${escaped(comment)}]` : ""}`);
  return `(;${head}\n${moves.join("\n")})`;
}

/** The game that a text of SGF tells, its first variations; `null` if it is none, or one that begins with stones. */
export function fromSgf(text) {
  if (!/^\s*\(\s*;/.test(text)) return null;
  const found = { SZ: ["15"], PB: [""], PW: [""], GN: [""] };
  const moves = [];
  for (const [token, name, values] of text.matchAll(/\)|\b([A-Z]+)\s*((?:\[(?:\\[^]|[^\]\\])*\]\s*)+)/g)) {
    if (token === ")") break;
    const all = [...values.matchAll(/\[((?:\\[^]|[^\]\\])*)\]/g)].map(([, value]) => value.replace(/\\([^])/g, "$1"));
    if (name === "B" || name === "W") moves.push({ name, m: all[0], comment: "" });
    else if (name === "C" && moves.length > 0) moves.at(-1).comment = all[0];
    else found[name] = all;
  }
  const size = Number(found.SZ[0]);
  if (found.AB || found.AW || moves.length === 0 || moves.some(({ name, m }, index) => name !== "BW"[index % 2] || !/^[a-t]{2}$/.test(m))) return null;
  const line = moves.map(({ m, comment }) => ({ m: `${m[0]}${size - (m.charCodeAt(1) - 97)}`, comment }));
  return { game: "gomoku", rules: size === 15 ? {} : { Size: String(size) }, seats: [{ kind: "human" }, { kind: "human" }],
    played: { line, title: found.GN[0] || "From a file", names: [found.PB[0], found.PW[0]] } };
}
