// Nodes per second of `bench`, and how long `stop` takes, by an engine of the page alone.
const module = await WebAssembly.compile(await (await fetch("engine.wasm")).arrayBuffer());
const begin = shares => {
  const worker = new Worker("engine.js", { type: "module" });
  const memory = shares ? new SharedArrayBuffer(4) : null;
  const shared = memory && new Int32Array(memory);
  let sent = 0;
  let hear = () => {};
  worker.onmessage = ({ data }) => (data.lines ?? data.broke ?? "").split("\n").filter(Boolean).forEach(line => hear(line));
  worker.postMessage({ module, memory });
  const say = text => {
    sent += 1;
    if (shared && text === "stop\n") Atomics.store(shared, 0, sent);
    worker.postMessage(text);
  };
  return { say, end: () => worker.terminate(), hears: wanted => new Promise(done => { hear = line => wanted.test(line) && done(line); }) };
};
const told = {};
for (const [name, shares] of [["shared memory", true], ["promises", false]]) {
  const engine = begin(shares);
  for (let trial = 0; trial < 3; trial++) {
    const bench = engine.hears(/ nps$/);
    engine.say("bench\n");
    (told[`bench, ${name}`] ??= []).push(await bench);
  }
  for (const [game, strategy, moves] of [["qubic", "alpha-beta", ""], ["qubic", "samuel", ""], ["gomoku", "alpha-beta", ""],
    ["gomoku", "victoria", " moves h8 a1 o15"], ["draughts", "alpha-beta", ""]]) {
    const times = [];
    const ready = engine.hears(/^readyok/);
    engine.say(`setoption name Game value ${game}\nsetoption name Strategy value ${strategy}\nisready\n`);
    await ready;
    for (let trial = 0; trial < 10; trial++) {
      let ended = 0;
      const best = engine.hears(/^bestmove/).then(() => { ended = performance.now(); });
      engine.say(`position startpos${moves}\ngo infinite\n`);
      await new Promise(next => setTimeout(next, 300 + 37 * trial));
      const from = performance.now();
      engine.say("stop\n");
      await best;
      times.push(ended < from ? "by itself" : Math.round(10 * (ended - from)) / 10);
    }
    told[`stop, ${name}, ${game} ${strategy}`] = times;
  }
  engine.end();
}
return told;
