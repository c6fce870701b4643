// What a learning strategy knows, read from what it says and from its memory, and drawn: patterns on the board with the sums of
// their lines, coefficients as bars and as curves, numbers of positions.

import { QUBIC_CELLS, el, shown } from "./texts.js";

/** The lines of Qubic, each as four squares from 0. */
export const LINES = (() => {
  const found = [];
  const inside = place => place.every(digit => digit >= 0 && digit < 4);
  const number = place => 16 * place[0] + 4 * place[1] + place[2];
  const steps = [-1, 0, 1];
  const ways = steps.flatMap(a => steps.flatMap(b => steps.map(c => [a, b, c])))
    .filter(way => way.find(Boolean) === 1);
  for (let square = 0; square < 64; square++)
    for (const way of ways) {
      const line = [0, 1, 2, 3].map(n => [square >> 4, (square >> 2) & 3, square & 3].map((digit, i) => digit + n * way[i]));
      if (line.every(inside)) found.push(line.map(number));
    }
  return found;
})();

/** The eighteen planes in the order of Citrenbaum 1965, each as sixteen squares from 0. */
export const PLANES = (() => {
  const planes = Array.from({ length: 18 }, () => []);
  const ways = [0, 1, 2, 3].flatMap(k => [[k, (a, i) => [k, i, a]], [4 + k, (a, i) => [a, i, k]], [8 + k, (a, i) => [a, k, i]]]);
  ways.push([12, (a, i) => [a, a, i]], [13, (a, i) => [a, 3 - a, i]], [14, (a, i) => [a, i, a]], [15, (a, i) => [a, i, 3 - a]],
    [16, (a, i) => [a, i, i]], [17, (a, i) => [a, i, 3 - i]]);
  for (const [plane, place] of ways)
    for (let n = 0; n < 16; n++) planes[plane].push(place(n >> 2, n & 3).reduce((number, digit) => 4 * number + digit, 0));
  return planes;
})();

/** Lines of these sums that meet at these squares in turn: each square is on two of them at least, and each line on a square. */
export function meetingLines(sums, squares, sum) {
  const near = LINES.filter(line => squares.some(square => line.includes(square)) && !Number.isNaN(sum(line)));
  const chosen = [];
  const search = () => {
    if (chosen.length === sums.length) return squares.every(square => chosen.filter(line => line.includes(square)).length > 1);
    for (const line of near) {
      if (sum(line) !== sums[chosen.length] || chosen.includes(line)) continue;
      chosen.push(line);
      if (search()) return true;
      chosen.pop();
    }
    return false;
  };
  return search() ? chosen : [];
}

/** The terms of a polynomial in an evaluation: `{ name, value, text, meaning, amount, share }`, the value being the coefficient, the amount
 * what the term is worth in the position, the share what both make together. */
export function termsIn(view) {
  const rows = view.split("\n");
  const head = rows.findIndex(row => /^term\s+value\s+coefficient/.test(row));
  if (head < 0) return [];
  return rows.slice(head + 1).flatMap(row => {
    const found = /^(\S+)\s+(-?[\d.]+)\s+([+-]?(?:2\^\d+|\d+(?:~[+-]?\d+)?))\s+(-?\d+)\s+(.*)$/.exec(row);
    if (!found) return [];
    const [, name, amount, text, share, meaning] = found;
    const power = /^([+-]?)2\^(\d+)$/.exec(text);
    // Two weights, for the beginning and the end of a game, are drawn as their mean.
    const weights = text.split("~").map(Number);
    const value = power ? (power[1] === "-" ? -1 : 1) * 2 ** Number(power[2])
      : weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
    return [{ name, value, text, meaning, amount: Number(amount), share: Number(share) }];
  });
}

/** Whether coefficients are powers of two, which are as far apart as 1 and 262,144: their scale is a logarithmic one. */
const powers = terms => terms.some(({ text }) => text.includes("^"));
/** From -1 to 1. */
const height = (value, most, logarithmic) =>
  (logarithmic ? (Math.sign(value) * Math.log2(Math.abs(value) + 1)) / Math.log2(most + 1) : value / most);
const greatest = terms => Math.max(1, ...terms.map(({ value }) => Math.abs(value)));

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The coefficients as bars, the greatest first: to the right what counts for a side, to the left what counts against it. Bars move from where
 * they were before, which stays as an outline. */
export function bars(terms, before = []) {
  const sorted = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const most = Math.max(greatest(terms), greatest(before));
  const [row, middle, reach] = [15, 160, 88];
  const was = new Map(before.map(term => [term.name, term]));
  const place = length => [(middle + Math.min(0, length)).toFixed(1), Math.max(0.6, Math.abs(length)).toFixed(1)];
  const glide = (name, from, to) => (still.matches || from === to ? "" : `<animate attributeName="${name}" from="${from}" to="${to}" dur="1.2s" fill="freeze"/>`);
  const drawn = sorted.map(({ name, value, text, meaning }, index) => {
    const y = index * row;
    const length = height(value, most, powers(terms)) * reach;
    const side = value < 0 ? "against" : "for";
    const [x, width] = place(length);
    const old = was.get(name);
    const [oldX, oldWidth] = old ? place(height(old.value, most, powers(terms)) * reach) : [x, width];
    const moved = old && old.text !== text;
    return `<g${moved ? ` class="moved"` : ""}><title>${name} ${text}${moved ? `, before ${old.text}` : ""}: ${meaning}</title><text x="2" y="${y + 11}">${name}</text>
      <rect class="bar ${side}" x="${x}" y="${y + 3}" width="${width}" height="${row - 6}">${glide("x", oldX, x)}${glide("width", oldWidth, width)}</rect>${
  moved ? `<rect class="was" x="${oldX}" y="${y + 2}" width="${oldWidth}" height="${row - 4}"/>` : ""}<text class="number" x="318" y="${y + 11}">${text}</text></g>`;
  }).join("");
  const figure = el("figure", { class: "bars", tabindex: 0 });
  const words = sorted.slice(0, 8).map(({ name, text }) => `${name} ${text}`).join(", ");
  figure.innerHTML = `<svg viewBox="0 0 320 ${sorted.length * row + 2}" role="img" aria-label="Coefficients: ${words}">
    <path class="axis" d="M${middle} 0V${sorted.length * row}"/>${drawn}</svg>`;
  const moved = sorted.filter(({ name, text }) => was.has(name) && was.get(name).text !== text).length;
  const scale = powers(terms) ? ", on a logarithmic scale" : "";
  figure.append(el("figcaption", {}, `Coefficients of the polynomial${scale}: right is for, left against.${
    before.length > 0 ? ` ${moved} have moved; the outline is where they were.` : ""}`));
  return figure;
}

/** How the coefficients of the greatest terms have changed from game to game. */
export function trajectories(history) {
  const last = history.at(-1) ?? [];
  if (history.length < 2 || last.length === 0) return "";
  const most = Math.max(...history.map(greatest));
  const shown = [...last].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, 5);
  const [width, tall] = [270, 110];
  const x = index => (6 + (index / (history.length - 1)) * (width - 12)).toFixed(1);
  const y = value => tall / 2 - height(value, most, powers(last)) * (tall / 2 - 8);
  const taken = [];
  const drawn = shown.map(({ name }, number) => {
    const values = history.map(terms => terms.find(term => term.name === name)?.value ?? 0);
    const points = values.map((value, index) => `${x(index)},${y(value).toFixed(1)}`).join(" ");
    let at = y(values.at(-1)) + 3;
    while (taken.some(other => Math.abs(other - at) < 9)) at += 9;
    taken.push(at);
    return `<polyline class="term t${number}" points="${points}"/><text x="${width}" y="${at.toFixed(1)}">${name}</text>`;
  }).join("");
  return `<svg viewBox="0 0 320 ${tall}" role="img" aria-label="Coefficients from game to game: ${
    shown.map(({ name, text }) => `${name} now ${text}`).join(", ")}"><path class="axis" d="M0 ${tall / 2}H${width}"/>${drawn}</svg>`;
}

const numbers = text => text.trim().split(/[ ,]+/).map(Number);
const meets = text => text.trim().split(/[ ,]+/).map(meet => meet.split("-").map(n => Number(n) - 1));
const squares = text => text.trim().split(/[ ,]+/).map(line => line.split("-").map(n => Number(n) - 1));

/** The pattern that a sentence about a lesson tells of, learned from a game of these moves; `null` if it tells of none. */
export function patternIn(text, moves) {
  const numbered = moves.map(move => QUBIC_CELLS.indexOf(move));
  const deep = /pattern ([\d ]+) meet ([\d ,-]+) from game \d+, move (\d+)/.exec(text);
  if (deep) return { sums: numbers(deep[1]), meet: meets(deep[2]), ply: Number(deep[3]) - 1, moves: numbered };
  const found = /\(([\d,]+)\).*lines ([\d-]+(?:, [\d-]+)*)/.exec(text);
  return found ? { sums: numbers(found[1]), lines: squares(found[2]), moves: numbered } : null;
}

/** A sentence about a lesson, whose lines of squares are the thesis's numbers from 1, as the board names them. */
export const inNotation = (text, notation) => text.replace(/\b\d+(?:-\d+){3}\b/g, line =>
  line.split("-").map(number => shown("qubic", QUBIC_CELLS[number - 1], notation)).join("-"));

/** Those of a memory of version 1, a line each. */
function patternsInLines(rows) {
  return rows.flatMap(row => {
    const parts = row.split(" | ");
    const kind = /^(test|pattern) ([\d ]+?)(?: meet ([\d -]+))?$/.exec(parts[0]);
    if (!kind) return [];
    const part = name => parts.find(part => part.startsWith(`${name} `))?.slice(name.length + 1);
    const count = name => new RegExp(`${name} (\\d+)`).exec(row)?.[1] ?? 0;
    const pattern = { sums: numbers(kind[2]), game: part("game"), words: `won ${count("won")}, lost ${count("lost")}` };
    pattern.name = `(${pattern.sums.join(",")})`;
    if (part("moves")) pattern.moves = numbers(part("moves")).map(n => n - 1);
    if (part("lines")) pattern.lines = squares(part("lines"));
    if (kind[3]) Object.assign(pattern, { meet: meets(kind[3]), ply: Number(part("ply")) });
    return [pattern];
  });
}

/** The patterns of a memory, each with its name and what became of it. */
export function patternsIn(text) {
  const [head, ...rows] = text.split("\n");
  if (/^fourscore-memory \S+ score-four\S* 1$/.test(head)) return patternsInLines(rows);
  if (!/^fourscore-memory \S+ score-four\S* 2$/.test(head)) return [];
  const known = JSON.parse(rows.join("\n").replace(/\nchecksum \S+\s*$/, ""));
  return (known.test ?? known.entries).map(entry => {
    const [sums, meet] = entry.description ? entry.description.split(" meet ") : [entry.pattern.join(" ")];
    const origin = entry.origin ?? entry;
    const pattern = { sums: numbers(sums), game: origin.game ? String(origin.game) : undefined };
    pattern.name = `(${pattern.sums.join(",")})`;
    pattern.words = `won ${entry.wins ?? entry.won}, lost ${entry.losses ?? entry.lost}`;
    if (origin.moves?.length) pattern.moves = origin.moves.map(n => n - 1);
    if (origin.lines?.length) pattern.lines = origin.lines.map(line => line.map(n => n - 1));
    if (meet) Object.assign(pattern, { meet: meets(meet), ply: entry.ply });
    return pattern;
  });
}

/**
 * Where a pattern stood in the game that it was learned from: how many plies had been played, and its lines with their sums.
 * The winner's stones count 5 in a pattern of one's own, 1 in one of the opponent's; a line with a stone of the loser has none.
 */
export function realise(pattern) {
  const { sums, moves } = pattern;
  if (!moves) return null;
  const unit = Math.max(...sums) > 4 ? 5 : 1;
  const winner = (moves.length - 1) % 2;
  const told = (lines, sum) => lines.map(line => ({ sum: sum(line), cells: line.map(square => QUBIC_CELLS[square]) }));
  const sumsAfter = plies => {
    const value = Array(64).fill(0);
    moves.slice(0, plies).forEach((square, ply) => { value[square] = ply % 2 === winner ? unit : NaN; });
    return { value, sum: line => line.reduce((sum, square) => sum + value[square], 0) };
  };
  if (pattern.lines) {
    const stood = moves.map((_, index) => moves.length - index).filter(plies =>
      inOrder(pattern.lines.slice(0, sums.length).map(sumsAfter(plies).sum)) === inOrder(sums));
    // A pattern holds five sums, of however many lines: the loser had not stopped any of them yet.
    const plies = stood.find(plies => !pattern.lines.some(line => Number.isNaN(sumsAfter(plies).sum(line)))) ?? stood[0];
    return plies ? { plies, lines: told(pattern.lines, sumsAfter(plies).sum) } : null;
  }
  const { value, sum } = sumsAfter(pattern.ply);
  const lines = fit(pattern, value, sum);
  return lines && { plies: pattern.ply, lines: told(lines, sum) };
}

/** How a pattern was found: the winner's moves from the last back to where it stood, each with the sums that its lines had before it. */
export function backtracking(pattern) {
  const found = realise(pattern);
  if (!found) return [];
  const winner = (pattern.moves.length - 1) % 2;
  const unit = Math.max(...pattern.sums) > 4 ? 5 : 1;
  const steps = [];
  for (let ply = pattern.moves.length - 1; ply >= found.plies - 1; ply--) {
    if (ply % 2 !== winner) continue;
    const stood = new Map(pattern.moves.slice(0, ply).map((square, index) => [square, index % 2 === winner ? unit : NaN]));
    const sum = line => line.reduce((total, square) => total + (stood.get(square) ?? 0), 0);
    steps.push({ move: pattern.moves[ply], sums: pattern.lines.map(sum).map(value => (Number.isNaN(value) ? "–" : value)) });
  }
  return steps;
}

/** Sums as text; a pattern has those of its first three lines in the order in which they meet, not in that of the lines. */
const inOrder = sums => [...sums.slice(0, 3).sort((a, b) => a - b), ...sums.slice(3)].join();

/** Lines of these sums that meet as the pattern says: each meeting is one blank square that is on all its lines. */
function fit({ sums, meet }, value, sum) {
  const chosen = [];
  const meeting = group => {
    const lines = group.filter(index => index < chosen.length).map(index => chosen[index]);
    return lines.length < 2 || lines[0].some(square => value[square] === 0 && lines.every(line => line.includes(square)));
  };
  const search = () => {
    if (chosen.length === sums.length) return true;
    for (const line of LINES) {
      if (sum(line) !== sums[chosen.length] || chosen.includes(line)) continue;
      chosen.push(line);
      if (meet.every(meeting) && search()) return true;
      chosen.pop();
    }
    return false;
  };
  return search() ? chosen : null;
}
