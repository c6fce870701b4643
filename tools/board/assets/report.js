// The page of the papers, opened from the board: its boards, figures and games get a link that puts them on the board.

const UNIT = 30;
const CELLS = [1, 2, 3, 4].flatMap(level => [1, 2, 3, 4].flatMap(row => [1, 2, 3, 4].map(column => `${level}${row}${column}`)));

/** What stands on a board drawn as a grid or four, place by place: `x`, `o`, kings in capitals. */
function stones(grids) {
  const size = (Number(grids[0].getAttribute("viewBox").split(" ")[3]) - 8) / UNIT;
  const places = grids.flatMap(svg => {
    const at = (x, y) => Math.floor(y / UNIT) * size + Math.floor(x / UNIT);
    const kings = [...svg.querySelectorAll("text")].filter(text => text.textContent === "K").map(text => at(text.getAttribute("x"), text.getAttribute("y")));
    const found = Array(size * size).fill(" ");
    for (const circle of svg.querySelectorAll("circle")) {
      const place = at(circle.getAttribute("cx"), circle.getAttribute("cy"));
      const stone = circle.classList.contains("first") ? "x" : "o";
      found[place] = kings.includes(place) ? stone.toUpperCase() : stone;
    }
    return found;
  });
  return { size, places };
}

/** Places in a row, blanks as numbers. */
const run = places => places.join("").replace(/ +/g, blanks => blanks.length);

/** The link that opens a drawn board: a position, or where no game leads to it a figure to be looked at; none of a single plane. */
function linkOf(grids, title) {
  const { size, places } = stones(grids);
  const [first, second] = ["x", "o"].map(stone => places.filter(place => place.toLowerCase() === stone).length);
  const even = first === second || first === second + 1;
  const link = words => `./#${new URLSearchParams({ ...words, title })}`;
  if (grids[0].querySelector(".dark")) {
    const side = stone => places.flatMap((place, index) => (place.toLowerCase() === stone
      ? [`${place === stone ? "" : "K"}${4 * Math.floor(index / 8) + Math.floor((index % 8) / 2) + 1}`] : [])).join(",");
    return link({ game: "draughts", position: `B:W${side("o")}:B${side("x")}` });
  }
  if (grids.length === 4) return link({ game: "qubic", [even ? "position" : "figure"]: run(places) });
  if (size < 9) return null;
  const rows = Array.from({ length: size }, (_, row) => run(places.slice(row * size, (row + 1) * size))).join("/");
  return link({ game: "gomoku", ...(size === 15 ? {} : { Size: size }), [even ? "position" : "figure"]: `${rows}:${first > second ? "o" : "x"}` });
}

/** The moves that a listing of a game tells, if it tells all of them. */
function movesIn(text) {
  const rows = text.split("\n");
  const letters = rows.flatMap(row => /^[XO]\d+\s+(\d{3})\b/.exec(row)?.[1] ?? []);
  const numbered = rows.flatMap(row => /^\s*(\d+) [a-zA-Z]+\s+(\d+)\s/.exec(row)?.slice(1).map(Number) ?? []);
  const whole = numbered.length > 8 && numbered.every((number, index) => index % 2 === 1 || number === index / 2 + 1);
  return letters.length > 4 ? letters : whole ? numbered.filter((_, index) => index % 2 === 1).map(number => CELLS[number - 1]) : [];
}

function add(after, href) {
  const link = Object.assign(document.createElement("a"), { href, textContent: "Open in the board", className: "to-board" });
  after.append(" ", link);
}

let paper = "";
for (const part of document.querySelectorAll("h1, figure:has(svg.board)")) {
  if (part.matches("h1")) {
    paper = part.textContent.replace(/:.*/s, ", ");
    continue;
  }
  const caption = part.querySelector("figcaption");
  const href = linkOf([...part.querySelectorAll("svg.board")], `${paper}${caption.textContent.trim()}`);
  if (href) add(caption, href);
}
for (const listing of document.querySelectorAll("pre")) {
  const moves = movesIn(listing.textContent);
  const diagram = /^(Diagram \d\w?)/.exec(listing.textContent)?.[1];
  const href = moves.length > 0 ? `./#${new URLSearchParams({ game: "qubic", moves: moves.join(" ") })}` : diagram ? `./#${new URLSearchParams({ sample: diagram })}` : null;
  if (href) {
    const line = document.createElement("p");
    listing.after(line);
    add(line, href);
  }
}
const back = Object.assign(document.createElement("a"), { href: "./", textContent: "← The board" });
document.querySelector("main").prepend(back);
