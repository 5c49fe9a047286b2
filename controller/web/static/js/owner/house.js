// The rules of the house: they hold at once and stay after a restart.
import { el } from "../shared/dom.js";
import { LANGUAGES, say } from "../shared/strings.js";

export function createHouse(acts, look) {
  const fields = {
    hourglass_s: el("input", { type: "number", min: 10, max: 60, required: true }),
    turn_timer_s: el("input", { type: "number", min: 0, max: 600, step: 1, required: true }),
    idle_game_h: el("input", { type: "number", min: 0.5, max: 168, step: 0.5, required: true }),
    language: el("select", {}, Object.entries(LANGUAGES).map(([value, words]) => el("option", { value, lang: value }, words))),
    silent: el("input", { type: "checkbox" }),
    locked: el("input", { type: "checkbox" }),
  };
  const held = el("p", { class: "hint", hidden: true }, say("owner-held"));
  const form = el(
    "form",
    { onchange: change, onsubmit: (event) => event.preventDefault() },
    Object.entries(fields).map(([name, field]) => el("label", {}, say(`owner-${name}`), " ", field)),
    el("p", { class: "hint" }, say("owner-locked-note")),
    held,
  );
  const element = el("section", { class: "card" }, el("h2", {}, say("owner-house")), form);

  async function change({ target }) {
    const name = Object.keys(fields).find((key) => fields[key] === target);
    if (target.reportValidity()) await acts.house({ [name]: valueOf(target) });
    look();
  }

  function show({ house, held: names }) {
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

function valueOf(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}
