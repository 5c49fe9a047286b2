// The referee's page: the country to tap, what can be decided, and everything by hand.
import { el } from "../../../shared/dom.js";
import { createComplaints } from "../../../table/complaints.js";
import { createDesk } from "../../../table/desk.js";
import { createDevices } from "../../../table/devices.js";
import { createHourglass } from "../../../table/hourglass.js";
import { createStory } from "../../../table/story.js";
import { createChart } from "../cards/chart.js";
import { createChoices } from "../cards/choices.js";
import { createChronicle } from "../cards/chronicle.js";
import { createDemand } from "../cards/demand.js";
import { createPayment } from "../cards/payment.js";
import { createTumults } from "../cards/tumults.js";
import { createCountry } from "../country.js";
import { layFelt } from "../felt.js";
import { createAdvice } from "./advice.js";
import { createDecisions } from "./decisions.js";
import { createEntry } from "./entry.js";

export function createReferee(acts) {
  const entry = createEntry(acts);
  const country = createCountry(acts, entry.reveal);
  const felt = layFelt(acts, country);
  const hourglass = createHourglass();
  const decisions = createDecisions(acts);
  const demand = createDemand();
  const state = el("section", { class: "card wants" }, demand.element, hourglass.element);
  const side = [
    createDesk(acts, decisions), createComplaints(), createPayment(), createChoices(acts, country.hint), createAdvice(acts), entry,
  ];
  const below = [createChart(acts), createTumults(), createStory(), createChronicle()];
  const devices = createDevices();
  const parts = [felt, demand, ...side, ...below, devices];
  acts.box().then((box) => box && [decisions, entry].forEach((part) => part.unpack(box)));

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
    ],
    clock: hourglass.clock,
    draw,
  };
}
