// Which devices of the table work, and what is the matter with the others.
import { el, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createDevices() {
  const list = el("ul", {});
  const element = el("footer", { class: "devices", "aria-label": say("devices") }, list);

  const redraw = whenChanged((devices) => {
    list.replaceChildren(...devices.map(({ label, ok, text }) => {
      const words = say(ok ? "device-ok" : "device-bad", { name: label, text });
      return el("li", { class: ok ? "ok" : "bad", title: words }, ok ? label : words);
    }));
  });

  function draw(view) {
    redraw(view.devices ?? []);
  }

  return { element, draw };
}
