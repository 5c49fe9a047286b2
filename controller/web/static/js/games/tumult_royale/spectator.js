// Looking on: what everybody in the room may see, large enough for a television.
import { createChart } from "./chart.js";
import { createChronicle } from "./chronicle.js";
import { createCountry } from "./country.js";
import { createDemand } from "./demand.js";
import { createDevices } from "../../table/devices.js";
import { el } from "../../shared/dom.js";
import { createFelt } from "../../table/felt.js";
import { createHourglass } from "../../table/hourglass.js";
import { createPayment } from "./payment.js";
import { createStory } from "../../table/story.js";
import { createTumults } from "./tumults.js";

export function createSpectator(acts) {
  const country = createCountry(acts);
  const felt = createFelt(acts, { country, lift: null });
  const hourglass = createHourglass();
  const demand = createDemand();
  const glass = el("section", { class: "card wants" }, demand.element, hourglass.element);
  const side = [createChart(acts), createPayment(), createTumults(), createChronicle(), createStory()];
  const devices = createDevices();
  const parts = [felt, country, demand, ...side, devices];

  /** Nothing here is to be carried or pressed, whatever the table is made of. */
  function draw(view, table) {
    const watched = { ...view, first_fields: [], payable: [] };
    parts.forEach((part) => part.draw(part === country ? watched : view, null));
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
