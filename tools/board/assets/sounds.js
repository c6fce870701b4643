// Sounds, made here: a knock for a stone, two for a capture, a few notes for an end. Browsers let a page be heard after its first click only.

/** Notes of each sound: frequency in hertz, when and for how long in seconds. */
const SOUNDS = {
  place: [[520, 0, 0.07]],
  capture: [[420, 0, 0.06], [300, 0.08, 0.09]],
  won: [[523, 0, 0.16], [659, 0.14, 0.16], [784, 0.28, 0.3]],
  lost: [[392, 0, 0.18], [330, 0.16, 0.3]],
  drawn: [[440, 0, 0.16], [440, 0.2, 0.2]],
};
const LOUD = 0.07;
let context = null;

addEventListener("pointerdown", () => { context ??= new AudioContext(); }, { once: true });

/** Makes a sound, if the page may be heard. */
export function sound(name) {
  if (context?.state !== "running") return;
  for (const [frequency, after, length] of SOUNDS[name]) {
    const [tone, gain, at] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(frequency, at);
    tone.frequency.exponentialRampToValueAtTime(frequency * 0.7, at + length);
    gain.gain.setValueAtTime(LOUD, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** What a new state sounds like after the one before; nothing, if it is no step on. */
export function heard(before, now) {
  if (!before || before.id !== now.id) return null;
  if (before.result === "none" && now.result !== "none") {
    if (now.result === "draw") return "drawn";
    const winner = now.seats[now.result === "p1win" ? 0 : 1];
    return winner.kind === "human" ? "won" : "lost";
  }
  if (now.ply !== before.ply + 1) return null;
  return now.line[now.ply - 1].m.includes("x") ? "capture" : "place";
}
