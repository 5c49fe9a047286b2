// Looking on: what everybody in the room may see, large enough for a television.
import { el } from "../../shared/dom.js";
import { createDevices } from "../../table/devices.js";
import { createHourglass } from "../../table/hourglass.js";
import { createStory } from "../../table/story.js";
import { createChart } from "./chart.js";
import { createChronicle } from "./chronicle.js";
import { createCountry } from "./country.js";
import { createDemand } from "./demand.js";
import { layFelt } from "./felt.js";
import { createPayment } from "./payment.js";
import { createTumults } from "./tumults.js";

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
