// Go-Moku's records of other programs: SGF, with the moves from an empty board and what was said about them, and Piskvork's `psq`.

import { TWO_PEOPLE, colours, letter, shapeOf, sizeOf, squaresOf } from "./texts.js";

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

/** A game of these moves from an empty board of this size, which two people look at. */
const game = (size, line, title, names = ["", ""]) => ({ game: "gomoku", rules: size === 15 ? {} : { Size: String(size) },
  seats: TWO_PEOPLE, played: { line, title: title || "From a file", names } });

/** The game that a text of `psq` tells: a head with the size, then a move a line, as column, row from the top and time. `null` if it is none. */
export function fromPsq(text) {
  const size = Number(/^\s*Piskvorky (\d+)x\1\b/.exec(text)?.[1]);
  if (!size) return null;
  const [, ...lines] = text.trim().split(/\r?\n/);
  const moves = lines.map(line => /^(\d+),(\d+),\d+$/.exec(line.trim()));
  // What follows the moves are names of programs and the result.
  const number = moves.indexOf(null);
  return game(size, (number < 0 ? moves : moves.slice(0, number)).map(([, column, row]) => ({ m: `${letter(column - 1)}${size + 1 - row}` })),
    "", number < 0 ? ["", ""] : [lines[number], lines[number + 1] ?? ""]);
}

/** The game that a text of SGF tells, its first variations (`more` says whether there are others); `null` if it is none, or one that begins with stones. */
export function fromSgf(text) {
  if (!/^\s*\(\s*;/.test(text)) return null;
  const found = { SZ: ["15"], PB: [""], PW: [""], GN: [""] };
  const moves = [];
  let more = false;
  for (const { index, 0: token, 1: name, 2: values } of text.matchAll(/\)|\b([A-Z]+)\s*((?:\[(?:\\[^]|[^\]\\])*\]\s*)+)/g)) {
    if (token === ")") {
      more = /\(\s*;/.test(text.slice(index));
      break;
    }
    const all = [...values.matchAll(/\[((?:\\[^]|[^\]\\])*)\]/g)].map(([, value]) => value.replace(/\\([^])/g, "$1"));
    if (name === "B" || name === "W") moves.push({ name, m: all[0], comment: "" });
    else if (name === "C" && moves.length > 0) moves.at(-1).comment = all[0];
    else found[name] = all;
  }
  const size = Number(found.SZ[0]);
  if (found.AB || found.AW || moves.length === 0 || moves.some(({ name, m }, index) => name !== "BW"[index % 2] || !/^[a-t]{2}$/.test(m))) return null;
  const line = moves.map(({ m, comment }) => ({ m: `${m[0]}${size - (m.charCodeAt(1) - 97)}`, comment }));
  return { ...game(size, line, found.GN[0], [found.PB[0], found.PW[0]]), more };
}
