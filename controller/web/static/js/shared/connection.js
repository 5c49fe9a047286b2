// The stream from the table: puts changes to what came before, reconnects for ever and says when it is behind.
import { patched } from "./json_patch.js";

const SILENCE_MS = 40_000; // the table beats every 15 s
const RETRY_MS = 1_000;
const PATIENCE_MS = 1_500; // a hiccup shorter than this is not worth a word

/**
 * Opens the stream in a language. `onEvent(name, value)` gets each of `names`, each time all of it; `onState("live" | "behind")` each change.
 * `path` is where the stream is. Gives `close()`.
 */
export function connect(language, onEvent, onState, names = ["view", "table", "seat"], path = "/api/stream") {
  let source;
  let silence;
  let doubt;
  let retry;

  function alive() {
    clearTimeout(silence);
    clearTimeout(doubt);
    doubt = undefined;
    silence = setTimeout(lost, SILENCE_MS);
    onState("live");
  }

  function lost() {
    source.close();
    clearTimeout(silence);
    doubt ??= setTimeout(() => onState("behind"), PATIENCE_MS);
    retry = setTimeout(open, RETRY_MS);
  }

  function open() {
    source = new EventSource(`${path}?version=2&language=${language}`);
    for (const name of names) {
      let value; // of this connection: each begins with all of it

      const take = (after) => {
        alive();
        value = after;
        onEvent(name, value);
      };
      source.addEventListener(name, (event) => take(JSON.parse(event.data)));
      source.addEventListener(`${name}-patch`, (event) => {
        const after = tried(() => patched(value, JSON.parse(event.data)));
        if (after === null) lost(); // all of it comes with the next connection
        else take(after);
      });
    }
    source.addEventListener("beat", alive);
    source.addEventListener("error", lost);
  }

  function close() {
    source.close();
    for (const timer of [silence, doubt, retry]) clearTimeout(timer);
  }

  open();
  return { close };
}

function tried(work) {
  try {
    return work();
  } catch {
    return null;
  }
}
