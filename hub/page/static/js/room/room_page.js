// The room as its people see it: where somebody is needed, then a card for each table.
import { pick } from "../prefs.js";
import { ask } from "../shared/api.js";
import { el, keyed, mark, write } from "../shared/dom.js";
import { LANGUAGES, language, say } from "../shared/strings.js";
import { setTheme, theme, THEMES } from "../shared/theme.js";
import { createNotice } from "../notice.js";
import { createCard } from "./card.js";
import { createLogin } from "./door.js";
import { createLetIn } from "./let_in.js";
import { createNeeds } from "./needs.js";

export function createRoomPage(me, { choose, lookAgain }) {
  const notice = createNotice();
  const steward = me.roles.includes("steward");
  const cards = new Map();
  const link = el("span", { class: "link", role: "status" }, say("room-connecting"));
  const counts = el("span", { class: "counts" });
  const needs = createNeeds(steward ? come : null);
  const grid = el("main", { id: "main", class: "room" });
  const empty = el("p", { class: "empty card", hidden: true }, say("room-empty"));
  const unheard = el("p", { class: "complaint", role: "status", hidden: true }, say("room-unheard"));
  const login = createLogin(lookAgain);
  const letIn = me.lets_in && me.roles.includes("owner") ? createLetIn() : null;
  const head = el("header", { class: "banner" },
    el("a", { class: "skip", href: "#main" }, say("room-skip")),
    el("div", { class: "top" }, el("h1", {}, me.name || say("room-title")), counts, link,
      letIn === null ? null : el("button", { type: "button", class: "quiet", onclick: letIn.open }, say("room-let-in")),
      me.logged_in ? null : el("button", { type: "button", class: "quiet", onclick: login.open }, say("room-login")), prefs()));

  function prefs() {
    return el("details", { class: "prefs" },
      el("summary", { "aria-label": `${language().toUpperCase()}: ${say("language")} ${LANGUAGES[language()]}` }, language().toUpperCase()),
      el("div", { class: "sheet" },
        el("nav", { "aria-label": say("views") }, el("a", { href: "/", "aria-current": "page" }, say("room-title")), el("a", { href: "/tv" }, say("room-tv")), el("a", { href: "/tournament" }, say("tournament-title"))),
        pick("language", Object.entries(LANGUAGES), language(), choose),
        pick("theme", THEMES.map((name) => [name, say(`theme-${name}`)]), theme(), setTheme),
        me.logged_in ? el("button", { type: "button", class: "quiet", onclick: leave }, say("logout")) : null));
  }

  async function leave() {
    await ask("/api/logout", {});
    await lookAgain();
  }

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
    write(counts, say("room-counts", { online: all.filter((card) => card.online).length, known: all.length, playing: all.filter((card) => card.online && card.playing).length }));
  }

  function tick() {
    needs.tick();
    for (const card of cards.values()) card.tick();
  }

  function connection(state) {
    mark(link, { "data-state": state });
    write(link, say(`room-${state}`));
  }

  return { elements: [head, notice.element, unheard, needs.element, grid, empty, login.element, letIn?.element ?? null].filter((each) => each !== null), draw, tick, connection };
}

/** The cards of these tables, in this order; `cards` keeps those that there are by their table. */
export function drawCards(grid, cards, room, order) {
  const needed = grouped(room.needs);
  keyed(grid, order, (table) => table,
    (table) => {
      const card = createCard();
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
