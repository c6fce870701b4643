// A whole game of Qubic against `alpha-beta` at its weakest, won with `perfect` for a friend.
await until(() => one("#flat .cell") && self.crossOriginIsolated, "the page, from what the browser has kept");
const { on, send } = await import("./link.js");
let state = null;
on("state", message => { state = message; });
const weak = { kind: "engine", engine: "fourscore", strategy: "alpha-beta", limit: { depth: 1 } };
send("new", { game: "qubic", seats: [{ kind: "human" }, weak] });
await until(() => state?.seats[1].strategy === "alpha-beta" && state.line.length === 0);
let hint = null;
on("hint", message => { hint = message; });
while (state.result === "none") {
  const ply = state.ply;
  hint = null;
  send("hint", { asked: { engine: "fourscore", strategy: "perfect", limit: { nodes: 2000 } } });
  await until(() => hint, `a hint after ${ply} plies`);
  one(`#flat [data-square='${hint.m}']`).click();
  await until(() => state.ply >= ply + 2 || state.result !== "none", `an answer after ${ply} plies`);
}
sure(state.result === "p1win" && /x wins/.test(one("#status").textContent), `${state.result} after ${state.ply} plies`);
