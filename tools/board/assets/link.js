// The connection to the server: one WebSocket, JSON both ways, told apart by `type`.

const listeners = new Map();
let socket = null;
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
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...rest }));
  else emit({ type: "refused", text: "There is no connection to the server." });
}

/** The token that the printed address carries; this origin, which no other port shares, keeps it. */
function token() {
  const printed = new URLSearchParams(location.search).get("token");
  if (printed) localStorage.setItem("token", printed);
  return printed ?? localStorage.getItem("token") ?? "";
}
const TOKEN = token();

/** Connects, and again after a second whenever the server has gone. */
export function connect() {
  socket = new WebSocket(`ws://${location.host}/socket?token=${TOKEN}`);
  socket.addEventListener("open", () => emit({ type: "open" }));
  socket.addEventListener("message", event => emit(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    emit({ type: "closed" });
    if (wanted) setTimeout(connect, 1000);
  });
}

addEventListener("pagehide", () => { wanted = false; socket?.close(); });
addEventListener("pageshow", event => { if (event.persisted) { wanted = true; connect(); } });
