// The virtual table: the physical table drawn to be played, on simulated parts.
import { createChart } from "./chart.js";
import { createChoices } from "./choices.js";
import { createChronicle } from "./chronicle.js";
import { createConsole } from "../../table/console.js";
import { createCountry } from "./country.js";
import { createDevices } from "../../table/devices.js";
import { el } from "../../shared/dom.js";
import { createFaults } from "../../table/faults.js";
import { createFelt } from "../../table/felt.js";
import { attachHand } from "../../table/drag.js";
import { createHourglass } from "../../table/hourglass.js";
import { createNewGame } from "./new_game.js";
import { createPalm } from "../../table/held_tile.js";
import { createStory } from "../../table/story.js";
import { createTour } from "./tour.js";
import { createTumults } from "./tumults.js";

export function createTable(acts) {
  const tour = createTour(acts);
  const newGame = createNewGame(acts, tour.running);
  const country = createCountry(acts, acts.turnUp);
  const palm = createPalm(acts);
  const felt = createFelt(acts, { country, lift: palm.take });
  const hourglass = createHourglass();
  const king = createConsole(acts, hourglass);
  const side = [createChart(acts), createChoices(acts, country.hint), createTumults(), king, createChronicle(), createStory()];
  const below = [createDevices(), createFaults(acts)];
  const above = [palm, newGame];
  attachHand(felt.element, acts);

  const parts = [tour, felt, country, ...side, ...below, ...above];
  return {
    elements: [
      tour.element,
      el("main", { id: "main" },
        el("div", { class: "place" }, felt.element, below.map((part) => part.element)),
        el("aside", { class: "side" }, side.map((part) => part.element))),
      ...above.map((part) => part.element),
    ],
    newGame: newGame.open,
    clock: hourglass.clock,
    draw: (view, table) => parts.forEach((part) => part.draw(view, table)),
  };
}
