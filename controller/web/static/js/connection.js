// The stream from the table: reconnects for ever and says when it is behind.
const SILENCE_MS = 40_000; // the table beats every 15 s
const RETRY_MS = 1_000;
const PATIENCE_MS = 1_500; // a hiccup shorter than this is not worth a word

/**
 * Opens the stream. `onEvent(name, value)` gets `view` and `table`; `onState("live" | "behind")` each change.
 */
export function connect(onEvent, onState) {
  let source;
  let silence;
  let doubt;

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
    setTimeout(open, RETRY_MS);
  }

  function open() {
    source = new EventSource("/api/stream");
    for (const name of ["view", "table"]) {
      source.addEventListener(name, (event) => {
        alive();
        onEvent(name, JSON.parse(event.data));
      });
    }
    source.addEventListener("beat", alive);
    source.addEventListener("error", lost);
  }

  open();
}
