// The virtual table: the physical table drawn to be played, on simulated parts.
import { el } from "../../shared/dom.js";
import { createConsole } from "../../table/console.js";
import { createDevices } from "../../table/devices.js";
import { attachDrag } from "../../table/drag.js";
import { createFaults } from "../../table/faults.js";
import { createHeldTile } from "../../table/held_tile.js";
import { createHourglass } from "../../table/hourglass.js";
import { createStory } from "../../table/story.js";
import { createChart } from "./cards/chart.js";
import { createChoices } from "./cards/choices.js";
import { createChronicle } from "./cards/chronicle.js";
import { createDemand } from "./cards/demand.js";
import { createTumults } from "./cards/tumults.js";
import { createCountry } from "./country.js";
import { layFelt } from "./felt.js";
import { nextStep } from "./status.js";
import { drawTile, faceText } from "./tiles.js";

export function createTable(acts) {
  const country = createCountry(acts, (slots) => acts.act({ do: "reveal", tiles: slots.map((slot) => ({ slot })) }));
  const held = createHeldTile(acts, { drawTile, faceText });
  const felt = layFelt(acts, country, held.take);
  const hourglass = createHourglass();
  const panel = createConsole(acts, { hourglass, nextStep, more: createDemand() });
  const side = [createChart(acts), createChoices(acts, country.hint), createTumults(), panel, createChronicle(), createStory()];
  const below = [createDevices(), createFaults(acts)];
  attachDrag(felt.element, acts, drawTile);

  const parts = [felt, ...side, ...below, held];
  return {
    elements: [
      el("main", { id: "main" },
        el("div", { class: "place" }, felt.element, below.map((part) => part.element)),
        el("aside", { class: "side" }, side.map((part) => part.element))),
      held.element,
    ],
    clock: hourglass.clock,
    draw: (view, table) => parts.forEach((part) => part.draw(view, table)),
  };
}
