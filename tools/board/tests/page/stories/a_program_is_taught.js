// A person beats score-four by force; it learns the pattern, and takes its key square in the next game.
await press("[data-view=layers]");
await press("#tab-teaching");
await press("#teach-by-playing");
await until(() => all(".player .who").map(who => who.textContent).join() === "You,score-four, learning");
await answered(["111", "141", "411", "121", "321"]);
// reload
// The game goes on after a reload, and is learned from all the same.
const memory = () => JSON.parse(localStorage.getItem("memories") ?? "{}")["score-four 1"];
await until(() => plies() === 10);
await answered(["221", "331", "311", "211"]);
await until(() => /x wins/.test(one("#status").textContent) && one("#lesson .told")?.textContent.includes("(2,0,1,0,2)"));
sure(all("#lesson .told table tr").at(-1).textContent === "1212 0 1 0 2 2", one("#lesson .told table").textContent);
sure(all("#lesson .fresh b").map(name => name.textContent).join(" ") === "(2,0,1,0,2) (10,0,5,0,10)", "both versions are new in its list");
sure(memory().games === 1 && memory().text.includes('"pattern":[2,0,1,0,2]'), "it is kept");
await press("#lesson .lesson");
await until(() => all("#flat .m-pattern").length > 10 && one("#title").textContent.includes("pattern was found"));
// Under another name it is met all the same.
const rename = text => {
  const name = one("#own-memories input");
  name.value = text;
  name.dispatchEvent(new Event("change"));
};
rename("beaten");
await until(() => one("#own-memories input").value === "beaten" && memory() === undefined);
await press("#meet");
await until(() => plies() === 0 && one(".player .who").textContent === "You" && all(".player .who")[1].textContent.includes("learning"));
await answered(["111", "141", "411"]);
const used = () => all("#list li").find(row => row.textContent.includes("key square of the opponent's pattern (2,0,1,0,2) on 121"));
await until(used, "the pattern to be used");
await press("#tab-moves");
used().querySelector(".ask").click();
await until(() => one("#why .verdict")?.textContent.includes("(2,0,1,0,2)") && all("#flat .m-point").length === 2);
const squares = all("#flat .m-point").map(cell => cell.dataset.square).join();
sure(squares === "121,221", `its squares are drawn: ${squares}`);
sure(new Set(all("#flat .m-pattern").map(cell => cell.dataset.square)).size >= 12, "and its lines");
// Memories are named, looked into, forgotten.
await press("#tab-teaching");
rename("beaten once");
await until(() => one("#own-memories input").value === "beaten once");
await press("[aria-label='Look: beaten once']");
await until(() => one("#kept h3")?.textContent.startsWith("beaten once") && one("#patterns").textContent.includes("(2,0,1,0,2)"));
await press("[aria-label='Forget: beaten once']");
await until(() => !one("#own-memories input"));
// Samuel's program: its coefficients move.
await press("#games [data-game=draughts]");
await until(() => document.documentElement.dataset.game === "draughts");
choose("#teacher-side", "1");
await press("#teach-by-playing");
await press("[data-square='11']");
await press("[data-square='15']");
await until(() => plies() === 2);
await press("#resign");
await press("#yes");
await until(() => all("#lesson rect.bar").length > 10);
