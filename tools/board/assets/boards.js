// The flat boards: every square is a button with a name, arrow keys go from one to the next, Enter plays.

import { animate, draggable } from "./moving.js";
import { GAMES, QUBIC_CELLS, el, letter, shapeOf, shown, spoken, squaresOf } from "./texts.js";

const X = `<svg viewBox="0 0 20 20" class="stone s1"><path d="M4.5 4.5l11 11M15.5 4.5l-11 11"/></svg>`;
const O = `<svg viewBox="0 0 20 20" class="stone s2"><circle cx="10" cy="10" r="5.8"/></svg>`;
const disc = (side, king) => `<svg viewBox="0 0 20 20" class="disc d${side}"><circle cx="10" cy="10" r="8"/><circle class="shine" cx="10" cy="10" r="5.4"/>${
  king ? `<path class="crown" d="M5.5 13.5l-.8-6 3 2.6L10 6l2.3 4.1 3-2.6-.8 6z"/>` : ""}</svg>`;

/** The picture of a stone. */
export function picture(game, stone) {
  if (shapeOf(game) === "layers") return stone.side === 1 ? X : O;
  if (shapeOf(game) === "crossings") return `<svg viewBox="0 0 20 20" class="disc d${stone.side}"><circle cx="10" cy="10" r="8.6"/></svg>`;
  return disc(stone.side, stone.king);
}

/** From clicks on squares to moves: in draughts a move takes several. */
export class Chooser {
  /** `tell` hears why a square will not do. */
  constructor(play, tell) {
    this.play = play;
    this.tell = tell;
    this.path = [];
  }

  /** Takes a square; plays when it completes a legal move. */
  pick(scene, square) {
    if (!scene.canMove) return;
    const moves = scene.legal.map(move => ({ move, squares: squaresOf(scene.game, move) }));
    const path = [...this.path, square];
    const begins = ({ squares }) => path.every((step, index) => squares[index] === step);
    const fitting = moves.filter(begins);
    const whole = fitting.find(({ squares }) => squares.length === path.length);
    // The first and the last square are enough where only one move has them.
    const ends = moves.filter(({ squares }) =>
      path.length === 2 && squares[0] === path[0] && squares.at(-1) === square);
    this.path = [];
    if (whole && fitting.length === 1) this.play(whole.move);
    else if (fitting.length === 0 && ends.length === 1) this.play(ends[0].move);
    else if (fitting.length > 0) this.path = path;
    else if (moves.some(({ squares }) => squares[0] === square && squares.length > 1)) this.path = [square];
    else if (shapeOf(scene.game) === "checkers") this.tell(this.refusal(scene, path, moves));
    else if (scene.marks.get(square)?.has("forbidden")) this.tell("Renju forbids black this point: it makes two threes, two fours, or six.");
  }

  /** Why no move of draughts goes along these squares. */
  refusal(scene, path, moves) {
    const list = squares => [...new Set(squares)].join(", ");
    const own = scene.stones.get(path[0])?.side === scene.turn;
    const must = moves.some(({ move }) => move.includes("x")) ? " must capture" : " can move";
    const from = path.slice(0, -1);
    const on = moves.filter(({ squares }) => from.every((step, index) => squares[index] === step)).map(({ squares }) => squares[from.length]);
    if (from.length > 0 && on.length > 0) return `The piece on ${from[0]} can go to ${list(on)}.`;
    return `${own ? `The piece on ${path[0]} cannot move. ` : ""}${list(moves.map(({ squares }) => squares[0]))}${must}.`;
  }

  /** Where the next step may go. */
  targets(scene) {
    if (this.path.length === 0) return new Set();
    const fits = squares => this.path.every((step, index) => squares[index] === step);
    const next = scene.legal.map(move => squaresOf(scene.game, move)).filter(fits);
    return new Set(next.map(squares => squares[this.path.length]));
  }
}

/** A square's name and state in words. */
export function label(scene, square) {
  const stone = scene.stones.get(square);
  const words = [spoken(scene.game, square, scene.notation)];
  words.push(stone ? GAMES[scene.game].sides[stone.side - 1] + (stone.king ? " king" : "") : "empty");
  if (scene.last.includes(square)) words.push("last move");
  const marks = scene.marks.get(square);
  if (marks?.has("row")) words.push("winning line");
  if (marks?.has("wins1")) words.push(`${GAMES[scene.game].sides[0]} would win here`);
  if (marks?.has("wins2")) words.push(`${GAMES[scene.game].sides[1]} would win here`);
  if (marks?.has("key1") || marks?.has("key2")) words.push("key square");
  else if (marks?.has("force1") || marks?.has("force2")) words.push("would have to be answered");
  if (marks?.has("line1") || marks?.has("line2")) words.push(shapeOf(scene.game) === "layers" ? "in a line of three" : "in a four");
  if (marks?.has("three1") || marks?.has("three2")) words.push("in an open three");
  if (marks?.has("take")) words.push("must capture");
  if (marks?.has("forbidden")) words.push("forbidden to black");
  if (scene.ghosts.has(square)) words.push(`expected, move ${scene.ghosts.get(square).number}`);
  if (scene.hint?.includes(square)) words.push("hint");
  const drawn = scene.drawn.get(square);
  if (drawn?.lines.length > 0) words.push(`line ${drawn.lines.map(({ text }) => text).join(" and ")}`);
  if (drawn?.point) words.push(`square ${drawn.point}`);
  if (drawn?.area) words.push("in the plane");
  if (scene.others.has(square)) words.push(`choice ${scene.others.get(square)}`);
  if (scene.values?.has(square)) words.push(scene.values.get(square).words);
  return words.join(", ");
}

/** Classes of a square: what it is marked with, each behind `m-`. */
export function classes(scene, square, chooser) {
  const marks = [...(scene.marks.get(square) ?? [])];
  if (scene.last.includes(square)) marks.push("last");
  if (scene.hint?.includes(square)) marks.push("hinted");
  const drawn = scene.drawn.get(square);
  if (drawn?.lines.length > 0) marks.push("pattern");
  if (drawn?.area) marks.push("area");
  if (drawn?.point) marks.push("point");
  if (scene.others.has(square)) marks.push("other");
  const value = scene.values?.get(square);
  if (value) marks.push(`value-${value.tone}`);
  if (scene.canMove && scene.playable.has(square)) marks.push("legal");
  if (chooser.path.includes(square)) marks.push("picked");
  if (chooser.targets(scene).has(square)) marks.push("target");
  if (scene.paths.some(({ squares }) => squares[0] === square)) marks.push("leaves");
  if (scene.paths.some(path => captured(path).includes(square))) marks.push("captured");
  return ["cell", ...marks.map(mark => `m-${mark}`)].join(" ");
}

/** Row and column of a square of draughts, from 0. */
const placeOf = square => {
  const row = (square - 1) >> 2;
  return [row, 2 * ((square - 1) & 3) + (row % 2 === 0 ? 1 : 0)];
};

/** The squares that a move of draughts jumps over. */
function captured({ squares }) {
  return squares.slice(1).flatMap((square, index) => {
    const [[r1, c1], [r2, c2]] = [placeOf(squares[index]), placeOf(square)];
    return Math.abs(r1 - r2) === 2 ? [String(4 * ((r1 + r2) / 2) + (((c1 + c2) / 2) >> 1) + 1)] : [];
  });
}

/** Moves as arrows over the board of draughts. */
function arrows({ paths, moveArrows, flipped }) {
  const drawn = paths.map(({ squares, side, number }) => arrow({ squares, flipped, name: `a${side}`, number }));
  return moveArrows.map(({ squares, tone, text }) => arrow({ squares, flipped, name: tone, text })).concat(drawn).join("");
}

/** An arrow along these squares, with a text at its end. */
function arrow({ squares, flipped, name, number = "", text = "" }) {
  if (squares.length < 2) return "";
  const points = squares.map(square => placeOf(square).map(at => (flipped ? 7 - at : at) + 0.5));
  const [[r1, c1], [r2, c2]] = points.slice(-2);
  const length = Math.hypot(r2 - r1, c2 - c1);
  const [down, right] = [(r2 - r1) / length, (c2 - c1) / length];
  // The head ends before the piece that arrives.
  const [tipR, tipC] = [r2 - 0.3 * down, c2 - 0.3 * right];
  const wing = turn => `${tipC - 0.24 * right + turn * 0.15 * down},${tipR - 0.24 * down - turn * 0.15 * right}`;
  const line = [...points.slice(0, -1), [tipR - 0.2 * down, tipC - 0.2 * right]].map(([r, c]) => `${c},${r}`).join(" ");
  return `<g class="arrow ${name}" data-number="${number}"><polyline points="${line}"/><polygon points="${tipC},${tipR} ${
    wing(1)} ${wing(-1)}"/>${text ? `<text x="${(c1 + c2) / 2}" y="${(r1 + r2) / 2 + 0.09}">${text}</text>` : ""}</g>`;
}

/** The flat board of whatever game there is. */
export class Flat {
  constructor(container, chooser, redraw) {
    this.container = container;
    this.chooser = chooser;
    this.redraw = redraw;
    this.cells = new Map();
    this.key = "";
    container.addEventListener("click", event => {
      const square = event.target.closest("[data-square]")?.dataset.square;
      if (square && this.scene) {
        this.focusOn(square, false);
        chooser.pick(this.scene, square);
        redraw();
      }
    });
    container.addEventListener("keydown", event => this.step(event));
    draggable(container, square => this.scene && shapeOf(this.scene.game) === "checkers" && this.scene.canMove &&
      this.scene.playable.has(square), square => {
      // A drag begins a move, whatever has been clicked before.
      if (this.scene.playable.has(square)) chooser.path = [];
      chooser.pick(this.scene, square);
      redraw();
    });
  }

  /** Builds the board again if it is another one. */
  build(scene) {
    const key = [scene.game, scene.size, scene.flipped].join();
    if (key === this.key) return;
    this.key = key;
    this.cells.clear();
    const builders = { layers: layeredBoard, crossings: crossedBoard, checkers: checkeredBoard };
    const { element, grid } = builders[shapeOf(scene.game)](scene, square => {
      const cell = el("button", { type: "button", "data-square": square, tabindex: -1 });
      this.cells.set(square, cell);
      return cell;
    });
    this.grid = grid;
    this.container.className = scene.game;
    this.container.replaceChildren(element);
    this.focusOn(grid.flat().find(Boolean), false);
  }

  draw(scene) {
    this.scene = scene;
    this.build(scene);
    for (const [square, cell] of this.cells) {
      const stone = scene.stones.get(square);
      const ghost = scene.ghosts.get(square);
      const value = scene.values?.get(square);
      // Texts on a square are the style's: its name says more than they do.
      const text = (name, words) => `<i class="${name}" data-says="${words}"></i>`;
      let inside = stone ? picture(scene.game, stone) : "";
      if (ghost && !stone) inside = `<span class="ghost">${picture(scene.game, ghost)}${text("", ghost.number)}</span>`;
      else if (ghost) inside += text("onto", ghost.number);
      if (value && !stone) inside += text(`value ${value.tone}`, value.short);
      const drawn = scene.drawn.get(square);
      if (drawn?.lines.length > 0) inside += `<i class="tags">${drawn.lines.map(({ number, text: said }) => text(`k${number}`, said)).join("")}</i>`;
      if (drawn?.point) inside += text("step", drawn.point);
      if (scene.others.has(square) && !stone && shapeOf(scene.game) !== "checkers") inside += text("rank", scene.others.get(square));
      if (shapeOf(scene.game) === "checkers") inside += text("number", square);
      else if (!inside && scene.labels) inside = text("number", shown(scene.game, square, scene.notation));
      if (cell.dataset.inside !== inside) {
        cell.innerHTML = inside;
        cell.dataset.inside = inside;
      }
      const name = classes(scene, square, this.chooser);
      if (cell.className !== name) cell.className = name;
      const words = label(scene, square);
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
    }
    if (scene.moved) animate(this.cells, scene.moved);
    const overlay = this.container.querySelector(".arrows");
    const drawn = arrows(scene);
    if (overlay && overlay.dataset.drawn !== drawn) {
      overlay.innerHTML = drawn;
      overlay.dataset.drawn = drawn;
    }
  }

  /** Makes a square the one that Tab comes to. */
  focusOn(square, focus = true) {
    for (const cell of this.cells.values()) cell.tabIndex = -1;
    const cell = this.cells.get(square);
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  /** Arrow keys: within a layer, and in Qubic from layer to layer by page keys or at an edge. */
  step(event) {
    const square = event.target.closest?.("[data-square]")?.dataset.square;
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = this.grid.findIndex(row => row.includes(square));
    const column = this.grid[row].indexOf(square);
    const layer = shapeOf(this.scene.game) === "layers" ? 4 : 0;
    const moves = {
      ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
      PageUp: [-layer, 0], PageDown: [layer, 0],
    };
    if (event.key === "Escape") {
      this.chooser.path = [];
      this.redraw();
      return;
    }
    const move = moves[event.key];
    if (!move || (move[0] === 0 && move[1] === 0)) return;
    event.preventDefault();
    let [r, c] = [row + move[0], column + move[1]];
    if (layer && move[1] !== 0 && (c < 0 || c > 3)) [r, c] = [r + (c < 0 ? -4 : 4), c < 0 ? 3 : 0];
    while (this.grid[r]?.[c] === null) [r, c] = [r + move[0], c + (move[1] || 1)];
    const next = this.grid[r]?.[c];
    if (next) this.focusOn(next);
  }
}

/** Four layers, as the papers draw them. */
function layeredBoard(scene, cell) {
  const order = scene.flipped ? [...QUBIC_CELLS].reverse() : QUBIC_CELLS;
  const grid = [];
  const layers = [];
  for (let level = 0; level < 4; level++) {
    const name = order[16 * level][0];
    const layer = el("div", { class: "layer", role: "group", "aria-label": `Level ${name}` });
    for (let row = 0; row < 4; row++) {
      const squares = order.slice(16 * level + 4 * row, 16 * level + 4 * row + 4);
      grid.push(squares);
      layer.append(...squares.map(cell));
    }
    layers.push(el("div", { class: "level" }, el("h2", {}, `Level ${name}`), layer));
  }
  return { element: el("div", { class: "layers" }, ...layers), grid };
}

/** Whether a crossing is one of the points that are dotted: the middle, and others a few lines from the edges. */
function isStar(row, column, size) {
  const [near, middle] = [size >= 13 ? 3 : 2, (size - 1) / 2];
  const on = at => at === near || at === size - 1 - near || at === middle;
  return size >= 9 && on(row) && on(column) && (size >= 19 || (row === middle) === (column === middle));
}

/** A board of crossings, with letters and numbers beside it. */
function crossedBoard(scene, cell) {
  const { size } = scene;
  const grid = [];
  const element = el("div", { class: "goban", role: "group", "aria-label": "Board" });
  element.style.setProperty("--size", size);
  const place = index => (scene.flipped ? size - 1 - index : index);
  element.append(el("span", { class: "edge top", "aria-hidden": "true" }));
  for (let row = 0; row < size; row++) {
    const rank = place(size - 1 - row);
    const squares = Array.from({ length: size }, (_, column) => `${letter(place(column))}${rank + 1}`);
    grid.push(squares);
    element.append(el("span", { class: "edge", "aria-hidden": "true" }, String(rank + 1)));
    squares.forEach((square, column) => {
      const button = cell(square);
      button.dataset.edge = [row === 0 && "n", row === size - 1 && "s", column === 0 && "w", column === size - 1 && "e"]
        .filter(Boolean).join(" ");
      button.dataset.star = isStar(row, column, size);
      element.append(button);
    });
    element.append(el("span", { class: "edge", "aria-hidden": "true" }));
  }
  element.append(el("span", { class: "edge" }));
  for (let column = 0; column < size; column++)
    element.append(el("span", { class: "edge", "aria-hidden": "true" }, letter(place(column))));
  return { element, grid };
}

/** Squares 1 to 32, Black at the top. */
function checkeredBoard(scene, cell) {
  const grid = [];
  const element = el("div", { class: "draughtboard", role: "group", "aria-label": "Board" });
  for (let row = 0; row < 8; row++) {
    const line = [];
    for (let column = 0; column < 8; column++) {
      const [r, c] = scene.flipped ? [7 - row, 7 - column] : [row, column];
      if ((r + c) % 2 === 0) {
        line.push(null);
        element.append(el("span", { class: "light" }));
      } else {
        const square = String(4 * r + (c >> 1) + 1);
        line.push(square);
        element.append(cell(square));
      }
    }
    grid.push(line);
  }
  element.insertAdjacentHTML("beforeend", `<svg class="arrows" viewBox="0 0 8 8" aria-hidden="true"></svg>`);
  return { element, grid };
}
