// A position of Qubic is analysed to a proof; the analysis ends when it is told to, and its engine is there for the next position.
const { on, send } = await import("./link.js");
let state = null;
let thought = null;
on("state", message => { state = message; });
on("thought", message => { if (message.node === state?.node) thought = message; });
send("new", { game: "qubic", seats: [{ kind: "human" }, { kind: "human" }] });
send("paste", { text: "position startpos moves 111 232", notation: "coordinates" });
await until(() => state?.ply === 2);
send("analyse", { engines: [{ engine: "fourscore", strategy: "perfect" }], lines: 1 });
await until(() => thought?.score.mate > 0, "a proof");
for (const square of ["444", "333"]) {
  const { ply } = state;
  send("play", { m: square });
  await until(() => state.ply > ply);
}
await until(() => thought.node === state.node, "what it thinks of the position two moves later");
send("stop-analysis");
