// One of several, as radio buttons of a form.
import { el } from "./dom.js";
import { say } from "./strings.js";

/** `words(value)` says each; the whole is called by the text `title`. */
export function choice(name, values, preset, words, title = `new-${name}`) {
  return el(
    "fieldset",
    {},
    el("legend", {}, say(title)),
    values.map((value) =>
      el("label", {}, el("input", { type: "radio", name, value, checked: value === preset }), el("span", {}, words(value)))),
  );
}
