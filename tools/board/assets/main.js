// The page: hears what the server says, draws it, and sends what is wanted.

import { Chooser, Flat } from "./boards.js";
import { NewGame, Texts, choice, chosen, help, notationChoices, players } from "./dialogs.js";
import { connect, on, send } from "./link.js";
import { Graph, Moves, Players, fault, gameButtons, notice, status, tabs, working } from "./panels.js";
import { realise } from "./memory.js";
import { Setup } from "./setup.js";
import { Teaching } from "./teaching.js";
import { GAMES, QUBIC_CELLS, colours, know, shapeOf, shown, sizeOf, squaresOf, stones } from "./texts.js";
import { Analysis, Puzzles, samples, valueMarks } from "./work.js";

const byId = id => document.getElementById(id);
/** Moves of a variation that are ghosted. */
const GHOSTS = 6;

const stored = JSON.parse(localStorage.getItem("board") ?? "{}");
const settings = { view: innerWidth < 760 ? "layers" : "both", theme: "", notation: {}, flipped: false, ...stored };
let catalogue = null;
let state = null;
let thought = null;
let hint = null;
let values = null;
let pattern = null;
/** A pattern to be shown when the game that it was learned from is on the board. */
let awaited = null;
let cube = null;
let making = false;

const chooser = new Chooser(move => send("play", { m: move }));
const flat = new Flat(byId("flat"), chooser, draw);
const seats = new Players();
const moves = new Moves(node => send("go", { node }));
const graph = new Graph(node => send("go", { node }));
const newGame = new NewGame(game => send("new", game));
const texts = new Texts(send, notation);
const analysis = new Analysis(send, draw);
const puzzles = new Puzzles(send);
const teaching = new Teaching(send, showPattern);
const setup = new Setup(texts.setup, send, draw);
let panel = "moves";
const openTab = tabs(name => {
  panel = name;
  if (name === "texts" && state) send("copy", { notation: notation() });
  if (name === "teaching" && state) send("memories");
});

function notation() {
  return settings.notation[state?.game] ?? "coordinates";
}

function keep() {
  localStorage.setItem("board", JSON.stringify(settings));
}

/** Puts the position in which a pattern stood on the board, and draws the pattern there. */
function showPattern(learned) {
  const found = realise(learned);
  if (!found) return notice("That pattern is not found in the game that it was learned from.");
  awaited = found.lines;
  const seats = [{ kind: "human" }, { kind: "human" }];
  if (state.game !== "qubic") send("new", { game: "qubic", seats });
  const moves = learned.moves.slice(0, found.plies).map(square => QUBIC_CELLS[square]);
  send("paste", { text: `position startpos moves ${moves.join(" ")}`, notation: "coordinates" });
}

/** The pattern that was awaited, in words as well. */
function tellPattern(lines) {
  const words = lines.map(({ sum, cells }) => `${cells.map(cell => shown("qubic", cell, notation())).join(" ")} (${sum})`);
  notice(`Pattern: ${words.join("; ")}`, "hint");
  return lines;
}

/** Everything that the boards draw. */
function scene() {
  const { game } = state;
  const size = sizeOf(state);
  const found = stones(game, state.position, size);
  const marks = new Map();
  const mark = (square, name) => marks.set(square, (marks.get(square) ?? new Set()).add(name));
  for (const { kind, side, squares } of state.marks) {
    if (kind === "lacks") {
      mark(squares[0], `wins${side}`);
      squares.slice(1).forEach(square => mark(square, `line${side}`));
    } else squares.forEach(square => mark(square, kind === "row" || kind === "take" ? kind : `${kind}${side}`));
  }
  const step = state.line[state.ply - 1];
  const legal = setup.active ? [] : state.legal;
  const mover = state.seats[state.turn - 1];
  const expected = setup.active ? [] : expectedMoves();
  return {
    game, size, marks, legal, values: values?.node === state.node ? valueMarks(values) : null,
    stones: setup.active ? setup.stones : found, ghosts: ghosts(expected, found),
    paths: shapeOf(game) === "checkers" ? expected : [],
    last: step ? squaresOf(game, step.m) : [], notation: notation(), flipped: settings.flipped,
    pattern: patternCells(), hint: hint?.node === state.node ? squaresOf(game, hint.m) : null, labels: shapeOf(game) === "layers",
    playable: new Set(legal.map(move => squaresOf(game, move)[0])),
    canMove: state.result === "none" && (mover.kind === "human" || state.paused) && !setup.active,
  };
}

/** The cells of a pattern that is shown, with the sums of their lines. */
function patternCells() {
  const cells = new Map();
  for (const { sum, cells: line } of pattern ?? [])
    for (const cell of line) cells.set(cell, cells.has(cell) ? `${cells.get(cell)}+${sum}` : sum);
  return cells;
}

/** What the thinking engine expects, from now on: moves with their squares, sides and numbers. */
function expectedMoves() {
  const line = analysis.best(state.node) ?? (thought?.node === state.node ? thought : null);
  if (!line || state.result !== "none") return [];
  const { next } = colours(state);
  return line.pv.slice(0, shapeOf(state.game) === "checkers" ? 2 : GHOSTS).map((move, index) =>
    ({ squares: squaresOf(state.game, move), side: ((next - 1 + index) % 2) + 1, number: index + 1 }));
}

/** The stones and pieces that the expected moves bring, where they come to. */
function ghosts(expected, found) {
  const ghosted = new Map();
  for (const { squares, side, number } of expected) {
    const square = squares.at(-1);
    if (!square || ghosted.has(square) || (found.has(square) && shapeOf(state.game) !== "checkers")) continue;
    ghosted.set(square, { side, number, king: Boolean(found.get(squares[0])?.king) });
  }
  return ghosted;
}

function draw() {
  if (!state) return;
  const now = scene();
  const layered = shapeOf(state.game) === "layers";
  const threeD = layered && settings.view !== "layers";
  byId("flat").hidden = layered && settings.view === "cube";
  byId("cube").hidden = !threeD;
  byId("board").classList.toggle("two", threeD && settings.view === "both");
  byId("views").hidden = !layered;
  for (const button of byId("views").children)
    button.setAttribute("aria-pressed", String(button.dataset.view === settings.view));
  if (!byId("flat").hidden) flat.draw(now);
  if (threeD) {
    makeCube();
    cube?.resize();
    cube?.draw(now);
  }
}

/**
 * Makes the cube when it is first wanted, after the rest of the page can be used; without WebGL the layers are enough.
 */
async function makeCube() {
  if (cube || making) return;
  making = true;
  try {
    const { Cube } = await import("./cube.js");
    cube = new Cube(byId("cube"), chooser, draw);
    window.cube = cube;
  } catch (error) {
    notice(`The cube cannot be drawn here (${error.message}): the layers are shown.`, "fault");
    settings.view = "layers";
  }
  draw();
}

function drawState() {
  const fresh = document.documentElement.dataset.game !== state.game;
  document.documentElement.dataset.game = state.game;
  document.documentElement.dataset.board = shapeOf(state.game);
  gameButtons(state, game => newGame.open(catalogue, game));
  if (fresh) rebuild();
  byId("title").hidden = !state.title;
  byId("title").textContent = state.title;
  setup.know(state);
  seats.draw(state);
  status(state, notation());
  moves.draw(state, notation());
  graph.draw(state);
  puzzles.draw(state.puzzle);
  controls();
  if (values?.node === state.node) analysis.drawValues(values, state, notation());
  if (panel === "texts") send("copy", { notation: notation() });
  draw();
  window.ready ??= performance.now();
}

/** What depends on the game only. */
function rebuild() {
  setup.end();
  notationChoices(state.game, notation());
  byId("notation").parentElement.hidden = Object.keys(GAMES[state.game].notations).length < 2;
  analysis.build(catalogue, state.game);
  teaching.build(catalogue, state.game);
  puzzles.build(state.game);
  const all = players(catalogue, state.game);
  byId("annotator").replaceChildren(...choice(all).children);
  byId("annotator").value = all[0]?.[0];
}

function controls() {
  const engines = state.seats.some(seat => seat.kind === "engine");
  byId("first").disabled = byId("previous").disabled = byId("back").disabled = state.ply === 0;
  byId("next").disabled = byId("last").disabled = state.ply >= state.line.length;
  byId("hint").disabled = state.result !== "none" || Boolean(state.puzzle);
  byId("now").hidden = !state.thinking;
  byId("pause").hidden = !engines || state.paused || state.result !== "none";
  byId("resume").hidden = !engines || !state.paused || state.result !== "none";
  const words = state.legal.filter(move => squaresOf(state.game, move).length === 0);
  byId("choices").hidden = words.length === 0;
  byId("choices").replaceChildren(...words.map(move => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = { swap: "Swap colours", keep: "Keep colours", add2: "Add two stones" }[move] ?? move;
    button.addEventListener("click", () => send("play", { m: move }));
    return button;
  }));
}

/** Puts a game that comes along on the board, and has its program comment on it unless its reasons are there. */
function openSample({ id, strategy, commented }) {
  send("sample", { id });
  if (commented) return;
  const engine = chosen(`${catalogue.engines[0].name}|${strategy}`, { millis: 200 });
  send("annotate", { engine });
}

on("welcome", message => {
  catalogue = message;
  know(catalogue.games);
  samples(catalogue, openSample);
  delete document.documentElement.dataset.game;
  for (const engine of catalogue.engines)
    if (engine.trouble) notice(`Engine ${engine.name} cannot be used: ${engine.trouble}`, "fault");
  const game = catalogue.games[0].name;
  const opponent = players(catalogue, game)[0];
  if (opponent) send("new", { game, seats: [{ kind: "human" },
    { kind: "engine", ...chosen(opponent[0], { millis: 1000 }) }] });
});
on("state", message => {
  const other = state?.id !== message.id || state.position !== message.position;
  if (other || state.node !== message.node) {
    chooser.path = [];
    thought = hint = pattern = null;
    if (other || values?.node !== message.node) values = null;
  }
  if (awaited && message.title === "Pasted") {
    pattern = tellPattern(awaited);
    awaited = null;
  }
  if (other) analysis.forget(message.id !== state?.id);
  // With a game, whatever was being worked out about it ends.
  if (message.id !== state?.id) work({ of: 0 });
  const more = state && state.id === message.id && message.ply > state.ply;
  state = message;
  drawState();
  if (more && state.puzzle) openTab("puzzles");
});
on("thought", message => {
  if (message.who.startsWith("a")) analysis.think(message, state, notation());
  else moves.think(message, state, notation());
  if (message.rank !== 1 || message.who === "hint" || message.node !== state?.node) return;
  // What the analysis expects is asked of it, as long as it runs.
  if (!message.who.startsWith("a")) thought = message;
  draw();
});
on("says", ({ who, node, text }) => {
  if (who === "hint" && node === state?.node) notice(`Hint: ${text}`, "hint");
});
on("hint", message => {
  hint = message;
  notice(`Hint: ${shown(state.game, message.m, notation())}`, "hint");
  draw();
});
on("values", message => {
  values = message;
  if (values.node === state?.node) {
    analysis.drawValues(values, state, notation());
    draw();
  }
});
on("refused", ({ text }) => {
  awaited = null;
  notice(text);
});
on("fault", ({ who, text }) => fault(who, text));
on("texts", message => texts.draw(message.texts));
on("work", work);
on("series", message => teaching.add(message));
on("memories", message => teaching.list(message));
on("memory", message => teaching.open(message));
on("view", ({ text }) => analysis.drawView(text));
on("closed", () => {
  byId("connection").hidden = false;
  byId("connection").textContent = "The server has gone, or too many pages are open. Trying again…";
});
on("open", () => { byId("connection").hidden = true; });

function work(message) {
  working(message);
  document.querySelectorAll("#moves .stop-work").forEach(button => { button.hidden = message.of === 0; });
}

const step = by => {
  const index = state.ply + by;
  if (index >= 0 && index <= state.line.length) send("go", { node: index === 0 ? 0 : state.line[index - 1].node });
};
const askHint = () => {
  const engine = state.seats.find(seat => seat.kind === "engine");
  const first = players(catalogue, state.game)[0];
  if (engine) send("hint", { asked: { engine: engine.engine, strategy: engine.strategy, options: engine.options,
    limit: engine.limit } });
  else if (first) send("hint", { asked: chosen(first[0], { millis: 1000 }) });
};
const actions = {
  first: () => send("go", { node: 0 }), previous: () => step(-1), next: () => step(1),
  last: () => send("go", { node: state.line.at(-1)?.node ?? 0 }), back: () => send("take-back"), hint: askHint,
  now: () => send("move-now"), pause: () => send("pause"), resume: () => send("resume"),
  new: () => newGame.open(catalogue, state.game), help,
  flip: () => { settings.flipped = !settings.flipped; keep(); draw(); },
  theme: () => { settings.theme = { "": "dark", dark: "light", light: "" }[settings.theme]; keep(); theme(); },
  annotate: () => send("annotate", { engine: chosen(byId("annotator").value, { millis: 200 }) }),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", () => state && act());
document.querySelectorAll(".stop-work").forEach(button => button.addEventListener("click", () => send("stop-work")));
byId("views").addEventListener("click", event => {
  const view = event.target.dataset.view;
  if (!view) return;
  settings.view = view;
  keep();
  draw();
});
byId("notation").addEventListener("change", event => {
  settings.notation[state.game] = event.target.value;
  keep();
  drawState();
});

const KEYS = { u: "back", h: "hint", f: "flip", n: "new", "?": "help", ",": "previous", ".": "next" };
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !state) return;
  if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const id = KEYS[event.key];
  if (!id || byId(id).disabled) return;
  event.preventDefault();
  actions[id]();
});

function theme() {
  document.documentElement.dataset.theme = settings.theme;
  byId("theme").textContent = { "": "Theme: system", dark: "Theme: dark", light: "Theme: light" }[settings.theme];
  cube?.recolour();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
theme();
connect();
