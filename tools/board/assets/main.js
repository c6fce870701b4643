// The page: hears what the server says, draws it, and sends what is wanted.

import { Chooser, Flat } from "./boards.js";
import { controls, keyed } from "./controls.js";
import { NewGame, Texts, ask, choice, chosen, help, notationChoices, papersLinks, players } from "./dialogs.js";
import { connect, on, send } from "./link.js";
import { dress, muted } from "./look.js";
import { Kept, copyLink, linked } from "./games.js";
import { Intro } from "./intro.js";
import { Lessons, learning, memoryOf } from "./lessons.js";
import { snapshot, store, storeHere, stored, storedHere } from "./keeping.js";
import { Moves, Players, fault, forget, gameButtons, notice, status, tabs, working } from "./panels.js";
import { realise } from "./memory.js";
import { sceneOf } from "./scene.js";
import { Graph, gauge } from "./scores.js";
import { Setup } from "./setup.js";
import { recordFile } from "./sgf.js";
import { heard, sound } from "./sounds.js";
import { Teaching } from "./teaching.js";
import { GAMES, QUBIC_CELLS, TWO_PEOPLE, know, shapeOf, shown, squaresOf } from "./texts.js";
import { server } from "./transport.js";
import { drawingOf, drawnWords, expectation } from "./why.js";
import { Analysis, Puzzles, samples } from "./work.js";

const byId = id => document.getElementById(id);
const narrow = matchMedia("(max-width: 46rem)");
const settings = { view: innerWidth < 1200 ? "layers" : "both", theme: "", notation: {}, flipped: false, sound: true, numbers: true, ...stored("board", {}) };
let catalogue = null;
let state = null;
let thought = null;
let hint = null;
let values = null;
/** What is drawn on the board: lines, squares, an area. */
let drawing = null;
/** The reason that is drawn, and the program whose reason is asked for when a node is looked at. */
let [why, asking] = [null, null];
/** A pattern to be shown when the game that it was learned from is on the board. */
let awaited = null;
const PATTERN = "The position in which the pattern was found";
/** A figure that is to be put on the board when its game is there. */
let figured = null;
let cube = null;
let making = false;
/** Whether the game on the board is one that was asked for. */
let begun = false;
/** The puzzle that was asked for last; what is put on the board if the game of an address cannot be had; whether a game comes back from the browser's history. */
let [posed, instead, back] = [null, null, false];
/** The games of the browser's history, by the number of their entry, and the entry of the game on the board. */
const entries = new Map();
let entry = history.state ?? 0;

const chooser = new Chooser(move => send("play", { m: move }), text => notice(text, "hint"));
const flat = new Flat(byId("flat"), chooser, draw);
const seats = new Players();
const moves = new Moves(node => send("go", { node }), askWhy);
const graph = new Graph(node => send("go", { node }));
const newGame = new NewGame(begin, learning);
const texts = new Texts(text => send("paste", { text, notation: notation() }), begin, () => copyLink(state), record => recordFile(state, record));
const analysis = new Analysis(send, draw, game => begin({ game, seats: TWO_PEOPLE }),
  engine => memoryOf([state.seats.find(seat => seat.learns && seat.strategy === engine.strategy) ?? engine]), () => { why = drawing = null; },
  () => resume({ ...snapshot(state, null), seats: TWO_PEOPLE }));
const puzzles = new Puzzles(pose, send);
const lessons = new Lessons(send, begin, showPattern, notation, (name, text) => send("memory", { name, text }));
const teaching = new Teaching(send, showPattern, notation, (name, memory) => lessons.keep(name, memory));
const setup = new Setup(texts.setup, send, draw);
const kept = new Kept(begin);
const intro = new Intro(begin, game => { openTab("puzzles"); puzzles.daily(game); });
/** The move that is to be shown as it is made. */
let moved = null;
let panel = "moves";
const openTab = tabs(name => {
  panel = name;
  if (name === "texts" && state) send("copy", { notation: notation() });
  if (name === "teaching" && state) send("memories");
  // Programs are to see what is on the board.
  if (name === "analysis" && setup.active) setup.done();
  if (state) draw();
});

function notation() {
  return settings.notation[state?.game] ?? "coordinates";
}

const keep = () => store("board", settings);

/** Begins a game, and knows with which clocks. */
function begin(game) {
  storeHere("clock", game.clock ?? null);
  resume(game);
}

/** Puts a game on the board, with what a player of it remembers. */
function resume(game) {
  send("new", { ...game, memory: memoryOf(game.seats) });
}

/** Has a puzzle made: the same words give the same one. */
function pose(puzzle) {
  posed = puzzle;
  send("puzzle", puzzle);
}

/** Puts on the board what was kept of a game. */
const restore = kept => (kept.puzzle ? pose(kept.puzzle) : resume(kept));

/** A puzzle is made again from what it was made of; of any other game everything is there. */
function remember() {
  if (setup.active) return;
  const clock = storedHere("clock", null);
  const game = state.puzzle || state.posing ? { puzzle: posed } : snapshot(state, clock);
  storeHere("game", game);
  entries.set(entry, game);
  if (!game.puzzle) kept.know(state, clock);
}

/** Puts the position in which a pattern stood on the board, and draws the pattern there. */
function showPattern(learned) {
  const found = realise(learned);
  if (!found) return notice("That pattern is not found in the game that it was learned from.");
  awaited = { lines: found.lines.map(({ sum, cells }) => ({ cells, text: String(sum) })), area: [], points: [] };
  const line = learned.moves.slice(0, found.plies).map(square => ({ m: QUBIC_CELLS[square] }));
  send("new", { game: "qubic", seats: TWO_PEOPLE, played: { line, title: PATTERN } });
}

/** Looks at the position before a move, and asks who commented on it for the reason. */
function askWhy(index) {
  const step = state.line[index];
  const seat = state.seats.find(({ kind, strategy }) => kind === "engine" && strategy === step.by);
  const engine = seat ? { ...seat, kind: undefined } : chosen(`${catalogue.engines[0].name}|${step.by}`, { millis: 200 });
  const node = index === 0 ? 0 : state.line[index - 1].node;
  openTab("analysis");
  if (state.node === node) return analysis.why(engine);
  asking = { node, engine };
  send("go", { node });
}

/** Everything that the boards draw. */
function scene() {
  const line = (why && expectation(why, drawing)) ?? analysis.best(state.node) ?? (thought?.node === state.node ? thought : null);
  const others = why ? [] : analysis.others(state.node);
  return sceneOf({ state, setup, values: why || panel !== "analysis" ? null : values, line, others, hint, drawing, moved, flipped: settings.flipped, notation: notation() });
}

/** Draws with the next frame: engines that look on say more than can be seen. */
let pending = 0;
function drawSoon() {
  pending ||= requestAnimationFrame(() => {
    pending = 0;
    draw();
  });
}

function draw() {
  if (!state) return;
  const now = scene();
  moved = null;
  gauge(state, analysis.score(state.node));
  analysis.drawLines(state, notation());
  const layered = shapeOf(state.game) === "layers";
  // Beside each other they are too small on a telephone.
  const view = settings.view === "both" && narrow.matches ? "layers" : settings.view;
  const threeD = layered && view !== "layers";
  byId("flat").hidden = layered && view === "cube";
  byId("cube").hidden = !threeD;
  byId("board").classList.toggle("two", threeD && view === "both");
  byId("views").hidden = !layered;
  for (const button of byId("views").children)
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
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
  if (begun) document.documentElement.dataset.begun = state.id;
  document.documentElement.dataset.board = shapeOf(state.game);
  gameButtons(state, game => begin(Intro.gentle(catalogue, game)));
  if (fresh) rebuild();
  byId("title").hidden = !state.title;
  byId("title").textContent = state.title;
  setup.know(state);
  seats.draw(state);
  status(state, notation());
  moves.draw(state, notation());
  graph.draw(state);
  intro.draw(catalogue, state);
  puzzles.draw(state.puzzle, state);
  controls(state, move => send("play", { m: move }));
  if (values?.node === state.node) analysis.drawValues(values, state, notation());
  if (panel === "texts") send("copy", { notation: notation() });
  draw();
  window.ready ??= performance.now();
}

/** What depends on the game only. */
function rebuild() {
  notationChoices(state.game, notation());
  byId("notation").parentElement.hidden = Object.keys(GAMES[state.game].notations).length < 2;
  analysis.build(catalogue, state.game);
  lessons.build(catalogue, state.game);
  teaching.build(catalogue, state.game);
  puzzles.build(state.game);
  const all = players(catalogue, state.game);
  byId("annotator").replaceChildren(...choice(all).children);
  byId("annotator").value = all[0]?.[0];
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
  begun = false;
  know(catalogue.games);
  samples(catalogue, openSample);
  kept.draw();
  delete document.documentElement.dataset.game;
  delete document.documentElement.dataset.begun;
  papersLinks(catalogue.report || "report" in document.documentElement.dataset, server);
  for (const engine of catalogue.engines)
    if (engine.trouble) notice(`Engine ${engine.name} cannot be used: ${engine.trouble}`, "fault");
  const before = storedHere("game", null);
  const link = linked(location.hash);
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  const { figure, ...game } = link ?? {};
  instead = game.game;
  const told = link?.sample && catalogue.samples.find(({ title }) => title.toLowerCase().includes(link.sample.toLowerCase()));
  // A figure need not be a position of a game: its stones are put there as one sets up a position.
  if (figure) figured = figure;
  if (told) openSample(told);
  else if (game.game) send("new", game);
  else if (before) {
    kept.resume(storedHere("game-id", null));
    restore(before);
  }
  else begin(Intro.gentle(catalogue, catalogue.games[0].name));
});
on("state", message => {
  const other = state?.id !== message.id || state.position !== message.position;
  if (other || state.node !== message.node) {
    chooser.path = [];
    thought = hint = drawing = why = null;
    forget(item => item.className === "hint");
    if (other || values?.node !== message.node) values = null;
  }
  if (awaited && message.title === PATTERN) {
    drawing = awaited;
    notice(`Pattern: ${drawnWords(drawing, message, settings.notation[message.game] ?? "coordinates")}`, "hint");
    awaited = null;
  }
  if (other) analysis.forget(message.id !== state?.id);
  // With a game, whatever was being worked out about it ends, and what went wrong in another one.
  if (message.id !== state?.id) {
    setup.end();
    if (begun) kept.begin();
    // The browser's own way back leads to the game before.
    if (begun && state?.line.length > 0 && !back) history.pushState(entry += 1, "");
    back = false;
    working({ of: 0 });
    forget(item => item.className === "refused" || item.dataset.about);
  }
  const more = state && state.id === message.id && message.ply > state.ply;
  const noise = settings.sound && heard(state, message);
  if (noise) sound(noise);
  if (more && message.ply === state.ply + 1) moved = squaresOf(message.game, message.line[message.ply - 1].m);
  state = message;
  drawState();
  // The state that a session begins with is nobody's game.
  if (begun) {
    remember();
    instead = null;
  }
  begun = true;
  if (figured && state.title) {
    openTab("texts");
    setup.begin(figured);
    figured = null;
  }
  analysis.proofs.know(state);
  if (asking?.node === state.node) analysis.why(asking.engine);
  if (asking?.node === state.node) asking = null;
  if (more && state.puzzle) openTab("puzzles");
});
on("thought", message => {
  forget(item => item.dataset.about === message.who);
  if (message.who.startsWith("a")) analysis.think(message, state);
  else moves.think(message, state, notation());
  if (message.rank !== 1 || message.who === "hint" || message.node !== state?.node) return;
  // What the analysis expects is asked of it, as long as it runs.
  if (!message.who.startsWith("a")) thought = message;
  drawSoon();
});
on("hint", message => {
  if (state.puzzle) return puzzles.hinted(message);
  hint = message;
  notice(`Hint: ${shown(state.game, message.m, notation())}${message.reason ? `: ${message.reason}` : ""}`, "hint");
  draw();
});
on("values", message => {
  values = message;
  if (values.node === state?.node) {
    why = drawing = null;
    analysis.drawValues(values, state, notation());
    draw();
  }
});
on("refused", ({ text }) => {
  awaited = null;
  // What did not begin is not the game that was kept.
  kept.resume(null);
  back = false;
  notice(text, instead ? "fault" : "refused");
  // Where the game of an address cannot be had, there is a new one.
  if (instead) begin(Intro.gentle(catalogue, instead));
  instead = null;
});
on("fault", ({ who, text }) => fault(who, text));
on("texts", message => texts.draw(message.texts));
on("work", working);
on("learned", message => {
  lessons.learned(message, state);
  openTab("teaching");
});
on("series", message => teaching.add(message));
on("memories", message => teaching.list(message));
on("memory", message => teaching.open(message));
on("why", message => {
  if (message.node !== state.node) return;
  if (analysis.proofs.takes(message)) return analysis.proofs.told(message, notation());
  why = message;
  drawing = drawingOf(message, state);
  analysis.drawWhy(message, drawnWords(drawing, state, notation()), state, notation());
  draw();
});
on("closed", () => {
  byId("connection").hidden = false;
  byId("connection").textContent = "The server has gone, was started again, or too many pages are open. Trying again… If it was started again, open the address that it printed.";
});
on("open", () => { byId("connection").hidden = true; });

const step = by => {
  const index = state.ply + by;
  if (index >= 0 && index <= state.line.length) send("go", { node: index === 0 ? 0 : state.line[index - 1].node });
};
/** Not the opponent is asked, who may be a weak one. */
const askHint = () => {
  const first = players(catalogue, state.game)[0];
  if (state.puzzle) puzzles.solve(state);
  else if (first) send("hint", { asked: chosen(first[0], { millis: 1000 }) });
};
/** The same players again, who change sides. */
const rematch = () => begin({ game: state.game, rules: state.rules, position: state.start, seats: [...state.seats].reverse(),
  clock: storedHere("clock", null) });
addEventListener("popstate", ({ state: number }) => {
  // An address with a game is loaded.
  if (location.hash) return;
  entry = number ?? 0;
  const game = entries.get(entry);
  if (!game) return;
  back = true;
  restore(game);
});
const actions = {
  first: () => send("go", { node: 0 }), previous: () => step(-1), next: () => step(1),
  last: () => send("go", { node: state.line.at(-1)?.node ?? 0 }), back: () => send("take-back"), hint: askHint,
  offer: () => ask("Offer a draw?", () => send("offer-draw")), resign: () => ask("Give this game up?", () => send("resign")), rematch,
  sound: () => { settings.sound = !settings.sound; keep(); muted(settings); }, now: () => send("move-now"), pause: () => send("pause"), resume: () => send("resume"),
  new: () => newGame.open(catalogue, state), help,
  flip: () => { settings.flipped = !settings.flipped; keep(); draw(); },
  numbers: () => { settings.numbers = !settings.numbers; keep(); theme(); },
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

keyed(id => state && actions[id]());

const theme = () => { dress(settings); cube?.recolour(); };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
narrow.addEventListener("change", () => draw());
theme();
muted(settings);
if (location.search) history.replaceState(history.state, "", location.pathname + location.hash);
addEventListener("hashchange", () => { if (linked(location.hash)) location.reload(); });
connect();
