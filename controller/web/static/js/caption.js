// What the table says aloud, word for word: for who does not hear it, and for a reader of the screen.
import { el, mark, write } from "./shared/dom.js";
import { say } from "./shared/strings.js";

export function createCaption() {
  const words = el("span", {});
  const element = el("p", { class: "said", role: "status", "aria-live": "polite", "aria-label": say("said"), hidden: true }, words);

  function draw({ voice }) {
    mark(element, { hidden: !voice });
    if (voice) mark(words, { lang: voice.language });
    write(words, voice?.text ?? "");
  }

  return { element, draw };
}
