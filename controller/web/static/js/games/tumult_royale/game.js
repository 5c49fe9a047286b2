// Tumult Royale on the page: all that the rest of it gets at; see `loadGame`.
export { createStatus, nextStep, outcome } from "./status.js";
export { symbols } from "./symbols.js";
export { tileName } from "./tiles.js";
export { tour } from "./begin/tour.js";

export const pages = {
  table: async () => (await import("./table.js")).createTable,
  spectator: async () => (await import("./spectator.js")).createSpectator,
  referee: async () => (await import("./referee/referee.js")).createReferee,
};

export const setup = async () => (await import("./begin/setup.js")).createSetup;

export const styles = [
  "../../../css/games/tumult_royale/table.css",
  "../../../css/games/tumult_royale/country.css",
  "../../../css/games/tumult_royale/cards.css",
].map((path) => new URL(path, import.meta.url));
