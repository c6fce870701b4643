await newGame("qubic", "human", "fourscore|random");
for (const square of ["111", "222"]) {
  await until(() => one(`#flat [data-square='${square}']`).matches(".m-legal") || one(`#flat [data-square='${square}'] svg`));
  if (one(`#flat [data-square='${square}']`).matches(".m-legal")) one(`#flat [data-square='${square}']`).click();
  await until(() => plies() % 2 === 0);
}
await press("#resign");
await press("#yes");
await until(() => /o wins: .*resigns\.$/.test(one("#status").textContent));
sure(one("#flat .m-legal") === null, "the game is over");
// A step back, and a reload, lose nothing.
await press("#previous");
await until(() => all("#list li.ahead").length === 1);
// reload
await until(() => all("#list li.ahead").length === 1);
await press("#last");
await until(() => /o wins: .*resigns\.$/.test(one("#status").textContent));
await press("#rematch");
await until(() => all(".player .who").map(who => who.textContent).join() === "random,You");
await until(() => plies() === 1);
await press("#tab-games");
sure(all("#own-games .own").length === 1 && /random.*o wins/.test(one("#own-games").textContent), one("#own-games").textContent);
one("#search").value = "draughts";
one("#search").dispatchEvent(new Event("input"));
sure(all("#own-games .own").length === 0, "nothing of draughts");
one("#search").value = "qubic";
one("#search").dispatchEvent(new Event("input"));
await press("#own-games .own button");
await until(() => /resigns\.$/.test(one("#status").textContent));
await press("#tab-games");
await press("#own-games .own button:last-child");
sure(all("#own-games .own").length === 0, "it is gone");
// Two people agree on a draw.
await newGame("gomoku", "human", "human");
for (const square of ["h8", "i9"]) await play(square);
await press("#tab-texts");
await press("#link");
await until(() => one("#faults .hint")?.textContent.includes("moves=h8+i9"));
history.replaceState(null, "", new URL(one("#faults .hint").textContent.match(/http\S+/)[0].replace(/×$/, "")).hash);
// reload
await until(() => one("#title").textContent === "From a link" && plies() === 2);
await newGame("gomoku", "human", "human");
for (const square of ["h8", "i9"]) await play(square);
await press("#offer");
await press("#yes");
await until(() => one("#status").textContent.endsWith("A draw: agreed."));
