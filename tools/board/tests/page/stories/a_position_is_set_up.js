const position = text => until(() => one("[data-text='Position']")?.value === text, `the position ${text}`);
const put = async squares => { for (const square of squares) await press(`#flat [data-square='${square}']`); };
await press("[data-view=layers]");
await press("#tab-texts");
await press("#set-up");
// A click puts x, the next o, the third nothing.
await put(["111", "222", "222", "333", "333", "333", "444", "441", "441"]);
await press("#set-up-done");
await position("x20o38o2x");
await newGame("gomoku", "human", "human");
await press("#set-up");
await put(["h8", "i8", "i8"]);
choose(".setup select", "1");
await press("#set-up-done");
await until(() => all("#flat .d1").length === 1 && all("#flat .d2").length === 1);
await newGame("draughts", "human", "human");
await press("#set-up");
all(".setup button").find(button => button.textContent === "Clear").click();
// A black king, and a white man, white to move.
await put(["18", "18", "27", "27", "27"]);
choose(".setup select", "2");
await press("#set-up-done");
await position("W:W27:BK18");
sure(one("#status").textContent.startsWith("White to move"), "white is to move");
// Go-Moku's games come and go as SGF, the first variations of it, with names and comments.
const sgf = "(;FF[4]GM[4]SZ[9]PB[Ann]GN[A \\] game];B[ee]C[a\\]b];W[fd](;B[ff])(;B[aa]))";
one("#texts textarea").value = sgf;
await press("#paste");
await until(() => one("#title").textContent === "A ] game" && plies() === 3);
sure(all("#list li").map(row => row.textContent).join() === "e5a]b,f6,f4", all("#list li").map(row => row.textContent).join());
let file = null;
URL.createObjectURL = blob => { file = blob; return "#"; };
await press("#tab-texts");
await press("#save");
const saved = (await file.text()).replaceAll("\n", "");
sure(saved === "(;FF[4]GM[4]CA[UTF-8]SZ[9]PB[Ann]GN[A \\] game];B[ee]C[a\\]b];W[fd];B[ff])", saved);
