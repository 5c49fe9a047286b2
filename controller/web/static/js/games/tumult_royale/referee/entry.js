// Everything by hand: what a device would have told, and corrections, as forms made from one table.
import { el, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { choosers } from "./fields.js";

/** The fields of each action, on a map that is kept and on honour; `send` makes the action of the game log. */
const ACTIONS = {
  place_first: { fields: ["player", "field"], honour: ["player"] },
  spin: { fields: ["number"], gambler: ["number", "commodity"], send: ({ number, ...more }) => ({ do: "spin", demand: number, ...more }) },
  set_aside: { fields: ["tile"] },
  rob: { fields: ["player", "tile"] },
  build: { fields: ["player", "field", "tiles"], honour: ["player", "kind", "adjacent", "tiles"] },
  pass: { fields: ["player"], honour: ["player", "stuck"] },
  reveal: { fields: ["regions"], honour: [], send: ({ regions }, view) => ({ do: "reveal", player: view.waiting_for.color, tiles: regions ?? [] }) },
  move: { fields: ["tile", "to", "before"], send: ({ tile, to }) => ({ do: "amend", move: { tile, to } }) },
  supporters: { fields: ["player", "change", "before"], send: ({ player, change }) => ({ do: "amend", supporters: { [player]: change } }) },
  demand: { fields: ["commodity", "number", "before"], send: ({ commodity, number }) => ({ do: "amend", demand: { [commodity]: number } }) },
};

const OF_THE_BOX = ["tile", "tiles"];

/** What is most likely to be entered in a phase. */
const LIKELY = { first_statues: "place_first", sentiment: "spin", set_aside: "set_aside", taxes: "rob", statues: "build", coronation: "reveal" };

export function createEntry(acts) {
  const what = el("select", { name: "action", onchange: () => drawFields(true) },
    Object.keys(ACTIONS).map((name) => el("option", { value: name }, say(`action-${name}`))));
  const body = el("div", { class: "entry-fields" });
  const form = el("form", { onsubmit: send },
    el("label", {}, say("entry-action"), " ", what), body,
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do" }, say("entry-send"))));
  const element = el("details", { class: "card entry" }, el("summary", {}, say("entry")), form);
  let box = { tiles: [], regions: [], spinner: [] };
  let view = {};
  let slots = []; // face-down places that were tapped on the map
  let fields = [];

  const follow = whenChanged(({ phase }) => {
    if (LIKELY[phase]) what.value = LIKELY[phase];
    drawFields(true);
  });
  const refit = whenChanged(() => drawFields(false));

  function drawFields(anew) {
    if (!view.players?.length) return;
    const known = ACTIONS[what.value];
    const names = (view.map === "honour" && known.honour) || (view.variant === "gambler" && known.gambler) || known.fields;
    if (!anew && names.join() === fields.map((field) => field.name).join()) return;
    fields = names.map((name) => ({ name, ...choosers[name]({ box, view, slots }) }));
    body.replaceChildren(...fields.map((field) => field.element));
  }

  const entered = () => Object.fromEntries(fields.map(({ name, value }) => [name, value()]));

  async function send(event) {
    event.preventDefault();
    const values = entered();
    const sent = JSON.stringify(values);
    const { send: made = (all) => ({ do: what.value, ...all }) } = ACTIONS[what.value];
    const action = made(values, view);
    if (await (values.before ? acts.correct({ amend: [action], by_hand: false }) : acts.act(action))) {
      slots = [];
      if (JSON.stringify(entered()) === sent) drawFields(true); // else somebody has begun to enter the next
    }
  }

  /** Face-down region tiles were tapped on the map: the form asks which they are. */
  function reveal(tapped) {
    slots = tapped;
    element.open = true;
    what.value = "reveal";
    drawFields(true);
    element.scrollIntoView({ block: "center" });
    body.querySelector("select")?.focus();
  }

  function draw(now) {
    view = now;
    element.hidden = (view.players ?? []).length === 0;
    follow({ phase: view.phase, map: view.map, variant: view.variant, players: (view.players ?? []).length });
    refit([view.map, view.variant, view.waiting_for?.color]);
  }

  /** Fills what had nothing to choose from; what was entered before the box was there stays. */
  function unpack(unpacked) {
    box = unpacked;
    fields = fields.map((field) => {
      if (!OF_THE_BOX.includes(field.name) || field.element.querySelector("option, input")) return field;
      const anew = { name: field.name, ...choosers[field.name]({ box, view, slots }) };
      field.element.replaceWith(anew.element);
      return anew;
    });
  }

  return { element, draw, unpack, reveal };
}
