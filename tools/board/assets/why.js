// Why a program moves, drawn: the lines, the plane, the squares in their order and the terms that its reason speaks of, found on the
// board again from what it says and from what it sees without searching.

import { LINES, PLANES, meetingLines, termsIn } from "./memory.js";
import { QUBIC_CELLS, colours, el, shapeOf, shown, sizeOf, squaresOf, stones } from "./texts.js";

/** More lines than this are not drawn. */
const MOST_LINES = 6;
/** Moves of the line expected that are numbered. */
const NUMBERED = 20;

/** What stands where in Qubic, by number of cell: 0, 1 or 2. */
function counters(state) {
  const found = stones(state.game, state.position, sizeOf(state));
  return QUBIC_CELLS.map(cell => found.get(cell)?.side ?? 0);
}

/** Lines through a cell on which this side has so many and the other none. */
const through = (at, cell, side, number) => LINES.filter(line => line.includes(cell) &&
  line.filter(other => at[other] === side).length === number && line.every(other => at[other] === 0 || at[other] === side));

/** The planes that a view lists for this side: `{ number, own, other, sequence, watch }`. */
function planesIn(view, ofMover) {
  const [mine, others] = view.split(/\nopponent:/);
  return [...((ofMover ? mine : others) ?? "").matchAll(/plane (\d+): (\d+)-(\d+), (no )?TFS, XWATCH ([^,]*), OWATCH/g)].map(row =>
    ({ number: Number(row[1]) - 1, excess: row[2] - row[3], sequence: !row[4], watch: row[5].split(" ").filter(cell => cell !== "-") }));
}

const WORDS = { two: 2, three: 3, four: 4, five: 5, six: 6 };

/** The plane of a reason: the one through the move that fits it best. */
function plane({ reason, view }, cell, ofMover) {
  const wanted = WORDS[/excess-(\w+)/.exec(reason)?.[1]] ?? 0;
  const fit = ({ excess, sequence }) => (sequence && /TFS/.test(reason) ? 20 : 0) + (excess === wanted ? 10 : 0) + excess;
  return planesIn(view, ofMover).filter(({ number }) => PLANES[number].includes(cell)).sort((a, b) => fit(b) - fit(a))[0];
}

/** The patterns of which a reason speaks: sums, squares in turn, whose. */
function patternsOf(reason) {
  const found = [...reason.matchAll(/(own|the opponent's) pattern (?:\d+ )?\(([\d, ]+)(?: meet [\d -]+)?\)[^;]*? on (\d{3}(?: then \d{3})*)/g)];
  return found.map(([, whose, sums, squares]) => ({ mine: whose === "own", sums: sums.split(/[ ,]+/).map(Number), squares: squares.split(" then ") }));
}

/** A pattern's lines in a view that draws it, or found by their sums and where they meet. */
function patternLines(pattern, why, at, side, cell) {
  const drawn = why.view.split("\n").reduce((rows, row) => {
    if (/pattern/.test(row)) rows.push([]);
    const line = /line ((?:\d{3}-){3}\d{3}) sums to (\d+)/.exec(row);
    if (line) rows.at(-1)?.push({ cells: line[1].split("-"), text: line[2] });
    return rows;
  }, []).find(lines => lines.length === pattern.sums.length && pattern.squares.every(square => lines.some(({ cells }) => cells.includes(square))));
  if (drawn) return drawn;
  const owner = pattern.mine ? side : 3 - side;
  // What would arise, or is formed, has a stone on the move's cell.
  const then = /key square|stops/.test(why.reason) ? at : at.with(cell, owner);
  const unit = Math.max(...pattern.sums) > 4 ? 5 : 1;
  const sum = line => line.reduce((total, other) => total + (then[other] === 0 ? 0 : then[other] === owner ? unit : NaN), 0);
  const lines = meetingLines(pattern.sums, pattern.squares.map(square => QUBIC_CELLS.indexOf(square)), sum);
  return lines.map(line => ({ cells: line.map(other => QUBIC_CELLS[other]), text: String(sum(line)) }));
}

/** What of a reason is drawn on the board: lines with a text, cells of an area, points with a text. */
export function drawingOf(why, state) {
  const drawing = { lines: [], area: [], points: [] };
  const [move] = squaresOf(state.game, why.m).slice(-1);
  if (!move) return drawing;
  if (shapeOf(state.game) === "layers") layered(drawing, why, state, move);
  if (shapeOf(state.game) === "crossings") threats(drawing, why, state);
  return drawing;
}

function layered(drawing, why, state, move) {
  const { reason } = why;
  const [at, cell, side] = [counters(state), QUBIC_CELLS.indexOf(move), colours(state).next];
  const ofMover = !/^Blocks|opponent|^stops|^lost/i.test(reason);
  const owner = ofMover ? side : 3 - side;
  const draw = lines => { drawing.lines = lines.slice(0, MOST_LINES).map((line, index) => ({ cells: line.map(other => QUBIC_CELLS[other]), text: "abcdef"[index] })); };
  const patterns = patternsOf(reason);
  if (patterns.length > 0) {
    drawing.lines = patternLines(patterns[0], why, at, side, cell);
    drawing.points = patterns[0].squares.map((square, index) => ({ square, text: String(index + 1) }));
  } else if (/four in a row|4-0 file|line of four/.test(reason)) draw(through(at, cell, side, 3));
  else if (/three in a row|0-3 file|line of three/.test(reason)) draw(through(at, cell, 3 - side, 3));
  else if (/related pair|two 3-0/i.test(reason)) draw(through(at, cell, owner, 2));
  else if (/TFS|excess|plane|threat/.test(reason)) {
    const found = plane(why, cell, ofMover);
    if (!found) return;
    drawing.area = PLANES[found.number].map(other => QUBIC_CELLS[other]);
    drawing.points = found.watch.map(square => ({ square, text: "w" }));
    draw([2, 1].flatMap(number => through(at, cell, owner, number)).filter(line => line.every(other => PLANES[found.number].includes(other))));
  }
}

/** The squares around one in a direction, at most so many away, as far as the board reaches. */
function along(square, [dc, dr], size, reach) {
  const [column, row] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
  const steps = Array.from({ length: 2 * reach + 1 }, (_, n) => [column + (n - reach) * dc, row + (n - reach) * dr]);
  return steps.filter(([c, r]) => c >= 0 && r >= 0 && c < size && r < size).map(([c, r]) => `${String.fromCharCode(97 + c)}${r + 1}`);
}

/** The squares of a row on which this side makes five. */
function fives(row, at, side) {
  const found = new Set();
  for (let start = 0; start + 5 <= row.length; start++) {
    const five = row.slice(start, start + 5);
    const free = five.filter(square => !at.has(square));
    if (free.length === 1 && five.every(square => !at.has(square) || at.get(square) === side)) found.add(free[0]);
  }
  return [...found];
}

/** The squares that answer a threat: of a four the one that completes it, of a three those after which it makes no open four. */
function answers(square, at, side, size) {
  const rows = [[1, 0], [0, 1], [1, 1], [1, -1]].map(way => along(square, way, size, 5));
  const complete = rows.flatMap(row => fives(row, at, side));
  if (complete.length > 0) return [...new Set(complete)];
  const put = (square, owner) => new Map(at).set(square, owner);
  const opens = (row, stones) => row.filter(other => !stones.has(other)).some(other => fives(row, new Map(stones).set(other, side), side).length > 1);
  return [...new Set(rows.filter(row => opens(row, at)).flatMap(row =>
    row.filter(other => !at.has(other) && !opens(row, put(other, 3 - side)))))];
}

/** A sequence of threats: its squares in turn, and for each those that would answer it. */
function threats(drawing, why, state) {
  const size = sizeOf(state);
  const at = new Map([...stones(state.game, state.position, size)].map(([square, { side }]) => [square, side]));
  const side = colours(state).next;
  const sequence = [...why.reason.matchAll(/(?:Three|Four|Five)s? ([a-t]\d+)/g)].map(([, square]) => square);
  sequence.forEach((square, index) => {
    at.set(square, side);
    drawing.points.push({ square, text: String(index + 1) });
    const cells = answers(square, at, side, size);
    if (cells.length > 0 && index + 1 < sequence.length) drawing.lines.push({ cells, text: `×${index + 1}`, answer: true });
  });
}

/** The line that a program expects, to be numbered on the board. */
export const expectation = (why, drawing) => ({ ...why, pv: drawing?.points.length > 0 ? why.pv.slice(0, 1) : why.pv.slice(0, NUMBERED), long: true });

/** The terms of a polynomial as a table: value, weight with its sign, and what the term adds to the score, drawn as a bar. */
export function termTable(view) {
  const terms = termsIn(view).filter(({ share }) => share !== 0).sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
  if (terms.length === 0) return null;
  const most = Math.abs(terms[0].share);
  const bar = share => {
    const width = (Math.abs(share) / most) * 48;
    const cell = el("td", { "aria-hidden": "true" });
    cell.innerHTML = `<svg viewBox="0 0 100 10" class="share"><path class="axis" d="M50 0V10"/><rect class="bar ${share < 0 ? "against" : "for"}" x="${
      share < 0 ? 50 - width : 50}" y="1.5" width="${Math.max(0.8, width)}" height="7"/></svg>`;
    return cell;
  };
  const head = ["term", "value", "weight", "adds", ""].map(text => (text ? el("th", { scope: "col" }, text) : el("td", {})));
  return el("table", { class: "terms" }, el("caption", {}, "Values are credited to the side that has just moved; what they add is for the side to move"),
    el("tr", {}, ...head), ...terms.map(({ name, amount, text, share, meaning }) => el("tr", { title: meaning },
      el("th", { scope: "row" }, name), el("td", {}, String(amount)), el("td", {}, text.replace("-", "−").replace(/\^(\d+)/, (_, power) => [...power].map(digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join(""))), el("td", {}, `${share > 0 ? "+" : "−"}${Math.abs(share).toLocaleString("en")}`), bar(share))));
}

/** What is drawn, in words, for who cannot see it. */
export function drawnWords(drawing, state, notation) {
  const name = square => shown(state.game, square, notation);
  const parts = drawing.lines.map(({ cells, text, answer }) => `${answer ? `answers to ${text.slice(1)}` : text}: ${cells.map(name).join(" ")}`);
  if (drawing.area.length > 0) parts.unshift(`plane: ${drawing.area.map(name).join(" ")}`);
  if (drawing.points.length > 0) parts.push(`squares: ${drawing.points.map(({ square, text }) => `${text} ${name(square)}`).join(", ")}`);
  return parts.join("; ");
}
