// Pieces in motion: they glide to where they have moved, stones come down, and a piece of draughts can be dragged as well as clicked.

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** A pointer that has moved less than this has clicked. */
const SLACK = 6;

/** Shows the move that has led to this scene: its last square holds the piece, its first is where it came from. */
export function animate(cells, squares) {
  const svg = cells.get(squares.at(-1))?.querySelector(":scope > svg");
  if (!svg || still.matches) return;
  if (squares.length === 1) {
    svg.animate([{ transform: "scale(1.35)", opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: 140, easing: "ease-out" });
    return;
  }
  const end = cells.get(squares.at(-1)).getBoundingClientRect();
  const frames = squares.map(square => {
    const box = cells.get(square).getBoundingClientRect();
    return { transform: `translate(${box.x - end.x}px, ${box.y - end.y}px)` };
  });
  const cell = svg.parentElement;
  cell.style.zIndex = 2;
  svg.animate(frames, { duration: 130 * squares.length, easing: "ease-in-out" }).finished
    .then(() => { cell.style.zIndex = ""; }, () => {});
}

/** Lets pieces be dragged: `may` says from which squares, `pick` takes the squares where a drag begins and ends. */
export function draggable(container, may, pick) {
  let held = null;
  const squareAt = event => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]")?.dataset.square;
  const drop = () => {
    held?.ghost?.remove();
    if (held?.svg) held.svg.style.opacity = "";
    held = null;
  };
  container.addEventListener("pointerdown", event => {
    const cell = event.target.closest("[data-square]");
    const svg = cell?.querySelector(":scope > svg");
    if (svg && event.button === 0 && may(cell.dataset.square)) held = { cell, svg, from: [event.clientX, event.clientY] };
  });
  addEventListener("pointermove", event => {
    if (!held) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) < SLACK) return;
      const { width, height } = held.cell.getBoundingClientRect();
      held.ghost = document.body.appendChild(document.createElement("div"));
      held.ghost.className = "dragged draughtboard";
      Object.assign(held.ghost.style, { width: `${width}px`, height: `${height}px`, border: 0, display: "block", boxShadow: "none" });
      held.ghost.append(held.svg.cloneNode(true));
      held.half = [width / 2, height / 2];
      pick(held.cell.dataset.square);
      held.svg.style.opacity = 0.3;
    }
    held.ghost.style.left = `${event.clientX - held.half[0]}px`;
    held.ghost.style.top = `${event.clientY - held.half[1]}px`;
  });
  addEventListener("pointerup", event => {
    const [dragged, from] = [Boolean(held?.ghost), held?.cell.dataset.square];
    drop();
    const square = dragged && squareAt(event);
    if (square && square !== from) pick(square);
  });
  addEventListener("pointercancel", drop);
}
