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
