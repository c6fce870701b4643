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
// A program's choice is not the person's.
await press("#new");
choose("#seat1", "human");
choose("#seat2", "fourscore|alpha-beta");
choose("#limit2", "1 s");
choose("#rules", "swap2");
await press("#begin");
await said("Player one places a black stone.");
for (const square of ["h8", "i9", "j10"]) await press(`#flat [data-square='${square}']`);
await until(() => one("#now").getClientRects().length > 0 && plies() === 3, "the program thinks");
sure(one("#choices").hidden, "nobody else chooses");
// Renju's points that black may not take are marked: two threes cross on h8.
await press("#new");
choose("#seat2", "human");
choose("#rules", "renju");
await press("#begin");
await until(() => all(".player .who").map(who => who.textContent).join() === "A person,A person");
for (const square of ["g8", "a1", "i8", "o1", "h7", "a15", "h9", "o15"]) await play(square);
sure(all("#flat .m-forbidden").map(cell => cell.dataset.square).join() === "h8", "h8 is forbidden");
await press("#flat [data-square='h8']");
await until(() => all("#faults .hint").some(it => /forbids/.test(it.textContent)));
