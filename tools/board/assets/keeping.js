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

export const store = (key, value) => localStorage.setItem(key, JSON.stringify(value));

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
  return JSON.stringify(whole).length < LONGEST ? whole : kept(true);
}
