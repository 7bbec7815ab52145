// Without network: what was seen last is a link away.

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

if ("caches" in globalThis) show();
document.getElementById("try-again").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});
window.addEventListener("online", () => location.reload());
document.documentElement.dataset.ready = "true";
