await newGame("qubic", "human", "fourscore|alpha-beta");
await press("#hint");
await until(() => one("#faults .hint"));
await new Promise(next => setTimeout(next, 1500));
sure(all("#faults p").length === 1 && /^Hint: \d{3}/.test(one("#faults p").textContent), "a hint is one box");
await play("222");
await until(() => all("#faults p").length === 0, "the hint goes with its position");
// In draughts it is said why a piece does not go there.
await newGame("draughts", "human", "human");
await press("#flat [data-square='11']");
await press("#flat [data-square='18']");
await until(() => one("#faults .hint")?.textContent.includes("The piece on 11 can go to 15, 16."));
await press("#flat [data-square='1']");
await until(() => one("#faults .hint")?.textContent.includes("The piece on 1 cannot move."));
