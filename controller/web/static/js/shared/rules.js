// "Why?": every rule that is named somewhere can be tapped and is said in our own words.
import { el } from "./dom.js";
import { language, say } from "./strings.js";

const ID = /[A-Z]{2}-\d+\.\d+/; // how a rule is cited in a sentence of any game
const CITED = new RegExp(`(\\(?${ID.source}\\)?)`);

const fetched = new Map(); // rules by language, asked for once

/** A rule's id as a button that says the rule. */
export function ruleButton(id) {
  return el("button", { type: "button", class: "rule", "aria-label": `${say("why")} ${say("why-rule", { rule: id })}`, onclick: () => tell(id) }, id);
}

/** A sentence of the table with its rules as buttons. */
export function explained(sentence) {
  return sentence.split(CITED).filter(Boolean).map((part) => {
    const id = part.match(ID)?.[0];
    return id ? ruleButton(id) : part.replace(/^\.$/, "");
  });
}

async function tell(id) {
  const rules = await rulesOf(language());
  const close = el("button", { type: "button", class: "do", autofocus: true, onclick: () => dialog.close() }, say("close"));
  const dialog = el(
    "dialog",
    { class: "told", "aria-labelledby": "told-title", onclose: () => dialog.remove() },
    el("h2", { id: "told-title" }, say("why-rule", { rule: id })),
    el("p", {}, rules[id] ?? say("error-network")),
    el("div", { class: "ends" }, close),
  );
  document.body.append(dialog);
  dialog.showModal();
}

async function rulesOf(name) {
  if (!fetched.has(name)) {
    const answer = await fetch(`/api/rules/${name}`).catch(() => null);
    if (!answer?.ok) return {};
    fetched.set(name, await answer.json());
  }
  return fetched.get(name);
}
