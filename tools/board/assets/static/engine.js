// A worker that is an engine: lines of the protocol in and out. While it searches it hears `stop` by memory that it shares with
// the session or, where the page may not share any, by letting its worker hear what has come (WebAssembly's promises).

import { start } from "./module.js";

/** A search lets its worker hear what has come no more often, in milliseconds. */
const PAUSE = 20;
const promises = typeof WebAssembly.Suspending === "function";

let engine = null;
let shared = null;
/** The number of the message that is being obeyed, and of the last that says `stop`. */
let now = 0;
let stopped = 0;
let heard = 0;
/** A proof that could not be fetched, of which each move tells that was chosen without it. */
let lost = null;
const waiting = [];
const turn = new MessageChannel();
let breathed = 0;

const functions = ({ text, bytes }) => ({
  said: (at, length) => {
    const lines = text(at, length);
    postMessage({ lines: lost && lines.startsWith("bestmove") ? `info string ${lost} could not be fetched\n${lines}` : lines });
  },
  lost: path => { if (path.endsWith(".proof")) lost = path; },
  wrote: (path, pathLength, at, length) => postMessage({ path: text(path, pathLength), bytes: bytes(at, length).slice() }),
  asked: () => {
    if ((shared ? Atomics.load(shared, 0) : stopped) > now) return 1;
    return !shared && promises && performance.now() - breathed > PAUSE ? 2 : 0;
  },
  breathe: promises && !shared ? new WebAssembly.Suspending(async () => {
    await new Promise(next => { turn.port1.onmessage = next; turn.port2.postMessage(0); });
    breathed = performance.now();
  }) : () => {},
});

async function begin({ module, memory }) {
  shared = memory && new Int32Array(memory);
  engine = await start(module, functions);
  const { lines } = engine.exports;
  const obey = promises && !shared ? WebAssembly.promising(lines) : lines;
  for (;;) {
    while (waiting.length === 0) await new Promise(next => { wake = next; });
    const { number, text, path, bytes } = waiting.shift();
    if (path) {
      engine.file(path, bytes);
      continue;
    }
    now = number;
    breathed = performance.now();
    try {
      engine.text(text);
      if (await obey()) return close();
    } catch (error) {
      postMessage({ broke: `${engine.words()} (${error.message})` });
      return close();
    }
  }
}

let wake = () => {};
addEventListener("message", ({ data }) => {
  if (data.module) return begin(data).catch(error => postMessage({ broke: error.message }));
  if (data.path) waiting.push(data);
  else {
    heard += 1;
    if (data === "stop\n") stopped = heard;
    waiting.push({ number: heard, text: data });
  }
  wake();
});
