// Any game that brings no drawings of its own: what the table waits for, its console, its story and its complaints.
import { el } from "../shared/dom.js";
import { createChooser } from "../table/choose_game.js";
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

export const tileName = (tile) => tile.id;

export const symbols = () => [];

export const styles = [];

function createTable(acts) {
  const hourglass = createHourglass();
  const panel = createConsole(acts, { hourglass, nextStep, more: NOTHING });
  const chooser = createChooser(acts);
  const page = layOut([createStory(), createDevices(), createFaults(acts)], [panel]);
  return { ...page, elements: [...page.elements, chooser.element], clock: hourglass.clock, newGame: chooser.open };
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
