// The service worker: pages open without network as they were seen last, and say so; notices come while no page is open.
// The server writes SHELL before this: the version, the parts that every page needs, and the picture of a notice.
//
// What is asked of the server is answered by the server: only where that cannot be reached, a page comes from here, marked.
// Parts are kept if the server says that they never change.

const PARTS = `kidd-parts-${SHELL.version}`;
const SEEN = `kidd-seen-${SHELL.version}`;
const OFFLINE = "/offline";
const HOME = "/";
const MOST_PARTS = 200;
const MOST_SEEN = 30;
const KEPT_AT = "x-kept-at";
const LASTING = /immutable/;
const KEPT_PAGES = /^\/(games\/\w+|games|notices|rules|help|lobby)?$/;
const FAREWELLS = /\/(logout|login|signup|sessions|account)\b/; // after which somebody else may sit here
const LINKED = /(?:src|href|data-from)="(\/(?:static|kit|deck)[^"]*)"/g;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const parts = await caches.open(PARTS);
      await parts.addAll(SHELL.parts);
      await keep(OFFLINE);
      await keep(HOME).catch(() => {}); // whoever comes there first is gone before anybody could ask for it
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith("kidd-") && name !== PARTS && name !== SEEN);
      const paths = [];
      for (const name of old.filter((one) => one.startsWith("kidd-seen-"))) {
        for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
      }
      await Promise.all(paths.slice(-MOST_SEEN).map((path) => keep(path).catch(() => {})));
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    if (FAREWELLS.test(url.pathname)) event.waitUntil(forget());
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, url));
  } else if (/^\/(static|kit|deck)/.test(url.pathname)) {
    event.respondWith(part(request));
  }
});

self.addEventListener("message", (event) => {
  const path = event.data?.keep;
  if (typeof path === "string" && KEPT_PAGES.test(path)) event.waitUntil(keep(path).catch(() => {}));
});

/** A page from the server; without network as it was seen last. */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && !answer.redirected && !url.search && KEPT_PAGES.test(url.pathname)) event.waitUntil(store(url.pathname, answer.clone()));
    return answer;
  } catch {
    const seen = await caches.open(SEEN);
    const kept = await seen.match(url.pathname);
    return kept ? marked(kept) : ((await seen.match(OFFLINE)) ?? Response.error());
  }
}

/** A part that never changes, from here if it was fetched before. */
async function part(request) {
  const parts = await caches.open(PARTS);
  const kept = await parts.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && LASTING.test(answer.headers.get("cache-control") ?? "")) {
    await parts.put(request.url, answer.clone());
    trim(parts, MOST_PARTS);
  }
  return answer;
}

/** Fetch a page, to have it as it stands now, and all that it needs. */
async function keep(path) {
  const answer = await fetch(path, { cache: "no-store", credentials: "same-origin", headers: { Accept: "text/html" } });
  if (answer.ok && !answer.redirected) await store(path, answer);
}

async function store(path, answer) {
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length", "set-cookie"]) headers.delete(name);
  headers.set(KEPT_AT, new Date().toISOString());
  const seen = await caches.open(SEEN);
  await seen.delete(path); // so that it is the latest
  await seen.put(path, new Response(text, { headers }));
  await trim(seen, MOST_SEEN, OFFLINE);
  const needed = [...text.matchAll(LINKED)].map(([, address]) => address.replaceAll("&amp;", "&"));
  await Promise.all([...new Set(needed)].map((address) => part(new Request(address)).catch(() => {})));
}

/** The page says that it is not fresh, and since when. */
async function marked(kept) {
  const at = kept.headers.get(KEPT_AT);
  const text = await kept.text();
  const language = text.match(/<html lang="([\w-]+)"/)?.[1] ?? "en";
  const when = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const said = text
    .replace("<body ", `<body data-offline="${at}" `)
    .replace('<time id="offline-time"></time>', `<time id="offline-time" datetime="${at}">${when}</time>`);
  return new Response(said, { headers: kept.headers });
}

async function trim(cache, most, but = "") {
  const keys = (await cache.keys()).filter((one) => new URL(one.url).pathname !== but);
  for (const one of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(one);
}

/** Leave nothing of what somebody has seen. */
async function forget() {
  await caches.delete(SEEN);
  await keep(OFFLINE).catch(() => {});
}

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // not from us
  }
  event.waitUntil(
    self.registration.showNotification(String(said.title ?? "Capt’n W. Kidd"), {
      body: String(said.body ?? ""),
      tag: String(said.tag ?? "kidd"),
      lang: String(said.lang ?? ""),
      icon: SHELL.icon,
      data: { url: String(said.url ?? "/") },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", location.origin);
  if (url.origin !== location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = open.find((one) => new URL(one.url).pathname === url.pathname);
      await (there ? there.focus() : self.clients.openWindow(url.href));
    })(),
  );
});

self.addEventListener("pushsubscriptionchange", (event) => {
  const { options } = event.oldSubscription ?? {};
  if (!options) return;
  event.waitUntil(
    (async () => {
      const made = await self.registration.pushManager.subscribe(options);
      await fetch("/api/v1/notices/devices", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(made) });
    })(),
  );
});
