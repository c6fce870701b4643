// What the boards draw, put together from a state and what is known of it.

import { colours, letter, shapeOf, sizeOf, squaresOf, stones } from "./texts.js";
import { valueMarks } from "./work.js";

/** Moves of a variation that are ghosted. */
const GHOSTS = 6;

/** Everything that the boards draw: of a state, what is known and expected of it, and how it is looked at. */
export function sceneOf({ state, setup, values, line, others = [], hint, drawing, moved, flipped, notation }) {
  const { game } = state;
  const size = sizeOf(state);
  const found = stones(game, state.position, size);
  const marks = new Map();
  const mark = (square, name) => marks.set(square, (marks.get(square) ?? new Set()).add(name));
  for (const { kind, side, squares } of state.marks) {
    // Of a puzzle they would be the solution.
    if (state.puzzle?.state === "open" && (kind === "key" || kind === "force")) continue;
    if (kind === "lacks") {
      mark(squares[0], `wins${side}`);
      squares.slice(1).forEach(square => mark(square, `line${side}`));
    } else squares.forEach(square => mark(square, kind === "row" || kind === "take" ? kind : `${kind}${side}`));
  }
  for (const square of forbidden(state, found, size)) mark(square, "forbidden");
  const step = state.line[state.ply - 1];
  const legal = setup.active ? [] : state.legal;
  const mover = state.seats[state.turn - 1];
  const expected = setup.active ? [] : expectedMoves(state, line);
  return {
    game, size, marks, legal, turn: state.turn, values: values?.node === state.node ? valueMarks(values, state) : null,
    stones: setup.active ? setup.stones : found, ghosts: ghosts(state, expected, found),
    paths: shapeOf(game) === "checkers" ? expected : [],
    moveArrows: shapeOf(game) === "checkers" ? moveArrows(state, values, others) : [],
    last: step ? squaresOf(game, step.m) : [], notation, flipped: flipped !== isFromBelow(state), moved,
    drawn: drawnCells(drawing), drawnLines: drawing?.lines ?? [], others: candidates(others, state), hint: hint?.node === state.node ? squaresOf(game, hint.m) : null, labels: shapeOf(game) === "layers",
    playable: new Set(legal.map(move => squaresOf(game, move)[0])),
    canMove: state.result === "none" && (mover.kind === "human" || state.paused) && !setup.active && !state.posing,
  };
}

/** The free points that Renju forbids black, who is to move. */
function forbidden(state, found, size) {
  const { next, has } = colours(state);
  // While an opening is under way it says where stones may stand, and nobody has a colour.
  const black = /^(renju|choice)$/i.test(state.rules.Rules ?? "") && next === 1 && has(1) !== 0;
  if (!black || state.posing || state.result !== "none") return [];
  const points = Array.from({ length: size * size }, (_, at) => `${letter(at % size)}${Math.floor(at / size) + 1}`);
  return points.filter(square => !found.has(square) && !state.legal.includes(square));
}

/** Whether a person who plays draughts against a program has the side that stands above. */
function isFromBelow(state) {
  return shapeOf(state.game) === "checkers" && state.seats[0].kind === "human" && state.seats[1].kind !== "human";
}

/** The squares of a drawing: each with the texts of its lines (and their numbers, for their colours), of a point, and whether it is in the area. */
function drawnCells(drawing) {
  const cells = new Map();
  const at = square => cells.get(square) ?? cells.set(square, { lines: [], point: "", area: false }).get(square);
  for (const [number, { cells: line, text }] of (drawing?.lines ?? []).entries())
    for (const square of line) at(square).lines.push({ number: number % 6, text });
  for (const square of drawing?.area ?? []) at(square).area = true;
  for (const { square, text } of drawing?.points ?? []) at(square).point = text;
  return cells;
}

/** The first moves of further lines, by the square where they end. */
function candidates(others, state) {
  return new Map(others.map(({ rank, m }) => [squaresOf(state.game, m).at(-1), rank]));
}

/** Moves of draughts as arrows: further lines by rank, or the values of all moves in their colours. */
function moveArrows(state, values, others) {
  const marks = values?.node === state.node ? valueMarks(values, state) : null;
  if (marks) return [...marks].map(([m, { tone, short }]) => ({ squares: squaresOf(state.game, m), tone, text: short }));
  return others.map(({ rank, m }) => ({ squares: squaresOf(state.game, m), tone: "other", text: String(rank) }));
}

/** What the thinking engine expects, from now on: moves with their squares, sides and numbers. */
function expectedMoves(state, line) {
  if (!line || state.result !== "none") return [];
  const { next } = colours(state);
  return line.pv.slice(0, shapeOf(state.game) === "checkers" ? 2 : line.long ? line.pv.length : GHOSTS).map((move, index) =>
    ({ squares: squaresOf(state.game, move), side: ((next - 1 + index) % 2) + 1, number: index + 1 }));
}

/** The stones and pieces that the expected moves bring, where they come to. */
function ghosts(state, expected, found) {
  const ghosted = new Map();
  for (const { squares, side, number } of expected) {
    const square = squares.at(-1);
    if (!square || ghosted.has(square) || (found.has(square) && shapeOf(state.game) !== "checkers")) continue;
    ghosted.set(square, { side, number, king: Boolean(found.get(squares[0])?.king) });
  }
  return ghosted;
}
