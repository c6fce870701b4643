// Setting up a position: a click puts a stone on a square, the next one another, the last one none. What comes of it is text,
// which the engine reads and judges as any other.

import { GAMES, QUBIC_CELLS, TWO_PEOPLE, el, letter, shapeOf, sizeOf, stones } from "./texts.js";

/** The mode in which squares are set. */
export class Setup {
  constructor(button, send, redraw) {
    this.button = button;
    this.send = send;
    this.redraw = redraw;
    this.active = false;
    this.stones = new Map();
    this.turn = 1;
    this.bar = el("div", { class: "line-up setup", hidden: true });
    button.closest(".line-up").after(this.bar);
    button.addEventListener("click", () => (this.active ? this.end() : this.begin()));
    document.getElementById("board").addEventListener("click", event => {
      const square = event.target.closest("[data-square]")?.dataset.square;
      if (this.active && square) this.put(square);
    });
  }

  /** Knows what is on the board. */
  know(state) {
    this.state = state;
  }

  /** From the position on the board, or from another one. */
  begin(position = this.state?.position) {
    if (!this.state) return;
    this.active = true;
    const { game, turn } = this.state;
    this.stones = new Map(stones(game, position, sizeOf(this.state)));
    this.turn = turn;
    const sides = GAMES[game].sides;
    const turns = el("select", { "aria-label": "To move", onchange: event => { this.turn = Number(event.target.value); } },
      ...[1, 2].map(side => el("option", { value: side, selected: side === turn }, `${sides[side - 1]} to move`)));
    this.bar.replaceChildren(...(shapeOf(game) === "layers" ? [] : [turns]),
      el("button", { type: "button", onclick: () => { this.stones.clear(); this.redraw(); } }, "Clear"),
      el("button", { type: "button", class: "main", id: "set-up-done", onclick: () => this.done() }, "Use it"));
    this.show();
  }

  put(square) {
    const kinds = shapeOf(this.state.game) === "checkers"
      ? [{ side: 1 }, { side: 1, king: true }, { side: 2 }, { side: 2, king: true }]
      : [{ side: 1 }, { side: 2 }];
    const now = this.stones.get(square);
    const index = now ? kinds.findIndex(kind => kind.side === now.side && Boolean(kind.king) === Boolean(now.king)) : -1;
    const next = kinds[index + 1];
    if (next) this.stones.set(square, next);
    else this.stones.delete(square);
    this.redraw();
  }

  /** Has the engine read it; a position that is refused stays to be mended. */
  done() {
    const { game, rules } = this.state;
    this.send("new", { game, rules, position: positionText(this.state, this.stones, this.turn), seats: TWO_PEOPLE, played: { line: [], title: "A position" } });
  }

  end() {
    if (!this.active) return;
    this.active = false;
    this.show();
  }

  show() {
    this.bar.hidden = !this.active;
    document.getElementById("analysis").inert = this.active;
    this.button.setAttribute("aria-pressed", String(this.active));
    this.button.textContent = this.active ? "Leave it" : "Set up a position";
    this.redraw();
  }
}

/** A position as its game writes it. */
function positionText(state, found, turn) {
  const run = squares => {
    let [text, empty] = ["", 0];
    for (const square of squares) {
      const stone = found.get(square);
      if (!stone) empty += 1;
      else {
        text += `${empty || ""}${stone.side === 1 ? "x" : "o"}`;
        empty = 0;
      }
    }
    return text + (empty || "");
  };
  const shape = shapeOf(state.game);
  if (shape === "layers") return run(QUBIC_CELLS);
  if (shape === "crossings") {
    const size = sizeOf(state);
    const rows = Array.from({ length: size }, (_, row) =>
      run(Array.from({ length: size }, (_, column) => `${letter(column)}${size - row}`)));
    return `${rows.join("/")}:${turn === 1 ? "x" : "o"}`;
  }
  const pieces = side => [...found].filter(([, stone]) => stone.side === side)
    .map(([square, stone]) => `${stone.king ? "K" : ""}${square}`).join(",");
  return `${turn === 1 ? "B" : "W"}:W${pieces(2)}:B${pieces(1)}`;
}
