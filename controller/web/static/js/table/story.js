// The story: what happened, sentence by sentence, newest last and in sight; each rule in it can be asked about.
import { el, whenChanged } from "../shared/dom.js";
import { explained } from "../shared/rules.js";
import { say } from "../shared/strings.js";

const SHOWN = 60;

export function createStory() {
  const list = el("ol", {});
  const log = el("div", { class: "log", role: "log", "aria-live": "polite", tabindex: 0, "aria-label": say("story") }, list);
  const element = el("section", { class: "card story" }, el("h2", {}, say("story")), log);
  let told = []; // sentences on the page, oldest first

  const redraw = whenChanged((story) => {
    const fresh = added(told, story);
    if (fresh === null) list.replaceChildren();
    list.append(...(fresh ?? story).map((sentence) => el("li", {}, explained(sentence))));
    while (list.children.length > SHOWN) list.firstElementChild.remove();
    told = story;
  });

  function draw(view) {
    const story = (view.story ?? []).slice(-SHOWN);
    redraw(story.length > 0 ? story : [say("story-empty")]);
  }

  return { element, draw };
}

/** What came after `before` in `now`, so that a screen reader hears only that; null where `now` is another story. */
function added(before, now) {
  if (before.length === 0) return null;
  for (let gone = 0; gone < before.length; gone += 1) {
    if (before.slice(gone).every((sentence, at) => sentence === now[at])) return now.slice(before.length - gone);
  }
  return null;
}
