await newGame("qubic", "human", "fourscore|alpha-beta");
await press("#hint");
await until(() => one("#faults .hint"));
await new Promise(next => setTimeout(next, 1500));
sure(all("#faults p").length === 1 && /^Hint: \d{3}/.test(one("#faults p").textContent), "a hint is one box");
await play("222");
await until(() => all("#faults p").length === 0, "the hint goes with its position");
