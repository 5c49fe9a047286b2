// The virtual table: Tudor drawn to be played, on simulated parts.
import { el } from "../../shared/dom.js";
import { createConsole } from "../../table/console.js";
import { createDevices } from "../../table/devices.js";
import { createFaults } from "../../table/faults.js";
import { createHourglass } from "../../table/hourglass.js";
import { createStory } from "../../table/story.js";
import { createCards } from "./cards.js";
import { createChoices } from "./choices/choices.js";
import { createChoosing } from "./choices/choosing.js";
import { createEnding } from "./ending.js";
import { layFelt } from "./felt.js";
import { nextStep } from "./status.js";

const NOTHING_MORE = { element: [], draw: () => {} };

export function createTable(acts) {
  const choosing = createChoosing((action) => acts.act(action), () => redraw());
  const felt = layFelt(acts, choosing);
  const hourglass = createHourglass();
  const panel = createConsole(acts, { hourglass, nextStep, more: NOTHING_MORE });
  const side = [createEnding(acts), createChoices(choosing), panel, createCards(), createStory()];
  const below = [createDevices(), createFaults(acts)];
  const parts = [felt, ...side, ...below];
  let redraw = () => {};

  function draw(view, table) {
    const seen = { ...view, simulated: table !== null };
    choosing.look(seen);
    redraw = () => parts.forEach((part) => part.draw(seen, table));
    redraw();
  }

  return {
    elements: [
      el("main", { id: "main" },
        el("div", { class: "place" }, felt.element, below.map((part) => part.element)),
        el("aside", { class: "side" }, side.map((part) => part.element))),
    ],
    draw,
  };
}
