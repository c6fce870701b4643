// One of each kind: the thesis of 1972, the program of 1965, the Olympiad of 1992, Samuel's of 1959.
for (const [id, plies, who] of [[0, 19, "score-four"], [6, 0, ""], [8, 0, "victoria"], [18, 62, "samuel"]]) {
  await sample(id);
  const rows = () => all("#list li");
  await until(() => rows().length >= 15 && rows().every(row => row.querySelector(".comment")));
  await until(() => one("#work").hidden);
  const number = rows().length;
  sure(plies === 0 || plies === number, `game ${id} has ${number} plies`);
  sure(rows().every(row => row.querySelector(".comment").textContent.includes(who)), `game ${id} is commented by ${who}`);
  for (let ply = 1; ply <= number; ply++) {
    await press("#next");
    await until(() => rows().findIndex(row => row.classList.contains("here")) === ply - 1);
  }
  sure(one("#next").disabled, "that is all");
  sure(id >= 8 || !one("#status").textContent.includes("to move"), "games of Qubic are whole");
}
