const why = async (program, m) => {
  await press("#tab-analysis");
  choose("#asker", `fourscore|${program}`);
  await press("#ask-why");
  await until(() => one("#why .verdict b")?.textContent === `${program} plays ${m}`, `${program} to play ${m}: ${one("#why")?.textContent}`);
};
const marked = mark => all(`#flat .m-${mark}`).map(cell => cell.dataset.square).sort().join(" ");
const opened = async (game, moves) => {
  await newGame(game, "human", "human");
  for (const square of moves.split(" ")) await play(square);
};
await press("[data-view=layers]");
await opened("qubic", "111 222 114 333 444 223 441 232");
await why("planar", "241");
sure(marked("area") === "211 212 213 214 221 222 223 224 231 232 233 234 241 242 243 244", "the forcing plane is drawn");
sure(marked("pattern") === "214 223 232 241", "and the file of two in it");
// What is proven is told from what is estimated.
await press("#analyse");
await until(() => !one("#gauge").hidden && one("#results .known"));
sure(all("#results .known").every(it => it.matches(".proven") === /wins/.test(it.textContent)), "each for what it is");
await press("#analyse");
await opened("gomoku", "h8 h9 i8 a1 h7 a15 i9 o15");
await why("victoria", "j8");
sure(one("#flat [data-square='j8'] .step")?.dataset.says === "1", "the threats are numbered");
for (const square of ["g8", "k8"]) sure(one(`#flat [data-square='${square}'] .tags i`)?.dataset.says === "×1", `${square} answers the first`);
await newGame("draughts", "human", "human");
for (const [from, to] of ["11 15", "23 19", "8 11", "22 17"].map(move => move.split(" "))) {
  await press(`[data-square='${from}']`);
  await play(to);
}
await press("#tab-analysis");
choose("#asker", "fourscore|samuel");
await press("#ask-why");
await until(() => all("#why .terms tr").length > 2);
sure(all("#why .terms td:nth-child(3)").every(cell => /^[+−]/.test(cell.textContent)), "weights have signs");
await press("#values");
await until(() => all(".arrow text").length === 8, "each of the eight moves has its value");
// The proof of Qubic, from the start to the end.
await press("#games [data-game=qubic]");
await until(() => document.documentElement.dataset.game === "qubic");
await press("#tab-analysis");
await press("#proof-start");
await press("#proof-move");
await until(() => all(".replies .chip").length === 63 && all(".replies .lost").length === 63, "every reply loses");
await press(".replies .chip:last-child");
await until(() => plies() === 2 && one("#proof-move"));
await press("#proof-run");
await until(() => /x wins\.$/.test(one("#status").textContent), "the end");
