// The stream of whole values from the server: it reconnects for ever and says when the page is behind.
const SILENCE_MS = 40_000; // the server beats every 15 s
const RETRY_MS = 1_000;
const PATIENCE_MS = 1_500; // a hiccup shorter than this is not worth a word

/**
 * Opens the stream in a language. `onEvent(name, value)` gets each of `names`, whole, at once and after each change;
 * `onState("live" | "behind")` gets each change of the connection. Returns `close()`.
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
    source = new EventSource(`${path}?language=${language}`);
    for (const name of names) {
      source.addEventListener(name, (event) => {
        alive();
        onEvent(name, JSON.parse(event.data));
      });
    }
    source.addEventListener("beat", alive);
    source.addEventListener("error", lost);
  }

  open();
  return { close: () => { source.close(); for (const timer of [silence, doubt, retry]) clearTimeout(timer); } };
}
