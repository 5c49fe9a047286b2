// Slips to print, one a table of the latest round: who sits where, with room for places and points.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { nameOf } from "../room/card.js";
import { nameOfRound, nameOfTable, namesOfTables } from "./words.js";

export function createSlips() {
  const tables = namesOfTables(() => shown !== null && draw(shown));
  const sheet = el("main", { id: "main", class: "slips" });
  const print = el("button", { type: "button", class: "do", onclick: () => window.print() }, say("tournament-slips-print"));
  let shown = null;

  function draw(value) {
    shown = value;
    const last = (value.played?.length ?? 0) - 1;
    sheet.replaceChildren(...(last < 0 ? [el("p", {}, say("tournament-none"))] : value.played[last].games.map((game) => slip(value, last, game))));
  }

  function slip(value, last, game) {
    const head = el("tr", {}, ["", say("tournament-enter-name"), say("tournament-place"), say("tournament-counted")].map((each) => el("th", { scope: "col" }, each)));
    return el("article", { class: "slip" }, el("h2", {}, `${value.name}: ${nameOfRound(value, last)}`), el("h3", {}, nameOfTable(tables, game.table)),
      el("table", {}, el("thead", {}, head), el("tbody", {}, game.seats.map(([castle, entrant]) =>
        el("tr", {}, el("td", {}, nameOf(castle)), el("td", {}, value.entrants[entrant].name), el("td", {}), el("td", {}))))),
      el("p", { class: "hint" }, game.fixture));
  }

  return { elements: [el("p", { class: "line no-print" }, print, el("a", { href: "/tournament" }, say("tournament-title"))), sheet], draw, connection: () => {} };
}
