// Any game that brings no drawings of its own: what the table waits for, its console, its story and its complaints.
import { choice } from "../shared/choice.js";
import { el } from "../shared/dom.js";
import { createComplaints } from "../table/complaints.js";
import { createConsole } from "../table/console.js";
import { createDesk } from "../table/desk.js";
import { createDevices } from "../table/devices.js";
import { createFaults } from "../table/faults.js";
import { createHand } from "../table/hand.js";
import { createHourglass } from "../table/hourglass.js";
import { createStory } from "../table/story.js";

const NOTHING = { element: [], back: [], draw: () => {} };

export const pages = {
  table: async () => createTable,
  spectator: async () => createSpectator,
  seat: async () => createSeat,
  referee: async () => createReferee,
};

export const createStatus = () => ({ elements: [], draw: () => {} });

export const outcome = () => null;

export const nextStep = () => ({ text: "", by: null });

export const setup = async () => createSetup;

export const tileName = (tile) => tile.id;

export const symbols = () => [];

export const styles = [];

function createTable(acts) {
  const hourglass = createHourglass();
  const panel = createConsole(acts, { hourglass, nextStep, more: NOTHING });
  return { ...layOut([createStory(), createDevices(), createFaults(acts)], [panel]), clock: hourglass.clock };
}

/** What any game leaves to the house, in the words of the knob's menu. */
function createSetup() {
  const all = el("div", {});
  const offer = ({ choices }) => all.replaceChildren(...Object.entries(choices).map(([key, words]) =>
    choice(`choice-${key}`, Object.keys(words), Object.keys(words)[0], (value) => words[value], "new-choice")));
  const value = () => ({ options: Object.fromEntries([...all.querySelectorAll(":checked")].map((one) => [one.name.replace("choice-", ""), one.value])) });
  return { elements: [all], offer, fit: () => {}, value };
}

function createSpectator() {
  return layOut([createStory(), createDevices()], []);
}

function createSeat(acts) {
  return layOut([createHand(acts), createStory()], [createComplaints()]);
}

function createReferee(acts) {
  return layOut([createStory(), createDevices()], [createDesk(acts, NOTHING), createComplaints()]);
}

function layOut(place, side) {
  const parts = [...place, ...side];
  return {
    elements: [el("main", { id: "main" },
      el("div", { class: "place" }, place.map((part) => part.element)),
      el("aside", { class: "side" }, side.map((part) => part.element)))],
    draw: (view, table, seat) => parts.forEach((part) => part.draw(view, table, seat)),
  };
}
