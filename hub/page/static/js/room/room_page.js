// The room as its people see it: where somebody is needed, then a card for each table.
import { ask } from "../shared/api.js";
import { el, keyed, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createNotice } from "../notice.js";
import { createCard } from "./card.js";
import { createHead } from "./head.js";
import { createLetIn } from "./let_in.js";
import { createNeeds } from "./needs.js";

export function createRoomPage(me, { choose, lookAgain }) {
  const notice = createNotice();
  const steward = me.roles.includes("steward");
  const cards = new Map();
  const needs = createNeeds(steward ? come : null);
  const grid = el("main", { id: "main", class: "room" });
  const empty = el("p", { class: "empty card", hidden: true }, say("room-empty"));
  const unheard = el("p", { class: "complaint", role: "status", hidden: true }, say("room-unheard"));
  const letIn = me.lets_in && me.roles.includes("owner") ? createLetIn() : null;
  const letsIn = letIn === null ? [] : [el("button", { type: "button", class: "quiet", onclick: letIn.open }, say("room-let-in"))];
  const head = createHead(me, { here: "room", choose, lookAgain, more: letsIn });

  async function come({ table, code }) {
    const answer = await ask("/api/needs/take", { table, code });
    if (answer.status === 401 || answer.status === 403) await lookAgain();
    else if (!answer.ok) notice.show(answer.message);
  }

  function draw(room) {
    needs.draw(room);
    letIn?.draw(room);
    drawCards(grid, cards, room, room.order);
    mark(empty, { hidden: room.order.length > 0 });
    mark(unheard, { hidden: room.heard });
    const all = Object.values(room.cards);
    head.count(say("room-counts", { online: all.filter((card) => card.online).length, known: all.length, playing: all.filter((card) => card.online && card.playing).length }));
  }

  function tick() {
    needs.tick();
    for (const card of cards.values()) card.tick();
  }

  const dialogs = letIn === null ? head.dialogs : [...head.dialogs, letIn.element];
  return { elements: [...head.elements, notice.element, unheard, needs.element, grid, empty, ...dialogs], draw, tick, connection: head.connection };
}

/** The cards of these tables, in this order; `cards` keeps those that there are by their table. */
export function drawCards(grid, cards, room, order) {
  const needed = grouped(room.needs);
  keyed(grid, order, (table) => table,
    (table) => {
      const card = createCard(table);
      cards.set(table, card);
      return card.element;
    },
    (_, table) => cards.get(table).draw(room.cards[table], needed.get(table) ?? []));
  for (const table of [...cards.keys()]) if (!order.includes(table)) cards.delete(table);
}

function grouped(needs) {
  const by = new Map();
  for (const need of needs) by.set(need.table, [...(by.get(need.table) ?? []), need]);
  return by;
}
