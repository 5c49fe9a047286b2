// The rules of the house: they hold at once and stay after a restart.
import { el } from "../shared/dom.js";
import { LANGUAGES, say } from "../shared/strings.js";

const LAST = "locked"; // its note stands below

export function createHouse(acts, look) {
  let fields;
  const held = el("p", { class: "hint", hidden: true }, say("owner-held"));
  const form = el("form", { onchange: change, onsubmit: (event) => event.preventDefault() });
  const element = el("section", { class: "card" }, el("h2", {}, say("owner-house")), form);

  async function change({ target }) {
    const name = Object.keys(fields).find((key) => fields[key] === target);
    if (target.reportValidity()) await acts.house({ [name]: valueOf(target) });
    look();
  }

  function show({ house, held: names, form: schema }) {
    if (!fields) {
      const known = Object.entries(schema).filter(([, { type }]) => type !== "array"); // those have their own form
      fields = Object.fromEntries(known.sort(([name], [other]) => (name === LAST) - (other === LAST)).map(([name, kind]) => [name, fieldOf(kind)]));
      form.append(...Object.entries(fields).map(([name, field]) => el("label", {}, say(`owner-${name}`), " ", field)), el("p", { class: "hint" }, say("owner-locked-note")), held);
    }
    held.hidden = names.length === 0;
    for (const [name, field] of Object.entries(fields)) {
      field.disabled = names.includes(name);
      if (field === document.activeElement && field.type === "number") continue;
      if (field.type === "checkbox") field.checked = house[name];
      else field.value = house[name];
    }
  }

  return { element, show };
}

/** What a setting's JSON Schema lets people enter. */
function fieldOf({ type, enum: values, minimum, exclusiveMinimum, maximum: max }) {
  if (type === "boolean") return el("input", { type: "checkbox" });
  if (values) return el("select", {}, values.map((value) => el("option", { value, lang: value }, LANGUAGES[value] ?? value)));
  const step = type === "integer" ? 1 : 0.5;
  return el("input", { type: "number", min: minimum ?? exclusiveMinimum + step, max, step, required: true });
}

function valueOf(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}
