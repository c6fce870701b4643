// The service worker of the page without a server: it keeps all files, so that the page opens without a network, and sends the headers
// that let the page's workers share memory. The builder of the page writes the two lines that follow.

const VERSION = "";
const FILES = [];

const CACHE = `fourscore-${VERSION}`;
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

addEventListener("install", event => event.waitUntil(caches.open(CACHE).then(cache =>
  // A copy that the browser has kept may be an older one.
  cache.addAll(FILES.map(path => new Request(path, { cache: "no-cache" }))))));

addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (name.startsWith("fourscore-") && name !== CACHE) await caches.delete(name);
  await clients.claim();
})()));

async function answer(request) {
  const cache = await caches.open(CACHE);
  const page = request.mode === "navigate" && !new URL(request.url).pathname.endsWith("/report.html");
  let found = await cache.match(page ? "./" : request, { ignoreSearch: true });
  if (!found) {
    found = await fetch(request);
    // What is fetched when it is wanted is kept from then on.
    if (found.ok && new URL(request.url).pathname.includes("/files/")) await cache.put(request, found.clone());
  }
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

addEventListener("fetch", event => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
