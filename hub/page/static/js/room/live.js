// A page that is drawn with what its stream has told last, at most once a frame.
import { connect } from "../shared/connection.js";
import { language } from "../shared/strings.js";
import { createDoor } from "./door.js";
import { buildForViewer } from "./viewer.js";

/**
 * `create(me, { choose, lookAgain })` makes the page: `elements`, `draw(value)`, `connection(state)`, and `tick()` if it has a
 * clock. `dress` is what its sheets know it by, `event` the stream's word for its value, `heard(value)` hears each at once.
 */
export async function showLive({ create, dress, event, path, tick_ms, heard = () => {} }) {
  let page = null;
  let stream = null;
  let value = null;
  let waiting = false;

  function drawSoon() {
    if (waiting || value === null) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      page.draw(value);
      document.body.classList.add("drawn");
    });
  }

  function build(me, ways) {
    stream?.close();
    stream = null;
    const welcome = me.roles.includes("viewer");
    page = (welcome ? create : createDoor)(me, ways);
    document.documentElement.dataset.page = dress;
    document.getElementById("page").replaceChildren(...page.elements);
    if (!welcome) return;
    stream = connect(language(), (_, told) => {
      heard(told);
      value = told;
      drawSoon();
    }, (link) => {
      page.connection(link);
      document.body.classList.toggle("behind", link === "behind");
    }, [event], path);
    drawSoon();
  }

  await buildForViewer(build);
  setInterval(() => page.tick?.(), tick_ms);
}
