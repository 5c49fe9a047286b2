// What a game of Tumult Royale asks before it begins: variant, map, and ranks and region tiles where people have dealt them.
import { choice } from "../../../shared/choice.js";
import { patch } from "../../../shared/cloth.js";
import { el, mark } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { createFrame } from "./frame.js";

export function createSetup() {
  const ranks = el("div", { class: "picks" });
  const frame = createFrame();
  const regions = choice("regions", ["chance", "dealt"], "chance", (value) => say(`setup-regions-${value}`), "setup-regions");
  const all = el("div", { class: "setup" },
    el("p", { class: "lead" }, say("new-lead")),
    choice("variant", ["classic", "gambler"], "classic", (value) => say(`variant-${value}`)),
    choice("map", ["tracked", "honour"], "tracked", (value) => say(`map-${value}`)),
    el("details", {}, el("summary", {}, say("setup-dealt")),
      choice("ranks", ["chance", "dealt"], "chance", (value) => say(`setup-ranks-${value}`), "setup-ranks"),
      ranks, regions, frame.element));
  const chosen = (name) => all.querySelector(`[name="${name}"]:checked`).value;

  /** Ranks and places for as many as play. */
  function fit(seats) {
    const given = Object.fromEntries([...ranks.querySelectorAll("select")].map((one) => [one.name, one.value]));
    ranks.replaceChildren(...seats.map((color, seat) =>
      el("label", {}, patch(color), " ", say(color), " ",
        el("select", { name: `rank-${color}` }, seats.map((_, rank) =>
          el("option", { value: rank + 1, selected: Number(given[`rank-${color}`] ?? seat + 1) === rank + 1 }, say(`rank-${rank + 1}`)))))));
    const tracked = chosen("map") === "tracked";
    mark(ranks, { hidden: chosen("ranks") !== "dealt" });
    mark(regions, { hidden: !tracked });
    mark(frame.element, { hidden: !tracked || chosen("regions") !== "dealt" });
    frame.fit(seats.length);
  }

  function value(seats) {
    const dealt = {};
    const rankOf = (color) => Number(ranks.querySelector(`[name="rank-${color}"]`).value);
    if (chosen("ranks") === "dealt") dealt.players = seats.map((color) => ({ color, rank: rankOf(color) }));
    if (chosen("map") === "tracked" && chosen("regions") === "dealt") dealt.regions = frame.regions();
    return { options: { variant: chosen("variant"), map: chosen("map") }, dealt };
  }

  return { elements: [all], offer: ({ box }) => frame.unpack(box), fit, value };
}
