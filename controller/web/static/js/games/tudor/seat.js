// A player's own phone: what lies behind the screen, what may be done with it, and the board to tap.
import { el, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { createComplaints } from "../../table/complaints.js";
import { createStory } from "../../table/story.js";
import { createCards } from "./cards.js";
import { createChambers } from "./chambers.js";
import { createChoices } from "./choices/choices.js";
import { createChoosing } from "./choices/choosing.js";
import { player, round, token } from "./drawn.js";
import { attachDragging } from "./dragging.js";
import { createEnding } from "./ending.js";
import { createStock } from "./stock.js";
import { createThrone } from "./throne.js";
import { createWard } from "./ward.js";
import { word } from "./words.js";

export function createSeat(acts) {
  const choosing = createChoosing((action) => acts.fromSeat(action), () => redraw());
  const own = createOwn(choosing);
  const board = [createThrone(choosing), createChambers(choosing), createStock(choosing)];
  const side = [createEnding(acts), createChoices(choosing, { named: false }), createComplaints(), createCards(), createStory()];
  let redraw = () => {};

  function draw(view, table, seat) {
    const mine = seat?.view ?? null;
    const byHand = (offer) => offer.do === "draw" && table === null; // tokens come out of a real bag
    const seen = { ...view, offers: (mine?.offers ?? []).filter((offer) => !byHand(offer)), own: mine, simulated: table !== null };
    choosing.look(seen);
    redraw = () => [own, ...board, ...side].forEach((part) => part.draw(seen, null));
    redraw();
  }

  const place = el("div", { class: "place seat-board" }, own.element, board.map((part) => part.element));
  attachDragging(place, acts, choosing);

  return {
    elements: [el("main", { id: "main" },
      place,
      el("aside", { class: "side" }, side.map((part) => part.element)))],
    draw,
  };
}

/** Cards and tokens by faction, the round tokens, and the fingers that everybody sees. */
function createOwn(choosing) {
  const title = el("h2", {});
  const held = el("div", { class: "own" });
  const ward = createWard(choosing);
  const element = el("section", { class: "card own-hand" }, title, held, ward.elements);

  const redraw = whenChanged((mine) => {
    title.replaceChildren(...(mine ? [player(mine.player)] : [say("tudor-own-none")]));
    held.replaceChildren(...(mine ? [
      row("tudor-own-cards", counted(mine.cards).map(([faction, number]) => pile(token(faction, "card-of"), word(faction), number))),
      row("tudor-own-tokens", counted(byFaction(mine.tokens)).map(([faction, number]) => pile(token(faction), word(faction), number))),
      row("tudor-own-rounds", ["influence", "intrigue"].map((kind) => pile(round(kind), word(kind), mine[kind]))),
    ] : []));
  });

  function draw(view) {
    const mine = view.own;
    redraw(mine && { ...mine, offers: null });
    const player = view.players.find((one) => one.color === mine?.player);
    if (player) ward.draw({ ...player, of: player.color }, view, null);
  }

  return { element, draw };
}

function row(key, piles) {
  return el("div", { class: "part" }, el("span", { class: "label" }, say(key)), piles.length ? piles : say("tudor-own-nothing"));
}

function pile(drawn, words, number) {
  return el("span", { class: "stack", role: "img", "aria-label": `${words}: ${number}` }, drawn, el("b", {}, String(number)));
}

function counted(numbers) {
  return Object.entries(numbers).filter(([, number]) => number > 0);
}

function byFaction(tokens) {
  const found = {};
  for (const { faction } of tokens) found[faction] = (found[faction] ?? 0) + 1;
  return found;
}
