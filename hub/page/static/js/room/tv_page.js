// The room on a television: the same cards without controls, some at a time, and large what nobody should miss.
import { patch } from "../shared/cloth.js";
import { el, keyed, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { nameOf } from "./card.js";
import { now } from "./clock.js";
import { drawCards } from "./room_page.js";
import { turnToTournament } from "./turning.js";

const TURN_S = 12;
const CARD = { width: 300, height: 172 }; // the smallest that can be read from afar
const LARGE = 3; // at once
const FEW = 12; // tables; with more there is always some news, and it stays below the cards

export function createTvPage(me) {
  const cards = new Map();
  const grid = el("main", { id: "main", class: "tv" });
  const needs = el("ul", { class: "tv-needs" });
  const news = el("div", { class: "news", role: "status", hidden: true });
  const place = el("span", { class: "place" });
  const link = el("span", { class: "link", role: "status" }, say("room-connecting"));
  const head = el("header", { class: "tv-head" }, el("h1", {}, me.name || say("room-title")), needs, place, link);
  let room = null;
  let drawn = "";
  turnToTournament();

  function draw(value) {
    room = value;
    drawn = "";
    tick();
  }

  /** Which cards are shown now, in how many columns. */
  function part(tables) {
    const across = Math.max(1, Math.floor(grid.clientWidth / CARD.width));
    const down = Math.max(1, Math.floor(grid.clientHeight / CARD.height));
    const parts = Math.max(1, Math.ceil(tables.length / (across * down)));
    const turn = Math.floor(now() / TURN_S) % parts;
    const size = Math.ceil(tables.length / parts); // all parts alike, none with one card only
    const shown = tables.slice(turn * size, (turn + 1) * size);
    return { shown, turn, parts, columns: columns(Math.min(size, tables.length), across, down) };
  }

  /** In how many columns the letters are largest; where it makes little difference, with fewer places left empty. */
  function columns(number, across, down) {
    const worth = (columns) => {
      const rows = Math.ceil(number / columns);
      const scale = Math.min(grid.clientWidth / columns / CARD.width, grid.clientHeight / rows / CARD.height);
      return rows > down ? 0 : scale * (1 - (rows * columns - number) / (rows * columns) / 2);
    };
    const possible = Array.from({ length: across }, (_, index) => index + 1);
    return possible.reduce((best, each) => (worth(each) > worth(best) ? each : best));
  }

  function tick() {
    if (room === null) return;
    const now_s = now();
    const { shown, turn, parts, columns: number } = part(room.order);
    const key = `${turn} ${parts} ${number}`;
    if (key !== drawn) {
      drawn = key;
      grid.style.setProperty("--columns", String(number));
      drawCards(grid, cards, room, shown);
      write(place, parts > 1 ? say("room-part", { number: turn + 1, of: parts }) : "");
      keyed(needs, room.needs.filter((need) => !need.taken).slice(0, 6), (need) => `${need.table} ${need.code}`, () => el("li", {}),
        (row, need) => write(row, `${room.cards[need.table]?.name ?? need.table}: ${say(`need-${need.code}`, { devices: (room.cards[need.table]?.lost ?? []).join(", ") })}`));
    }
    for (const card of cards.values()) card.tick();
    const large = room.news.filter((each) => each.until_s > now_s).slice(room.order.length > FEW ? -1 : -LARGE).reverse();
    keyed(news, large, (each) => each.number, makeLarge);
    mark(news, { hidden: large.length === 0, "data-band": room.order.length > FEW });
  }

  function makeLarge({ table, kind, text, game, winners }) {
    const won = winners.flatMap((castle) => [patch(castle), nameOf(castle), " "]);
    return el("section", { "data-kind": kind },
      el("h2", {}, room.cards[table]?.name ?? table),
      el("p", {}, kind === "over" ? [say("room-over", { game }), " ", won] : text));
  }

  function connection(state) {
    mark(link, { "data-state": state });
    write(link, say(`room-${state}`));
  }

  return { elements: [head, grid, news], draw, tick, connection };
}
