// The start of a tournament's pages: for organisers and guests, a television, a phone, a printer.
import { showLive } from "../room/live.js";
import { turningBack } from "../room/turning.js";
import { createSignUp } from "./sign_up.js";
import { createSlips } from "./slips.js";
import { createTournamentPage } from "./page.js";
import { createTournamentTv } from "./tv.js";

const PAGES = { tv: createTournamentTv, "sign-up": createSignUp, slips: createSlips };
const path = location.pathname.split("/")[2] ?? "";
const ofTheRoom = path === "tv" && location.search === "?room";

await showLive({
  create: PAGES[path] ?? createTournamentPage, dress: path === "tv" ? "tv" : "room",
  event: "tournament", path: "/api/tournament/stream", tick_ms: 1000, heard: ofTheRoom ? turningBack() : undefined,
});
