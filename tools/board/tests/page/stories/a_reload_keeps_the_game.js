await newGame("gomoku", "human", "human");
for (const square of ["h8", "h9", "i8"]) await play(square);
await press("#previous");
await until(() => all("#list li.ahead").length === 1);
// reload
await until(() => plies() === 3 && all("#list li.ahead").length === 1);
sure(all("#flat .disc").length === 2, "two stones stand");
await newGame("qubic", "human", "fourscore|alpha-beta");
await play("222");
await until(() => plies() === 2);
const said = one("#list li:nth-child(2)").textContent;
sessionStorage.setItem("said", said);
// reload
await until(() => plies() === 2);
sure(one("#list li:nth-child(2)").textContent === sessionStorage.getItem("said"), "with what was said and the score");
sure(all(".player .who").map(who => who.textContent).join() === "You,alpha-beta", "the seats are taken as before");
await play("333");
await until(() => plies() === 4, "the engine plays on");
sure(location.search === "", "the token does not stay in the address");
