// The page without the table: its files, and the last that everybody could see. Nothing else is kept, and nothing of anybody's login.
const LABEL = "/static/LABEL/"; // the table fills it in: another version of the page is another worker
const KEPT = `royaltable ${LABEL}`;
const PAGES = ["/", "/spectator", "/replay", "/seat", "/referee", "/owner"];
const KEPT_PAGES = PAGES.slice(0, 2);
const LOOKING_ON = { roles: ["spectator"], seat: null, seats: false, seat_at: null, table: "real", logged_in: false };
const TEXTS = /^\/api\/texts\/[a-z]{2,3}$/;
const MOST = 96; // files that a page may name
const PATIENCE_MS = 4_000; // for a table that is there but does not answer

const isFile = (path) => path.startsWith(LABEL);

/** The version of the page that an answer names; a login page of some network, which answers any address, names none. */
const versionIn = (answer) => answer.headers.get("royaltable");

async function keep({ language, files }) {
  const kept = await caches.open(KEPT);
  const missing = [];
  for (const path of ["/", `/api/texts/${language}`, ...files.filter(isFile).slice(0, MOST)]) if (!(await kept.match(path))) missing.push(path);
  await Promise.all([...missing.map((path) => keepOne(kept, path)),
    keepOne(kept, "/api/me", async (answer) => Response.json({ ...(await answer.json()), ...LOOKING_ON }))]);
  // Last: where there is a view, all that shows it is there.
  await keepOne(kept, `/api/view?language=${language}`, async (answer) => Response.json({ view: (await answer.json()).view, kept_ms: Date.now() }));
}

/** No cookie goes along, so no answer can be meant for one visitor. */
async function keepOne(kept, path, made = (answer) => answer) {
  const answer = await fetch(path, { credentials: "omit" });
  if (!LABEL.endsWith(`/${versionIn(answer)}/`)) throw new Error("of another version, or another's");
  if (answer.ok && !answer.redirected) await kept.put(path.split("?")[0], await made(answer));
}

const fromKept = async (path) => (await (await caches.open(KEPT)).match(path)) ?? Response.error();

/** A page that is kept comes from here if the table is slow, too; the others need the table, however long it takes. */
async function page(request, path) {
  if (!KEPT_PAGES.includes(path)) return fetch(request).catch(() => Response.redirect("/spectator"));
  const late = new Promise((_, fail) => { setTimeout(fail, PATIENCE_MS); });
  return Promise.race([fetch(request), late]).catch(() => fromKept("/"));
}

async function data(request, path) {
  const answer = await fetch(request).catch(() => null);
  return answer && versionIn(answer) ? answer : fromKept(path);
}

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => {})));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (PAGES.includes(pathname)) event.respondWith(page(request, pathname));
  } else if (isFile(pathname)) event.respondWith(caches.match(pathname, { cacheName: KEPT }).then((kept) => kept ?? fetch(request)));
  else if (pathname === "/api/me" || pathname === "/api/view" || TEXTS.test(pathname)) event.respondWith(data(request, pathname));
});
