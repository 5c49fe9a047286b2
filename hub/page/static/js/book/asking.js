// Asking the hub for what was played: the answer, or null once the complaint was shown; lists go on by a button.
import { ask } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { known, say } from "../shared/strings.js";

/** `body` is posted; without one it is asked for. */
export async function asked(complain, path, body) {
  const answer = await ask(path, body);
  if (answer.ok) return answer.value ?? {};
  complain(known(`book-wrong-${answer.code}`) ? say(`book-wrong-${answer.code}`) : answer.message);
  return null;
}

/** As `asked`, for what is chosen anew: an answer that a later question has overtaken is null, too. */
export function askedLast(complain) {
  let questions = 0;
  return async (path) => {
    const mine = ++questions;
    const found = await asked(complain, path);
    return mine === questions ? found : null;
  };
}

/** The address with these values; those that are empty are left out. */
export function address(path, values) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== 0));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A select of `options`, pairs of value and words; `change(value)`. */
export function choose(label, options, chosen, change) {
  return el("label", {}, label, el("select", { onchange: (event) => change(event.target.value) },
    options.map(([value, words]) => el("option", { value, selected: String(value) === String(chosen) }, words))));
}

/** A button for what comes after; `go()` when it is pressed. */
export function more(go) {
  return el("button", { type: "button", class: "quiet more", onclick: go, hidden: true }, say("book-more"));
}

/** The seasons as options; 0 stands for all time. */
export function seasonOptions(seasons) {
  return [[0, say("book-ever")], ...[...seasons].reverse().map(({ season, name }) => [season, name])];
}
