// Setting a game up at a real table: who plays, their ranks, the region tiles as dealt; or going on with a parked one.
import { choice } from "../../../shared/choice.js";
import { patch } from "../../../shared/cloth.js";
import { el, mark } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { createFrame } from "./frame.js";

export function createSetup(acts) {
  const castles = el("div", { class: "picks" });
  const ranks = el("div", { class: "picks" });
  const frame = createFrame();
  const parked = el("div", { class: "picks" });
  const close = el("button", { type: "button", class: "quiet", onclick: () => element.close() }, say("new-close"));
  const form = el(
    "form",
    { onsubmit: begin, onchange: fit },
    el("h2", { id: "setup-title" }, say("new-title")),
    el("fieldset", {}, el("legend", {}, say("setup-castles")), castles),
    choice("variant", ["classic", "gambler"], "classic", (value) => say(`variant-${value}`)),
    choice("map", ["tracked", "honour"], "tracked", (value) => say(`map-${value}`)),
    choice("ranks", ["chance", "dealt"], "chance", (value) => say(`setup-ranks-${value}`), "setup-ranks"),
    ranks,
    choice("regions", ["chance", "dealt"], "chance", (value) => say(`setup-regions-${value}`), "setup-regions"),
    frame.element,
    el("p", { class: "hint" }, say("new-replaces")),
    el("div", { class: "ends" }, el("button", { type: "submit", class: "do" }, say("new-start")), close),
    parked,
  );
  const element = el("dialog", { class: "new-game setup", "aria-labelledby": "setup-title" }, form);
  let seats = []; // colours in the order in which they sit

  function unpack(box) {
    seats = box.castles.slice(0, 4);
    castles.replaceChildren(...box.castles.map((color) =>
      el("label", {}, el("input", { type: "checkbox", name: "castle", value: color, checked: seats.includes(color) }),
        el("span", {}, patch(color), " ", say(color), " ", el("b", {})))));
    frame.unpack(box);
    fit();
  }

  /** The form follows itself: ranks and places for as many as play. */
  function fit() {
    const chosen = new FormData(form);
    const playing = chosen.getAll("castle");
    seats = [...seats.filter((color) => playing.includes(color)), ...playing.filter((color) => !seats.includes(color))];
    for (const box of castles.querySelectorAll("input")) {
      box.nextElementSibling.querySelector("b").textContent = box.checked ? String(seats.indexOf(box.value) + 1) : "";
    }
    const given = Object.fromEntries([...ranks.querySelectorAll("select")].map((one) => [one.name, one.value]));
    ranks.replaceChildren(...seats.map((color, seat) =>
      el("label", {}, patch(color), " ", say(color), " ",
        el("select", { name: `rank-${color}` }, seats.map((_, rank) =>
          el("option", { value: rank + 1, selected: Number(given[`rank-${color}`] ?? seat + 1) === rank + 1 }, say(`rank-${rank + 1}`)))))));
    const tracked = chosen.get("map") === "tracked";
    mark(ranks, { hidden: chosen.get("ranks") !== "dealt" });
    mark(form.elements.regions[0].closest("fieldset"), { hidden: !tracked });
    mark(frame.element, { hidden: !tracked || chosen.get("regions") !== "dealt" });
    frame.fit(seats.length);
  }

  async function begin(event) {
    event.preventDefault();
    const chosen = new FormData(form);
    const dealt = {};
    if (chosen.get("ranks") === "dealt") dealt.players = seats.map((color) => ({ color, rank: Number(chosen.get(`rank-${color}`)) }));
    if (chosen.get("map") === "tracked" && chosen.get("regions") === "dealt") dealt.regions = frame.regions();
    const options = { variant: chosen.get("variant"), map: chosen.get("map") };
    if (await acts.newGame({ castles: seats, options, dealt })) element.close();
  }

  async function open() {
    parked.replaceChildren();
    element.showModal();
    const games = (await acts.parked()) ?? [];
    if (games.length === 0) return;
    parked.replaceChildren(say("setup-parked"), ...games.map(({ game, text }) =>
      el("button", { type: "button", onclick: () => takeUp(game) }, text)));
  }

  async function takeUp(game) {
    if (await acts.takeUp(game)) element.close();
  }

  return { element, unpack, open };
}
