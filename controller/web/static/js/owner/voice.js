// What the table says aloud, and who hears what a piece is before it counts.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const SAYINGS = ["story", "console", "complaints", "devices"];

export function createVoice(acts, look) {
  const form = el("form", { onchange: change, onsubmit: (event) => event.preventDefault() });
  const element = el("section", { class: "card", hidden: true }, el("h2", {}, say("said")), form);
  const says = boxes(SAYINGS, (name) => say(`owner-says-${name}`));
  let listeners = new Map();
  form.append(...[...says.values()].map((box) => box.label));

  async function change({ target }) {
    const ofSayings = [...says.values()].some(({ field }) => field === target);
    await acts.house(ofSayings ? { says: chosen(says) } : { listeners: chosen(listeners) });
    look();
  }

  function show({ voice, house }) {
    element.hidden = !voice;
    if (!voice) return;
    if (listeners.size === 0) {
      listeners = boxes(voice.castles, (castle) => say("owner-listens", { castle: say(castle) }));
      form.append(...[...listeners.values()].map((box) => box.label));
    }
    for (const [name, { field }] of says) field.checked = house.says.includes(name);
    for (const [castle, { field }] of listeners) field.checked = house.listeners.includes(castle);
  }

  return { element, show };
}

function boxes(names, words) {
  return new Map(names.map((name) => {
    const field = el("input", { type: "checkbox", name });
    return [name, { field, label: el("label", {}, words(name), " ", field) }];
  }));
}

const chosen = (all) => [...all].filter(([, { field }]) => field.checked).map(([name]) => name);
