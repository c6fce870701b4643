// How messages get to a session that a server runs: one WebSocket. (A page without a server has `static/transport.js` instead.)

/** Whether there is a server, with what only it can have: files and other engines. */
export const server = true;

/** The token that the printed address carries; this origin, which no other port shares, keeps it. */
function token() {
  const printed = new URLSearchParams(location.search).get("token");
  if (printed) localStorage.setItem("token", printed);
  return printed ?? localStorage.getItem("token") ?? "";
}
const TOKEN = token();

/** Opens a connection; `send` says whether it could. */
export function open({ opened, heard, closed }) {
  const socket = new WebSocket(`ws://${location.host}/socket?token=${TOKEN}`);
  socket.addEventListener("open", opened);
  socket.addEventListener("message", event => heard(event.data));
  socket.addEventListener("close", closed);
  return {
    send: text => socket.readyState === WebSocket.OPEN && (socket.send(text), true),
    close: () => socket.close(),
  };
}
