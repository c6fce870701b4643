// A worker that is the page's session, as the server has one for each page: messages in and out, and a worker for each engine that
// thinks.

import { start } from "./module.js";

/** How often clocks are looked at, in milliseconds. */
const GLANCE = 100;
/** How long an engine may take to quit. */
const PATIENCE = 5000;

const engines = new Map();
let module = null;
let session = null;

function begin(number) {
  const worker = new Worker("engine.js", { type: "module" });
  const memory = self.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
  engines.set(number, { worker, shared: memory && new Int32Array(memory), sent: 0 });
  worker.onmessage = ({ data }) => {
    if (data.path) return session.file(data.path, data.bytes);
    if (data.broke) return lose(number, data.broke);
    call("hears", data.lines, number);
  };
  worker.onerror = event => lose(number, event.message ?? "it cannot be loaded");
  worker.postMessage({ module, memory });
}

function send(number, text) {
  const engine = engines.get(number);
  if (!engine) return;
  engine.sent += 1;
  if (engine.shared && text === "stop\n") Atomics.store(engine.shared, 0, engine.sent);
  engine.worker.postMessage(text);
}

/** Lets it end its search, and what it learns; nobody listens any more. */
function end(number) {
  const engine = engines.get(number);
  if (!engine) return;
  send(number, "stop\n");
  send(number, "quit\n");
  engines.delete(number);
  engine.worker.onmessage = null;
  setTimeout(() => engine.worker.terminate(), PATIENCE);
}

function lose(number, words) {
  if (engines.delete(number)) call("loses", words, number);
}

/** Calls the session; what it has done then may have called for more. */
function call(name, text, ...more) {
  try {
    session.text(text);
    session.exports[name](...more);
  } catch (error) {
    postMessage({ broke: `${session.words()} (${error.message})` });
  }
}

const waiting = [];
addEventListener("message", ({ data }) => { session?.begun ? call("asks", data) : waiting.push(data); });

async function load() {
  const answer = await fetch("engine.wasm");
  if (!answer.ok) throw new Error(`engine.wasm: ${answer.status}`);
  module = await WebAssembly.compile(await answer.arrayBuffer());
  session = await start(module, ({ text, bytes }) => ({
    message: (at, length) => postMessage({ text: text(at, length) }),
    start: begin,
    end,
    send: (number, at, length) => send(number, text(at, length)),
    give: (number, path, pathLength, at, length) =>
      engines.get(number)?.worker.postMessage({ path: text(path, pathLength), bytes: bytes(at, length).slice() }),
    asked: () => 0,
    breathe: () => {},
  }));
  postMessage({ begun: true });
  session.exports.begin();
  session.begun = true;
  for (const data of waiting.splice(0)) call("asks", data);
  setInterval(() => call("looks", ""), GLANCE);
}

load().catch(error => postMessage({ broke: error.message }));
