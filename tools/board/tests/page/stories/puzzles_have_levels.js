await press("#tab-puzzles");
choose("#puzzle-game", "qubic");
sure(one("#level").value === "0", "it begins easy");
Math.random = () => 0.618;
await press("#another");
await until(() => /force a win in 3 plies/.test(one("#puzzle .verdict")?.textContent));
const before = one("#status").textContent;
sessionStorage.setItem("before", before);
// reload
await until(() => /force a win in 3 plies/.test(one("#puzzle .verdict")?.textContent));
sure(one("#status").textContent === sessionStorage.getItem("before"), "the same one");
await press("#tab-puzzles");
for (let move = 0; move < 4 && !one("#puzzle .solved"); move++) {
  const said = one("#puzzle .verdict").textContent;
  await press("#solution");
  await until(() => one("#puzzle .verdict").textContent !== said && one("#work").hidden);
}
sure(one("#puzzle .solved"), "the solution leads to the end");
sure(localStorage.getItem("solved") === null, "what was shown does not count");
// While one is made nobody moves; a stop leaves a board to play on.
choose("#puzzle-game", "gomoku");
choose("#level", "4");
await press("#another");
await until(() => one("#title").textContent === "A puzzle is being made" && document.documentElement.dataset.game === "gomoku");
sure(!one("#flat .m-legal"), "no square is to be played");
await press("#work .stop-work");
await until(() => one("#title").hidden && one("#flat .m-legal"));
// What is posed is to be found: few first moves win, and no mark gives them away.
choose("#level", "0");
await press("#daily");
await until(() => /of \d+ first moves win/.test(one("#puzzle").textContent));
sure(Number(/(\d+) of \d+ first moves/.exec(one("#puzzle").textContent)[1]) <= 8, one("#puzzle").textContent);
sure(all("#flat [class*=m-key], #flat [class*=m-force]").length === 0, "no key square is marked");
