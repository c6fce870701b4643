const one = css => document.querySelector(css);
const all = css => [...document.querySelectorAll(css)];
const sure = (holds, what) => { if (!holds) throw new Error(`${what}; the page says: ${one("#status")?.textContent}`); };
const until = async (holds, what = String(holds)) => {
  for (const end = Date.now() + 60_000; !holds();) {
    sure(Date.now() < end, `waited for ${what}`);
    await new Promise(next => setTimeout(next, 30));
  }
};
/** Clicks where it can be seen, and nothing covers it. */
const press = async css => {
  await until(() => one(css)?.getClientRects().length > 0 && !one(css).disabled, `${css} to be pressed`);
  const element = one(css);
  element.scrollIntoView({ block: "nearest" });
  const box = element.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  sure(element.contains(seen), `${css} is covered by ${seen?.outerHTML.slice(0, 80)}`);
  element.click();
};
const choose = (css, value) => { one(css).value = value; one(css).dispatchEvent(new Event("change", { bubbles: true })); };
const plies = () => all("#list li").length;
const newGame = async (game, one_, two) => {
  // Games of the page's own may have the same seats: the next one has another number.
  const { dataset } = document.documentElement;
  let before = dataset.begun;
  await press(`#games [data-game=${game}]`);
  await until(() => dataset.game === game && dataset.begun !== before && plies() === 0);
  before = dataset.begun;
  await press("#new");
  choose("#seat1", one_);
  choose("#seat2", two);
  await press("#begin");
  const person = one_ === two ? "A person" : "You";
  const who = [one_, two].map(seat => (seat === "human" ? person : seat.split("|").filter(Boolean).at(-1))).join();
  await until(() => all(".player .who").map(name => name.textContent).join() === who && dataset.begun !== before && plies() <= 1 &&
    !one("dialog[open]"), who);
};
const play = async square => {
  const before = plies();
  await press(`#flat [data-square='${square}']`);
  await until(() => plies() > before);
};
/** Plays these against a program, each when the one before has been answered, and the last may win. */
const answered = async squares => {
  for (const square of squares) {
    const before = plies();
    await until(() => one(`#flat [data-square='${square}']`).matches(".m-legal"), square);
    await press(`#flat [data-square='${square}']`);
    await until(() => plies() === before + 2 || (plies() === before + 1 && !one("#flat .m-legal") && / wins/.test(one("#status").textContent)));
  }
};
const sample = async id => {
  await press("#tab-games");
  await press(`[data-sample='${id}']`);
  await until(() => one("#title").textContent.startsWith(one(`[data-sample='${id}']`).textContent));
  await press("#tab-moves");
};
await until(() => one("#flat .cell") && document.documentElement.dataset.begun);
