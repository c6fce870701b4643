await press("#games [data-game=gomoku]");
await until(() => document.documentElement.dataset.game === "gomoku");
await press("#new");
choose("#seat2", "human");
choose("#rules", "swap2");
await press("#begin");
const said = text => until(() => one("#status").textContent.endsWith(text), text);
await said("Player one places a black stone.");
for (const [square, text] of [["h8", "Black: h8. Player one places a white stone."],
  ["i9", "White: i9. Player one places a black stone."], ["j10", "Black: j10. Player two chooses."]]) {
  await press(`#flat [data-square='${square}']`);
  await said(text);
}
await press("#choices button");
await said("Player two: swap. White to move.");
sure(all(".player b").map(name => name.textContent).join() === "White,Black", "the names change hands");
await press("#flat [data-square='k11']");
await said("White: k11. Black to move.");
sure(all("#list li").map(row => row.classList[0]).join() === "p1,p2,p1,p0,p2", "and the moves are whose they are");
