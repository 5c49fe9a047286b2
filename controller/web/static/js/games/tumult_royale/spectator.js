// Looking on: what everybody in the room may see, large enough for a television.
import { el } from "../../shared/dom.js";
import { createDevices } from "../../table/devices.js";
import { createHourglass } from "../../table/hourglass.js";
import { createStory } from "../../table/story.js";
import { createChart } from "./cards/chart.js";
import { createChronicle } from "./cards/chronicle.js";
import { createDemand } from "./cards/demand.js";
import { createPayment } from "./cards/payment.js";
import { createTumults } from "./cards/tumults.js";
import { createCountry } from "./country.js";
import { layFelt } from "./felt.js";

export function createSpectator(acts) {
  const felt = layFelt(acts, createCountry(acts));
  const hourglass = createHourglass();
  const demand = createDemand();
  const glass = el("section", { class: "card wants" }, demand.element, hourglass.element);
  const side = [createChart(acts), createPayment(), createTumults(), createChronicle(), createStory()];
  const devices = createDevices();
  const parts = [felt, demand, ...side, devices];

  /** Nothing here is to be carried or pressed, whatever the table is made of. */
  function draw(view, table) {
    parts.forEach((part) => part.draw(view, null));
    hourglass.draw(view, table);
    glass.hidden = view.phase === "over";
  }

  return {
    elements: [
      el("main", { id: "main" }, felt.element, el("aside", { class: "side" }, glass, side.map((part) => part.element))),
      devices.element,
    ],
    clock: hourglass.clock,
    draw,
  };
}
