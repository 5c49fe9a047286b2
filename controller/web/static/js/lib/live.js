// The stream of whole values from the server: it reconnects for ever and says when the page is behind, or older than the server.
const SILENCE_MS = 40_000; // the server beats every 15 s
const OPENS_MS = 10_000; // after a sleep a browser may take a connection that is dead
const RETRY_MS = 1_000;
const PATIENCE_MS = 1_500; // a hiccup shorter than this is not worth a word
let newer = false;

/** Whether the server has had another version of the page than this one; the window's event `newer` tells of it. */
export const isNewerThere = () => newer;

async function compareVersions() {
  const version = (await fetch("/api/me")).headers.get("royaltable");
  newer = version !== null && !import.meta.url.includes(`/static/${version}/`);
  if (newer) dispatchEvent(new Event("newer"));
}

/**
 * Opens the stream in a language. `onEvent(name, value)` gets each of `names`, whole, at once and after each change;
 * `onState("live" | "behind")` gets each change of the connection. Returns `close()`.
 */
export function connect(language, onEvent, onState, names = ["view", "table", "moving", "seat"], path = "/api/stream") {
  let source;
  let timer; // of the silence that ends a connection, or of the next try
  let doubt;
  const connected = new AbortController();
  const { signal } = connected;
  let state = null;

  function tell(now) {
    if (now !== state) onState(state = now);
  }

  function alive() {
    clearTimeout(timer);
    clearTimeout(doubt);
    doubt = undefined;
    timer = setTimeout(renew, SILENCE_MS, RETRY_MS);
    tell("live");
  }

  function renew(rest_ms = 0) {
    source.close();
    clearTimeout(timer);
    doubt ??= setTimeout(tell, PATIENCE_MS, "behind");
    timer = setTimeout(open, rest_ms);
  }

  function open() {
    source = new EventSource(`${path}?language=${language}`);
    timer = setTimeout(renew, OPENS_MS, RETRY_MS);
    for (const name of names) {
      source.addEventListener(name, (event) => {
        alive();
        onEvent(name, JSON.parse(event.data));
      });
    }
    source.addEventListener("beat", alive);
    source.addEventListener("error", () => renew(RETRY_MS));
    source.addEventListener("open", () => compareVersions().catch(() => {}));
  }

  // A device that slept, or lost its network, does not notice that the stream has ended.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && renew(), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && renew(), { signal });
  addEventListener("online", () => renew(), { signal });
  open();
  return { close: () => { connected.abort(); source.close(); clearTimeout(timer); clearTimeout(doubt); } };
}
