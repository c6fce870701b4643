// Nothing stands between a visitor and a move.
sure(!one("dialog[open]"), "no dialog");
await until(() => one("#goal").textContent.includes("four") && all("#opponents .person").length > 5);
sure(one("#status").textContent === "Your move (x).", one("#status").textContent);
sure(one(".person[aria-pressed=true]").dataset.person === "related-pair", "a gentle one sits there");
const ratings = all("#opponents .rating").map(span => /Elo ([+−]\d+) ±/.exec(span.textContent)?.[1]).filter(Boolean).map(text => Number(text.replace("−", "-")));
sure(ratings.length === 9 && ratings.every((value, index) => index === 0 || value >= ratings[index - 1]), `the weaker first: ${ratings}`);
// Every name that a document should have is there.
const { league, opponents } = await import("/people.js");
for (const [game, names] of [["qubic", ["perfect 2k", "score-four faithful", "deep learned"]], ["gomoku", ["victoria", "random"]],
  ["draughts", ["samuel-second", "alpha-beta"]]])
  for (const name of names) sure((await league(game)).has(name), `${game}: ${name}`);
sure((await opponents("draughts", ["alpha-beta", "samuel", "random"])).map(it => it.name).join() === "random,samuel,alpha-beta", "by strength");
sure((await opponents("gomoku", ["alpha-beta", "samuel", "random"])).map(it => it.name).join() === "random,alpha-beta,samuel", "the unrated last");
await press("[data-person=planar]");
await until(() => one(".person[aria-pressed=true]").dataset.person === "planar");
choose("#who-begins", "2");
await press("[data-person=general]");
await until(() => plies() === 1 && /^x: .*Your move \(o\)\.$/.test(one("#status").textContent));
sure(one("#intro").hidden && one("#goal").hidden, "after a move nobody needs it");
await press("#games [data-game=draughts]");
await until(() => document.documentElement.dataset.game === "draughts" && /Your move/.test(one("#status").textContent));
const top = square => one(`[data-square='${square}']`).getBoundingClientRect().top;
sure(top("1") > top("32"), "one's own side stands below");
