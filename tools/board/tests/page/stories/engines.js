for (const name of ["broken", "x"])
  await until(() => all("#faults .fault").some(({ textContent }) => textContent.includes(`Engine ${name} cannot be used`)), name);
await newGame("qubic", "human", "crashing|");
await press("#flat [data-square='222']");
await until(() => one("#faults [data-about=p2]")?.textContent.includes("crash"));
await newGame("qubic", "human", "fourscore|alpha-beta");
await play("222");
await until(() => !one("#faults [data-about=p2]"), "what failed is over");
