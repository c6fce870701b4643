// A proof that was never fetched is not there, which is not to say that nothing is proven.
await until(() => one("#flat .cell") && self.crossOriginIsolated, "the page, from what the browser has kept");
await press("#games [data-game=gomoku]");
await until(() => document.documentElement.dataset.game === "gomoku");
await press("#tab-analysis");
await press("#proof-start");
await until(() => /could not be fetched/.test(one("#proof-found").textContent));
