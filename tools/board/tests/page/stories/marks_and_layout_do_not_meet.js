const even = () => {
  const sides = all("#flat .cell").flatMap(cell => { const { width, height } = cell.getBoundingClientRect(); return [width, height]; });
  const styles = new Set(all("#flat .cell").map(cell => `${getComputedStyle(cell).display} ${getComputedStyle(cell).margin}`));
  // Browsers lay out in parts of a pixel.
  return styles.size === 1 && Math.max(...sides) - Math.min(...sides) < 0.25;
};
const rows = grid => new Set(all(grid).map(cell => Math.round(cell.getBoundingClientRect().top))).size;
await newGame("qubic", "human", "human");
await press("[data-view=layers]");
for (const square of ["111", "221", "112", "222", "113", "223", "114"]) await play(square);
await until(() => all("#flat .m-row").length === 4);
sure(even(), "every cell is as large as every other, in a line that is won or not");
sure(rows(".layer:first-child .cell") <= 8, "cells stand in rows");
await newGame("gomoku", "human", "human");
for (const square of ["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"]) await play(square);
await until(() => all("#flat .m-row").length === 5);
sure(rows("#flat .cell") === 15, "lines of the goban are straight");
// Nothing but the boards says how cells look, and boards know no layout class.
for (const sheet of document.styleSheets)
  for (const layer of sheet.cssRules)
    if (layer.cssRules)
      for (const { selectorText = "" } of layer.cssRules)
        sure(layer.name === "board" || !/\.m-|\.cell/.test(selectorText), `${selectorText} in the layer ${layer.name}`);
