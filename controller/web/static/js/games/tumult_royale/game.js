// Tumult Royale on the page: all that the rest of it gets at; see `loadGame`.
import { createReferee } from "./referee/referee.js";
import { createSpectator } from "./spectator.js";
import { createTable } from "./table.js";

export { createStatus, nextStep, outcome } from "./status.js";
export { symbols } from "./symbols.js";
export { tileName } from "./tiles.js";

export const pages = { table: createTable, spectator: createSpectator, referee: createReferee };

export const styles = [
  "../../../css/games/tumult_royale/table.css",
  "../../../css/games/tumult_royale/country.css",
  "../../../css/games/tumult_royale/cards.css",
].map((path) => new URL(path, import.meta.url));
