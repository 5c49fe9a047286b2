// The story: what happened, sentence by sentence, newest last and in sight.
import { el, whenChanged } from "./dom.js";
import { say } from "./strings.js";

const SHOWN = 60;

export function createStory() {
  const log = el("ol", { role: "log", "aria-live": "polite", tabindex: 0, "aria-label": say("story") });
  const element = el("section", { class: "card story" }, el("h2", {}, say("story")), log);

  const redraw = whenChanged((story) => {
    const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
    const sentences = story.length > 0 ? story.slice(-SHOWN) : [say("story.empty")];
    log.replaceChildren(...sentences.map((sentence) => el("li", {}, sentence)));
    if (atEnd) log.scrollTop = log.scrollHeight;
  });

  function draw(view) {
    redraw(view.story ?? []);
  }

  return { element, draw };
}
