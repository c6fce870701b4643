// Who may be played against: the programs with the year and the paper that they come from, what they are like, and where a league of
// this project has rated them. The ratings themselves stand in the documents of the leagues, which are served with the page.

/** What a game is about, in a sentence or two. */
export const GOALS = {
  qubic: "Put four of your marks in one straight line: along a row or a column, up through the levels, or on any diagonal. " +
    "Any free cell may be taken.",
  gomoku: "Take turns to place a stone on a crossing. The first to have five of them in one line, in any direction, wins. (Renju forbids black some moves; by the standard rules six are no win.)",
  draughts: "Move a man one step forward along a diagonal; jump over a piece of the other side to take it. Who can take must, and who " +
    "cannot move has lost.",
};

/** Each program: who it is, and in a league (by game) under which name and with which limit it was rated. */
const PEOPLE = {
  random: { who: "Chance", line: "Moves at random.", rated: { qubic: "random", gomoku: "random", draughts: "random" } },
  "related-pair": { who: "R. L. Citrenbaum", year: 1965, paper: "citrenbaum-1965",
    line: "The first attempt: looks for two lines that meet, and at little else.", rated: { qubic: "related-pair" } },
  planar: { who: "R. L. Citrenbaum", year: 1965, paper: "citrenbaum-1965",
    line: "Thinks in planes of the cube: gathers an excess of marks in one, then forces.", rated: { qubic: "planar" } },
  general: { who: "R. L. Citrenbaum", year: 1965, paper: "citrenbaum-1965",
    line: "The strongest of its time: builds pairs of lines until one cannot be met.", rated: { qubic: "general" } },
  "score-four": { who: "M. J. Doake", year: 1972, paper: "doake-1972",
    line: "Has learned its patterns from games that it lost.", rated: { qubic: "score-four faithful" } },
  "score-four-deep": { who: "M. J. Doake, continued", year: 1972, paper: "doake-1972",
    line: "The same idea carried further: patterns with the places where their lines meet.", rated: { qubic: "deep learned" } },
  samuel: { who: "A. L. Samuel", year: 1959, paper: "samuel-1959",
    line: "Weighs a position by terms whose weights it has learned by playing itself.", rated: { draughts: "samuel-second" } },
  victoria: { who: "L. V. Allis and others", year: 1994, paper: "allis-1994",
    line: "Sees a chain of threats to its end. Let it begin, and it wins.", rated: { gomoku: "victoria" } },
  "threat-space": { who: "After Allis and others", year: 1994, paper: "allis-1994",
    line: "Looks for a forced win by threats alone, then for the better place.", rated: { qubic: "threat-space 2k" } },
  "alpha-beta": { who: "A program of today", line: "Searches broadly and misses little.",
    rated: { qubic: "alpha-beta 2k", gomoku: "alpha-beta", draughts: "alpha-beta" } },
  perfect: { who: "A program of today", line: "Knows proofs by heart, and wins what can be won.", rated: { qubic: "perfect 2k" } },
};
/** Who greets a visitor; who searches does so gently. */
export const GENTLE = { qubic: "related-pair", gomoku: "samuel", draughts: "samuel" };
/** Nodes for each move, as in the leagues; those who are not rated have fewer. */
export const NODES = { qubic: 2000, gomoku: 20000, draughts: 5000 };
export const FEW_NODES = 200;

/** The ratings of a league: of each name that its document lists, the number and its error or interval. */
export function ratingsIn(text) {
  const found = new Map();
  for (const row of text.split("\n")) {
    const signed = value => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;
    const table = /^\|\s*\d+\s*\|\s*([\w -]+?)\s*\|.*\|\s*([+-][\d.]+) ± ([\d.]+)\s*\|\s*$/.exec(row);
    const plain = /^\s+\d+\s{2}([\w-]+)\s.*%\s+(?:([+-][\d.]+) (?:± ([\d.]+)|\(([+-][\d.]+) to ([+-][\d.]+)\))|below (-?\d+))/.exec(row);
    const [, name, value, error, low, high, bound] = table ?? plain ?? [];
    if (bound) found.set(name, { value: Number(bound), text: `below ${bound.replace("-", "−")}` });
    else if (name) found.set(name, { value: Number(value), text: `${signed(value)} ${error ? `± ${Math.ceil(error)}` : `(${signed(low)} to ${signed(high)})`}` });
  }
  return found;
}

const leagues = new Map();
/** The league of a game, read once. */
export function league(game) {
  if (!leagues.has(game))
    leagues.set(game, fetch(`leagues/${game}.md`).then(answer => answer.text()).then(ratingsIn, () => new Map()));
  return leagues.get(game);
}

/** Those of these strategies that play a game, the weaker first: `{ name, who, line, year, paper, rating, limit }`. */
export async function opponents(game, strategies) {
  const ratings = await league(game);
  const all = strategies.map(name => {
    const person = PEOPLE[name] ?? { who: name, line: "", rated: {} };
    const rating = ratings.get(person.rated[game]) ?? null;
    const nodes = rating ? NODES[game] : FEW_NODES;
    return { name, ...person, rating, limit: { nodes } };
  });
  const strength = ({ rating }) => rating?.value ?? Infinity;
  return all.sort((a, b) => strength(a) - strength(b));
}
