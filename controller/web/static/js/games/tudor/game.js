// Tudor on the page: all that the rest of it gets at; see `loadGame`.
import { word } from "./words.js";

export { createStatus, nextStep, outcome } from "./status.js";
export { symbols } from "./symbols.js";
export { tour } from "./begin/tour.js";

export const pages = {
  table: async () => (await import("./table.js")).createTable,
  spectator: async () => (await import("./spectator.js")).createSpectator,
  seat: async () => (await import("./seat.js")).createSeat,
  referee: async () => (await import("./referee.js")).createReferee,
};

export const setup = async () => (await import("./begin/setup.js")).createSetup;

export const tileName = (tile) => `${tile.id} ${word(tile.faction)}`;

export const styles = ["../../../css/games/tudor/board.css", "../../../css/games/tudor/hands.css"]
  .map((path) => new URL(path, import.meta.url));
