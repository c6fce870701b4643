// The room that there is, and how the boards are looked at.
await press("[data-view=layers]");
const part = (css, side) => one(css).getBoundingClientRect()[side] / one("#board").getBoundingClientRect()[side];
sure(one("#board").clientHeight > innerHeight - 150 && one("#board").clientWidth > 0.65 * innerWidth, "the board has the page");
sure(part(".layers", "height") > 0.9, `the layers are as high as it: ${part(".layers", "height")}`);
await press("[data-view=cube]");
await until(() => all("#cube .storey").length === 4 && window.cube.frames.length > 0);
const heights = all("#cube .storey").map(storey => storey.getBoundingClientRect().top);
sure(heights.every((height, level) => level === 0 || height > heights[level - 1] + 30), `levels, each below the one before: ${heights}`);
await press("[data-view=both]");
sure(part(".layers", "width") > 0.5 && part("#cube", "width") > 0.4, "and both have room");
await press("#games [data-game=gomoku]");
await until(() => all("#flat .cell").length === 225);
sure(part(".goban", "height") > 0.95 && all("[data-star=true]").map(cell => cell.dataset.square).sort().join() === "d12,d4,h8,l12,l4", "a goban with its points");
await newGame("draughts", "human", "human");
const numbers = () => getComputedStyle(one("#flat .number")).display !== "none";
sure(part(".draughtboard", "height") > 0.95 && numbers(), "squares have their numbers");
await press("#numbers");
sure(!numbers(), "and have them on demand");
// A piece is dragged.
const middle = square => { const box = one(`[data-square='${square}']`).getBoundingClientRect(); return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }; };
const point = (kind, at, target) => target.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, ...at }));
point("pointerdown", middle("11"), one("[data-square='11']"));
point("pointermove", middle("15"), window);
sure(one(".dragged svg") && one("[data-square='15'].m-target"), "it is held, and may be put down there");
point("pointerup", middle("15"), window);
await until(() => plies() === 1 && !one(".dragged"));
const top = square => middle(square).clientY;
const before = top("1") < top("32");
one("#board").dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
await until(() => (top("1") < top("32")) !== before);
sure(/are on/.test(one("#sound").title), "there are sounds");
await press("#sound");
await press("#theme");
// A branch: another move is tried, and both are in the list.
await press("#back");
await until(() => all("#list .ahead").length === 1);
await press("[data-square='9']");
await press("[data-square='13']");
await until(() => one("#list .branch")?.textContent === "or 11-15");
// The clock of who is to move runs, and a reload does not wind it up.
await press("#new");
choose("#clock", "1 min + 1 s");
await press("#begin");
const clocks = () => all(".clock").map(clock => clock.textContent);
await until(() => /^0:5\d/.test(clocks()[0]) && clocks()[1] === "1:00");
// reload
await until(() => one(".draughtboard"));
sure(/are off/.test(one("#sound").title) && document.documentElement.dataset.theme === "dark" && document.documentElement.dataset.numbers === "off", "settings stay");
for (const square of ["11", "15"]) await press(`[data-square='${square}']`);
const clocks = () => all(".clock").map(clock => clock.textContent);
await until(() => plies() === 1 && /^0:5\d/.test(clocks()[1]), clocks().join());
sure(clocks()[0] !== "1:01", "it had run before");
