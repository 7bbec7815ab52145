// Without network or without a server: what was seen last is a link away.

const AGAIN = 10_000; // milliseconds until the server is asked again
const list = document.getElementById("kept-list");

async function show() {
  for (const name of (await caches.keys()).filter((one) => one.startsWith("kidd-seen-"))) {
    const seen = await caches.open(name);
    for (const request of (await seen.keys()).reverse()) {
      const { pathname } = new URL(request.url);
      if (pathname !== "/offline") list.append(await line(seen, request, pathname));
    }
  }
  document.getElementById("kept").hidden = !list.children.length;
}

async function line(seen, request, path) {
  const text = await (await seen.match(request)).text();
  const title = new DOMParser().parseFromString(text, "text/html").title || path;
  const link = Object.assign(document.createElement("a"), { href: path, textContent: title });
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** No network is one thing, a server that does not answer another. */
function why() {
  document.getElementById("no-network").hidden = navigator.onLine;
  document.getElementById("no-server").hidden = !navigator.onLine;
}

async function ask() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

if ("caches" in globalThis) show();
why();
if (location.pathname !== "/offline") setInterval(ask, AGAIN);
window.addEventListener("offline", why);
document.getElementById("try-again").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});
window.addEventListener("online", () => location.reload());
document.documentElement.dataset.ready = "true";
