// How messages get to a session in a worker of this page: there is no server. A service worker keeps all files, so that the page
// opens without a network, and sends the headers that let workers share memory, by which a search hears `stop`.

/** There is no server, nor what only it can have: files and other engines. */
export const server = false;

const notice = document.getElementById("connection");

function say(text) {
  notice.hidden = text === "";
  notice.textContent = text;
}

/** Whether the page is to be loaded again, now that a service worker answers for it: once, for the sake of its headers, where a search hears
 * nothing without them. */
async function kept() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("sw.js");
    if (self.crossOriginIsolated || typeof WebAssembly.Suspending === "function") return false;
    say("Loading…");
    await navigator.serviceWorker.ready;
    const before = sessionStorage.getItem("loaded-again");
    sessionStorage.setItem("loaded-again", "yes");
    return !before;
  } catch (error) {
    console.warn(`Nothing is kept for times without a network: ${error.message}`);
    return false;
  }
}

/** Opens a connection; what is sent before the session is there waits. */
export function open({ opened, heard }) {
  let worker = null;
  const waiting = [];
  const start = async () => {
    if (await kept()) return location.reload();
    worker = new Worker("session.js", { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.broke) {
        say(`The session has broken (${data.broke}): load the page again.`);
        return worker.terminate();
      }
      if (data.begun) {
        say("");
        opened();
      } else heard(data.text);
    });
    worker.addEventListener("error", event => say(`The engine cannot be loaded: ${event.message ?? "is a file missing?"}`));
    for (const text of waiting) worker.postMessage(text);
  };
  start();
  return {
    send: text => (worker ? worker.postMessage(text) : waiting.push(text), true),
    close: () => { worker?.terminate(); worker = null; },
  };
}
