// Light and dark, and whether there are sounds: how the page shows what has been chosen.

const byId = id => document.getElementById(id);

/** The button that mutes. */
export function muted(settings) {
  const words = settings.sound ? "Sounds are on: mute (m)" : "Sounds are off: unmute (m)";
  byId("sound").setAttribute("aria-label", words);
  byId("sound").title = words;
  byId("sound").querySelector("use").setAttribute("href", settings.sound ? "#i-sound" : "#i-mute");
}

/** The theme and the numbers of squares, and the buttons that change them. */
export function dress(settings) {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.numbers = settings.numbers ? "on" : "off";
  byId("numbers").setAttribute("aria-pressed", String(settings.numbers));
  const name = { "": "as the system", dark: "dark", light: "light" }[settings.theme];
  byId("theme").setAttribute("aria-label", `Theme: ${name}`);
  byId("theme").title = `Theme: ${name}`;
}
