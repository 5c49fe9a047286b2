// The royal chronicle: who was crowned in which round.
import { patch } from "../../../shared/cloth.js";
import { el, icon, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";

export function createChronicle() {
  const list = el("ol", {});
  const element = el("section", { class: "card chronicle" }, el("h2", {}, say("chronicle")), list);

  const redraw = whenChanged(({ crowned, round, rounds }) => {
    list.replaceChildren(...Array.from({ length: rounds }, (_, at) => {
      const color = crowned[at];
      const words = color ? say("chronicle-round", { number: at + 1, color: say(color) }) : say("chronicle-open", { number: at + 1 });
      return el("li", { title: words, "aria-label": words, "aria-current": at + 1 === round && "step" },
        color ? [patch(color), icon("crown")] : String(at + 1));
    }));
  });

  function draw(view) {
    redraw({ crowned: view.chronicle ?? [], round: view.round ?? 0, rounds: view.rounds });
  }

  return { element, draw };
}
