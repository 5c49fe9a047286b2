// The page's start: what the table sends is drawn, what a person does is sent.
import { createActs } from "./api.js";
import { createBanner } from "./banner.js";
import { createChoices } from "./choices.js";
import { createChronicle } from "./chronicle.js";
import { connect } from "./connection.js";
import { createConsole } from "./console.js";
import { createCountry } from "./country.js";
import { createDevices } from "./devices.js";
import { el } from "./dom.js";
import { createFaults } from "./faults.js";
import { createFelt } from "./felt.js";
import { attachHand } from "./hand.js";
import { createHourglass } from "./hourglass.js";
import { createNewGame } from "./new_game.js";
import { createNotice } from "./notice.js";
import { createPalm } from "./palm.js";
import { createStory } from "./story.js";
import { createTumults } from "./tumults.js";

const notice = createNotice();
const acts = createActs(notice.show);
const newGame = createNewGame(acts);
const country = createCountry(acts);
const palm = createPalm(acts);
const felt = createFelt(acts, { country, lift: palm.take });
const hourglass = createHourglass();
const banner = createBanner(acts, newGame, hourglass.clock);
const choices = createChoices(acts, country.hint);
const king = createConsole(acts, hourglass);
const tumults = createTumults();
const story = createStory();
const chronicle = createChronicle();
const devices = createDevices();
const faults = createFaults(acts);

document.getElementById("page").append(
  banner.element,
  notice.element,
  el(
    "main",
    {},
    felt.element,
    el("aside", { class: "side" }, choices.element, tumults.element, king.element, chronicle.element, story.element),
  ),
  devices.element,
  faults.element,
  palm.element,
  newGame.element,
);
attachHand(felt.element, acts);

const drawn = [banner, felt, country, choices, king, tumults, chronicle, story, devices, faults, palm, newGame];
const state = { view: null, table: null };
let waiting = false;

function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (state.view !== null) for (const part of drawn) part.draw(state.view, state.table);
  });
}

connect((name, value) => {
  state[name] = name === "view" ? { ...value, received_ms: performance.now() } : value;
  drawSoon();
}, banner.connection);
