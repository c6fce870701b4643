await sample(0);
await until(() => all("#list .comment").length === 19 && one("#work").hidden);
sure(all(".player .who").map(who => who.textContent).join() === "Program of 1972 (Red),Program of 1972 (White)", "the players have names");
const state = await new Promise(done => { const kept = JSON.parse(localStorage.getItem("game")); done(kept.played.line); });
const estimates = state.filter(step => step.score && "cp" in step.score).length;
sure(all("#graph polyline").length === 2, "a program that sees its own side alone has a line for each side");
const points = all("#graph polyline").map(line => line.getAttribute("points").split(" ").length);
sure(points[0] + points[1] === estimates, "and no number is on both");
// The list says of a move what the graph says of it.
for (const circle of all("#graph circle")) {
  const [, said] = circle.textContent.split(": ");
  sure(one(`#list [data-node='${circle.dataset.node}']`).parentElement.querySelector(".score").textContent === said, circle.textContent);
}
sure(/^x wins within \d/.test(all("#list .score").at(-1).textContent), "a win is somebody's");
await sample(8);
sure(all(".player .who").map(who => who.textContent).join() === "Victoria,Neuron", "Olympiad");
await until(() => one("#work").hidden);
await sample(16);
sure(all(".player .who").map(who => who.textContent).join() === "Beta,Alpha", "Samuel");
