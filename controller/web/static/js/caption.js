// What the table says aloud, word for word: for who does not hear it, and for a reader of the screen.
import { el, mark, write } from "./shared/dom.js";
import { say } from "./shared/strings.js";

export function createCaption() {
  const words = el("span", {});
  const element = el("p", { class: "said", role: "status", "aria-live": "polite", "aria-label": say("said"), hidden: true }, words);

  function draw({ said }) {
    mark(element, { hidden: !said });
    if (said) mark(words, { lang: said.language });
    write(words, said?.text ?? "");
  }

  return { element, draw };
}
