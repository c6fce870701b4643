// The connection to the session: JSON both ways, told apart by `type`; `transport.js` is how it gets there.

import { open } from "./transport.js";

const listeners = new Map();
let transport = null;
let wanted = true;

/** Calls `hear` with every message of this type. */
export function on(type, hear) {
  if (!listeners.has(type)) listeners.set(type, []);
  listeners.get(type).push(hear);
}

function emit(message) {
  for (const hear of listeners.get(message.type) ?? []) hear(message);
}

/** Sends a message; what cannot be sent is said. */
export function send(type, rest = {}) {
  if (!transport?.send(JSON.stringify({ type, ...rest })))
    emit({ type: "refused", text: "There is no connection to the server." });
}

/** Connects, and again after a second whenever the server has gone. */
export function connect() {
  transport = open({
    opened: () => emit({ type: "open" }),
    heard: text => emit(JSON.parse(text)),
    closed: () => {
      emit({ type: "closed" });
      if (wanted) setTimeout(connect, 1000);
    },
  });
}

addEventListener("pagehide", () => { wanted = false; transport?.close(); });
addEventListener("pageshow", event => { if (event.persisted) { wanted = true; connect(); } });
