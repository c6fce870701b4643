// How positions, moves, scores and names are read and written. Rules are the engine's affair; here is only what must be
// known to draw: where a square lies, and what stands on it.

/** The games by name, as the server describes them: title, sides, notations, the shape of the board, rules. */
export const GAMES = {};

/** The seats of a game that two people look at or play. */
export const TWO_PEOPLE = [{ kind: "human" }, { kind: "human" }];

/** Takes in what the server says of the games. */
export function know(games) {
  for (const game of games) GAMES[game.name] = game;
}

/** The shape of a game's board: `layers`, `crossings` or `checkers`. How positions and moves name squares follows from it. */
export const shapeOf = game => GAMES[game].board;

/** Cells of layers in the order of position texts. */
export const QUBIC_CELLS = [];
for (let level = 1; level <= 4; level++)
  for (let row = 1; row <= 4; row++)
    for (let column = 1; column <= 4; column++) QUBIC_CELLS.push(`${level}${row}${column}`);

/** What stands where: a map from squares to `{ side: 1 | 2, king }`. */
export function stones(game, position, size) {
  return { layers: layerStones, crossings: crossingStones, checkers: checkerStones }[shapeOf(game)](position, size);
}

function layerStones(position) {
  const found = new Map();
  let cell = 0;
  for (const [word] of position.matchAll(/\d+|[xo]/g)) {
    if (word === "x" || word === "o") found.set(QUBIC_CELLS[cell++], { side: word === "x" ? 1 : 2 });
    else cell += Number(word);
  }
  return found;
}

function crossingStones(position, size) {
  const found = new Map();
  const rows = position.split(/[:;]/)[0].split("/");
  rows.forEach((text, number) => {
    let column = 0;
    for (const [word] of text.matchAll(/\d+|[xo]/g)) {
      if (word === "x" || word === "o")
        found.set(`${letter(column++)}${size - number}`, { side: word === "x" ? 1 : 2 });
      else column += Number(word);
    }
  });
  return found;
}

function checkerStones(position) {
  const found = new Map();
  for (const part of position.split(":").slice(1)) {
    const side = part[0] === "B" ? 1 : 2;
    for (const piece of part.slice(1).split(",").filter(Boolean)) {
      const king = piece[0] === "K";
      found.set(king ? piece.slice(1) : piece, { side, king });
    }
  }
  return found;
}

export const letter = column => String.fromCharCode(97 + column);

/** The size of a board of crossings. */
export const sizeOf = ({ position }) => position.split("/").length;

/**
 * Whose colour is whose. A swap of Go-Moku changes who has which, and while such an opening is under way nobody has one yet; its
 * stones are black and white in turn, no matter who places them. `next` is the colour to move, `of(index)` that of a move of the line (0: a
 * choice), `has(player)` that of a player (0: not chosen yet).
 */
export function colours({ game, position, line, ply, turn }) {
  if (shapeOf(game) !== "crossings") return { next: turn, of: index => line[index].player, has: player => player };
  const [board, said] = [position.split(/[:;]/)[0], /:([xo])/.exec(position)?.[1]];
  const number = stone => board.split(stone).length - 1;
  const next = (said ? said === "x" : number("x") <= number("o")) ? 1 : 2;
  const isStone = ({ m }) => squaresOf(game, m).length > 0;
  const of = index => {
    if (!isStone(line[index])) return 0;
    const between = line.slice(Math.min(index, ply), Math.max(index, ply)).filter(isStone).length;
    return between % 2 === 0 ? next : 3 - next;
  };
  const stage = /;([a-z]+)/.exec(position)?.[1];
  const has = player => (stage === "swapped" ? 3 - player : stage ? 0 : player);
  return { next, of, has };
}

/** What a player is called: by the colour, if there is one. */
export function playerName(state, player) {
  const side = colours(state).has(player);
  return side ? GAMES[state.game].sides[side - 1] : `Player ${["one", "two"][player - 1]}`;
}

/** The squares that a move touches, in order; none for a choice such as `swap`. */
export function squaresOf(game, move) {
  if (shapeOf(game) === "checkers") return /^[\d]/.test(move) ? move.split(/[-x]/) : [];
  if (shapeOf(game) === "crossings") return /^[a-t]\d+$/.test(move) ? [move] : [];
  return /^[1-4]{3}$/.test(move) ? [move] : [];
}

/** A move in the notation that is to be shown. */
export function shown(game, move, notation) {
  if (squaresOf(game, move).length === 0) return move;
  if (notation === "drops") return `P@${move}`;
  if (notation === "coordinates") return move;
  const index = QUBIC_CELLS.indexOf(move);
  return String(notation === "doake" ? index + 1 : index);
}

/** A square in words, for people who cannot see where it is. */
export function spoken(game, square, notation) {
  if (shapeOf(game) === "layers") {
    const [level, row, column] = square;
    return `level ${level} row ${row} column ${column}, ${shown(game, square, notation)}`;
  }
  return shapeOf(game) === "checkers" ? `square ${square}` : square;
}

/** Numbers for people: `12 k`, `3.4 M`. */
export function count(number) {
  if (number === null || number === undefined) return "";
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** Seconds as a clock shows them. */
export function clockText(seconds) {
  const whole = Math.max(0, seconds);
  if (whole < 10) return whole.toFixed(1);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(Math.floor(whole % 60)).padStart(2, "0")}`;
}

/** Who sits here, in words. */
export function seatText(seat) {
  if (seat.kind === "human") return "You";
  return `${seat.strategy ?? seat.engine}${seat.learns ? ", learning" : ""}`;
}

/** How a game has ended, in words. */
export function resultText(state) {
  const { result, reason } = state;
  const winner = result === "p1win" ? 0 : 1;
  // A person who has played a program is told so.
  const alone = state.seats.filter(({ kind }) => kind === "human").length === 1 && !state.title;
  const mine = alone ? (state.seats[winner].kind === "human" ? "You win! " : "You have lost. ") : "";
  const words = result === "draw" ? "A draw" : `${mine}${playerName(state, winner + 1)} wins`;
  return reason ? `${words}: ${reason}` : words;
}

/** Makes an element: `el("button", { type: "button", onclick }, "text", child)`. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}
