// The page as an app: what a browser needs to install it, and the worker that shows the last view where the table is away.
import { language } from "./lib/texts.js";

const SETTLED_MS = 5_000; // nothing of this hurries: the first load is over then
const KEPT_EVERY_MS = 60_000;
const WORKER = "/worker.js";

/** From now on the page can be installed; over HTTPS or on the table's own machine it is kept, too. `isLive()` says whether the table answers. */
export function beInstallable(isLive) {
  setTimeout(() => {
    document.head.append(
      link("manifest", "../manifest.json"), link("apple-touch-icon", "../icon-192.png"));
    if ("serviceWorker" in navigator) beKept(isLive).catch(() => {}); // a browser may forbid it, as in a private window
  }, SETTLED_MS);
}

const link = (rel, path) => Object.assign(document.createElement("link"), { rel, href: new URL(path, import.meta.url).href });

async function beKept(isLive) {
  const policy = window.trustedTypes?.createPolicy("royaltable-worker", { createScriptURL: () => WORKER });
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { updateViaCache: "none" }); // the one address that the page's own policy lets through
  const keep = async () => {
    if (!isLive()) return;
    const { active } = await navigator.serviceWorker.ready;
    const files = [...new Set([...document.querySelectorAll("link[href], script[src]")].map((one) => one.href ?? one.src)
      .concat(performance.getEntriesByType("resource").map((one) => one.name)).map((address) => new URL(address).pathname))];
    active.postMessage({ language: language(), files });
  };
  await keep();
  setInterval(() => document.visibilityState === "visible" && keep(), KEPT_EVERY_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keep());
}
