// What the browser keeps: the game on the board, so that a reload loses nothing.

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

/** A state as the message that begins the game again where it stands. */
export function snapshot(state, clock) {
  const steps = plain => state.line.map(({ m, comment, score, by }) => (plain ? { m } : { m, comment, score, by }));
  const kept = plain => ({
    game: state.game, rules: state.rules, position: state.start, seats: state.seats, clock: state.clock ? clock : null,
    played: {
      line: steps(plain), ply: state.ply, title: state.title, names: state.names, left: state.clock,
      ended: state.reason ? [state.result, state.reason] : null,
    },
  });
  const whole = kept(false);
  return new TextEncoder().encode(JSON.stringify(whole)).length < LONGEST ? whole : kept(true);
}
