await newGame("qubic", "human", "human");
for (const square of ["111", "222", "333"]) await play(square);
await press("#games [data-game=draughts]");
await until(() => document.documentElement.dataset.game === "draughts" && plies() === 0);
history.back();
await until(() => document.documentElement.dataset.game === "qubic" && plies() === 3, "the game of before");
await play("444");
// The proof begins on a board of its own, and the game is there after it.
await press("#tab-analysis");
await press("#proof-start");
await until(() => plies() === 0 && one("#proof-move"));
history.back();
await until(() => plies() === 4, "the game of before the proof");
history.forward();
await until(() => plies() === 0, "and forward");
// The game of an address that cannot be had: a new one of that game, and why.
history.replaceState(null, "", "#game=gomoku&moves=h8 h8");
// reload
await until(() => document.documentElement.dataset.game === "gomoku" && one("#faults .fault"));
sure(/not a legal move/.test(one("#faults").textContent), one("#faults").textContent);
