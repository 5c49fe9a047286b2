// The display's real picture, one request at a time.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** Shows the newest picture; versions that came while one was on its way are skipped. */
export function createOled() {
  const picture = el("img", { width: 128, height: 64, alt: "", onload: loaded, onerror: loaded });
  const element = el("div", { class: "oled" }, picture);
  let wanted = null;
  let shown = null;
  let loading = false;

  function loaded() {
    loading = false;
    load();
  }

  function load() {
    if (loading || wanted === shown) return;
    shown = wanted;
    loading = true;
    picture.src = `/oled.png?v=${wanted}`;
  }

  function draw(view, table) {
    mark(element, { hidden: table === null });
    if (table === null) return;
    mark(picture, { alt: say("oled", { text: view.waiting_for?.text ?? "" }) });
    wanted = table.oled_version;
    load();
  }

  return { element, draw };
}
