// How a player opens his hand on a phone: the address for its camera, and where the code is, which the console alone shows.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

/** `address` is where phones open hands. */
export function createPhones(address) {
  const element = el("details", { class: "phones" },
    el("summary", {}, say("phones")),
    el("div", {},
      el("img", { src: "/seat.svg", alt: say("phones-code"), width: 150, height: 150 }),
      el("p", {}, el("b", {}, address), say("phones-lead"))));
  return { element };
}
