// What the browser keeps: the game on the board, so that a reload loses nothing. Each tab has a board of its own; one that is opened while no
// other is goes on with the last.

/** No message may be longer, in bytes; what is said about moves is left out first. */
const LONGEST = 60_000;

/** What is read back, or something else if there is none or it is damaged. */
export function stored(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value, in the place of the oldest games where there is no room left. */
export function store(key, value) {
  for (;;) {
    try {
      return localStorage.setItem(key, JSON.stringify(value));
    } catch {
      const games = key === "games" ? value : stored("games", []);
      if (games.length < 2) return;
      games.length = Math.floor(games.length / 2);
      if (key !== "games") localStorage.setItem("games", JSON.stringify(games));
    }
  }
}

/** What of it is a tab's own. */
const OWN = ["game", "clock", "game-id"];

/** What this tab has kept of its own. */
export function storedHere(key, otherwise) {
  return JSON.parse(sessionStorage.getItem(key)) ?? otherwise;
}

/** Keeps a value of this tab's own, and for the tab that is opened when none is. */
export function storeHere(key, value) {
  sessionStorage.setItem(key, JSON.stringify(value));
  store(key, value);
}

const held = await navigator.locks?.query().then(locks => locks.held, () => []) ?? [];
if (sessionStorage.getItem("game") === null && !held.some(({ name }) => name === "board"))
  for (const key of OWN) sessionStorage.setItem(key, localStorage.getItem(key));
navigator.locks?.request("board", { mode: "shared" }, () => new Promise(() => {}));

/** A state as the message that begins the game again where it stands. */
export function snapshot(state, clock) {
  const steps = plain => state.line.map(({ m, comment, score, by }) => (plain ? { m } : { m, comment, score, by }));
  const kept = plain => ({
    game: state.game, rules: state.rules, position: state.start, seats: state.seats, clock: state.clock ? clock : null,
    played: {
      line: steps(plain), ply: state.ply, title: state.title, names: state.names, left: state.clock,
      ended: state.ended,
    },
  });
  const whole = kept(false);
  return new TextEncoder().encode(JSON.stringify(whole)).length < LONGEST ? whole : kept(true);
}
