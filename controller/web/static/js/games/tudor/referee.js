// The referee's page: the board to tap, and everything that may be done by hand.
import { el } from "../../shared/dom.js";
import { createComplaints } from "../../table/complaints.js";
import { createDesk } from "../../table/desk.js";
import { createDevices } from "../../table/devices.js";
import { createStory } from "../../table/story.js";
import { createCards } from "./cards.js";
import { createChoices } from "./choices/choices.js";
import { createChoosing } from "./choices/choosing.js";
import { createEnding } from "./ending.js";
import { layFelt } from "./felt.js";

const NO_DECISIONS = { element: [], back: [], draw: () => {} };

export function createReferee(acts) {
  const choosing = createChoosing((action) => acts.act(action), () => redraw());
  const choices = createChoices(choosing);
  const felt = layFelt(acts, choosing);
  const side = [createEnding(acts), choices, createDesk(acts, NO_DECISIONS), createComplaints(), createCards()];
  const below = [createStory()];
  const devices = createDevices();
  const parts = [felt, ...side, ...below, devices];
  let redraw = () => {};

  function draw(view, table) {
    const seen = { ...view, simulated: table !== null };
    choosing.look(seen);
    redraw = () => parts.forEach((part) => part.draw(seen, null));
    redraw();
  }

  return {
    elements: [
      el("main", { id: "main" },
        el("div", { class: "place" }, felt.element, el("div", { class: "below" }, below.map((part) => part.element))),
        el("aside", { class: "side" }, side.map((part) => part.element))),
      devices.element,
    ],
    draw,
  };
}
