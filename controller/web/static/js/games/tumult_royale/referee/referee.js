// The referee's face: the country to tap, what can be decided, and everything by hand.
import { createAdvice } from "./advice.js";
import { createChart } from "../chart.js";
import { createChoices } from "../choices.js";
import { createChronicle } from "../chronicle.js";
import { createComplaints } from "../../../table/complaints.js";
import { createCountry } from "../country.js";
import { createDemand } from "../demand.js";
import { createDesk } from "../../../table/desk.js";
import { createDevices } from "../../../table/devices.js";
import { el } from "../../../shared/dom.js";
import { createEntry } from "./entry.js";
import { createFelt } from "../../../table/felt.js";
import { createHourglass } from "../../../table/hourglass.js";
import { createPayment } from "../payment.js";
import { createSetup } from "./setup.js";
import { createStory } from "../../../table/story.js";
import { createTumults } from "../tumults.js";

export function createReferee(acts) {
  const setup = createSetup(acts);
  const entry = createEntry(acts);
  const country = createCountry(acts, entry.reveal);
  const felt = createFelt(acts, { country, lift: null });
  const hourglass = createHourglass();
  const desk = createDesk(acts);
  const demand = createDemand();
  const state = el("section", { class: "card wants" }, demand.element, hourglass.element);
  const side = [desk, createComplaints(), createPayment(), createChoices(acts, country.hint), createAdvice(acts), entry];
  const below = [createChart(acts), createTumults(), createStory(), createChronicle()];
  const devices = createDevices();
  const parts = [felt, country, demand, ...side, ...below, devices, setup];
  acts.box().then((box) => box && [desk, entry, setup].forEach((part) => part.unpack(box)));

  function draw(view, table) {
    parts.forEach((part) => part.draw(view, null));
    hourglass.draw(view, table);
  }

  return {
    elements: [
      el("main", { id: "main" },
        el("div", { class: "place" }, felt.element, el("div", { class: "below" }, below.map((part) => part.element))),
        el("aside", { class: "side" }, state, side.map((part) => part.element))),
      devices.element,
      setup.element,
    ],
    newGame: setup.open,
    clock: hourglass.clock,
    draw,
  };
}
