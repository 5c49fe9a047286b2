// The room: where help is needed, then a card for each table with its live standings; its owner adds tables.
import { Button, Dialog, EmptyState, Field, sure, toast } from "./lib/design.js";
import { language, say } from "./lib/texts.js";
import { Named } from "./lib/pieces.js";
import { html, Icon, submitted, useClock, useFetched, useLayoutEffect, usePolled, useRef, useState } from "./lib/view.js";
import { asked, flag, Frame, may, me, now, Patch, useStream } from "./frame.js";

/** What a table is called; a game may have none. */
export const tableName = (room, table) => (table === null ? say("tournament-by-hand-table") : room.cards[table]?.name ?? table);

export const TURN_S = 12;
const SEATS_MS = 5_000; // who sits where may be entered at any time
const FORECAST_MS = 30_000; // how many minutes each game will still take

/** `[seatsAt(table, game_no), look]`: `{ name }` by castle, as far as players are known, or names of the game `before`; and a function that asks now. */
export function useSeats() {
  const [seats, look] = usePolled(() => asked("/api/seats", undefined, () => {}), SEATS_MS);
  return [(table, game_no, of = "seats") => (seats?.[table]?.game_no === game_no ? seats[table][of] : {}), look];
}

/** In how many rows `number` cards of one size are largest, where an empty place counts twice. */
function rowsFor(number, least, width, height) {
  const worth = (rows) => {
    const columns = Math.ceil(number / rows);
    return Math.min(width / columns / least.width, height / rows / least.height) * (number / (rows * columns)) ** 2;
  };
  return Array.from({ length: number }, (_, index) => index + 1).reduce((best, each) => (worth(each) > worth(best) ? each : best), 1);
}

/**
 * Cards of `items` as large as they fit; `least` is the smallest that can be read from afar, `down` orders them by column.
 * More than fit come in turns. A page that `scrolls` shows all, and each with its board.
 */
export function Filling({ items, least = { width: 300, height: 200 }, draw, down = false, scrolls = false, class: more = "" }) {
  const main = useRef();
  const [{ width, height }, measure] = useState({ width: 1, height: 1 });
  useLayoutEffect(() => {
    const { current } = main;
    const look = () => measure({ width: current.clientWidth, height: scrolls ? Math.max(0.75 * innerHeight, innerHeight - current.offsetTop) : current.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(current);
    look();
    return () => watch.disconnect();
  }, []);
  const across = Math.max(1, Math.floor(width / least.width));
  const parts = scrolls ? 1 : Math.max(1, Math.ceil(items.length / across / Math.max(1, Math.floor(height / least.height))));
  useClock(parts > 1, 1000);
  const turn = Math.floor(now() / TURN_S) % parts;
  const size = Math.ceil(items.length / parts); // all parts alike, none with one card only
  const shown = items.slice(turn * size, (turn + 1) * size);
  const rows = rowsFor(shown.length, least, width, height);
  const columns = Math.ceil(shown.length / rows);
  const [wide, high] = [width / columns, height / rows];
  const shape = !scrolls && high < 0.38 * innerHeight ? "small" : wide > 1.25 * high ? "wide" : "tall";
  const isCramped = scrolls && (shape === "wide" ? wide < 500 || high < 250 : high < 370);
  const [cramped, ratio] = across > 1 ? ["tall", 1.55] : ["low", 0.78]; // a phone shows two or three tables at once
  const place = isCramped ? { "--rows": Math.ceil(shown.length / across), "--columns": across, "--least": `${(ratio * width) / across}px` } : { "--rows": rows, "--columns": columns };
  return html`<main id="main" class=${`tv ${more}`} ref=${main} data-down=${flag(down)} data-shape=${isCramped ? cramped : shape} style=${place}>${shown.map(draw)}</main>
    ${parts > 1 && html`<span class="tv-turn">${say("room-part", { number: turn + 1, of: parts })}</span>`}`;
}

export function Room() {
  const { room, link } = useStream("/api/stream", ["room"]);
  const [opened, open] = useState(null);
  const [seatsAt] = useSeats();
  const [forecasts] = usePolled(() => asked("/api/forecasts", undefined, () => {}), FORECAST_MS);
  if (!room) return html`<${Frame} here="room" link=${link} />`;
  const online = Object.values(room.cards).filter((card) => card.online);
  const counts = say("room-counts", { online: online.length, known: room.order.length, playing: online.filter((card) => card.playing).length });
  const tools = { announce: may("steward") && online.length > 0 && Announcement, "add-table": me.lets_in && may("owner") && AddTable };
  const Opened = tools[opened];
  return html`<${Frame} here="room" link=${link} counts=${counts} tools=${Object.keys(tools).map((name) => tools[name] && html`<${Button} key=${name} quiet onClick=${() => open(name)}>${say(name)}<//>`)}>
    ${!room.heard && html`<p class="complaint" role="status">${say("room-unheard")}</p>`}
    <${Needs} room=${room} />
    ${room.order.length === 0 ? html`<main id="main"><${EmptyState} title=${say("room-empty")}><p>${say("room-empty-how")}</p><//></main>`
      : html`<${Filling} class="room" scrolls items=${room.order} draw=${(table) => html`<${TableCard} key=${table} table=${table} card=${room.cards[table]} seats=${seatsAt(table, room.cards[table].game_no)}
        left=${forecasts?.[table]} needed=${room.needs.some((need) => need.table === table)} alarm=${alarmAt(room, table)} />`} />`}
    ${Opened && html`<${Opened} room=${room} close=${() => open(null)} />`}
  <//>`;
}

/** What a table has just alarmed of, such as tumults, a line each. */
export const alarmAt = ({ news }, table) => news.filter((each) => each.kind === "alarm" && each.table === table && each.until_s > now()).map(({ text, translations }) => translations[language()] ?? text).join("\n");

/** The address of a picture of the board as all may see it. */
export const boardOf = (table, card) => `/api/tables/${table}/board.svg?language=${language()}&of=${card.board}`;

/** One table: its game, whose move it is, who leads, what is left of the hourglass; an alarm's words on its board. */
export function TableCard({ table, card, seats = {}, needed = false, left = null, alarm = "" }) {
  const plays = card.online && card.playing;
  const badges = [...(card.help ? ["help"] : []), ...(card.online && card.lost.length > 0 ? ["device"] : [])];
  return html`<article class="card of-table" data-state=${!card.online ? "away" : plays ? "playing" : "free"} data-needed=${flag(needed || alarm)} data-help=${flag(card.help)}>
    <header><h2><a href=${`/table/${table}`}>${card.name}</a></h2>
      <p class="game">${!card.online ? say("room-away") : card.game ?? say("room-free")}</p>
      ${plays && card.round !== null && html`<span class="round">${say("room-round", { number: card.round })}${left && ` · ${say("room-forecast", { number: left })}`}</span>`}<${Seconds} card=${card} /></header>
    ${card.game && card.board ? html`<img class="board" src=${`${boardOf(table, card)}&alone`} alt="" loading="lazy" />` : html`<div class="board" />`}
    <${Standings} card=${card} seats=${seats} />
    ${alarm && html`<p class="alarm">${alarm}</p>`}${card.online && html`<${Step} card=${card} seats=${seats} />`}
    <p class="badges">${badges.map((code) => html`<span class="badge" key=${code} data-code=${code}>${say(`need-${code}`, { devices: card.lost.join(", ") })}</span>`)}</p>
  </article>`;
}

/** Who won, with the points if the game counts any. */
export function wonWords(winners, seats) {
  const players = winners.map(({ castle, color }) => (seats[castle]?.name ? `${seats[castle].name} (${say(color)})` : say(color)));
  const [{ points }] = winners;
  return say(points === null ? "room-wins" : "room-won", { players: new Intl.ListFormat(language()).format(players), count: winners.length, points });
}

/** What a table waits for: in the words of its game's page, else in those of its display; at the end who won. */
export function Step({ card, seats = {} }) {
  const { step, to_act: castle, scripts } = card;
  const color = castle && (card.standings.find((each) => each.castle === castle)?.color ?? castle);
  const game = useFetched(() => import(`./games/${scripts}/game.js`), scripts);
  const winners = card.playing ? [] : card.standings.filter(({ leads }) => leads);
  const text = winners.length > 0 ? wonWords(winners, seats) : !card.playing ? (card.language === language() ? card.text : card.game && say("room-over", { game: card.game }))
    : scripts && !game ? "" : game?.prompt({ waiting_for: { step, color: castle }, to_act: color }, seats[castle]?.name) || card.text;
  return html`<p class="step" lang=${text === card.text ? card.language : null}>${color && html`<${Patch} color=${color} /> `}${text}</p>`;
}

/** The felt of a table in small: a line for each player, in seat order, at the end by points. */
export function Standings({ card, seats }) {
  const all = card.playing ? card.standings : card.standings.toSorted((one, other) => other.leads - one.leads || other.points - one.points);
  const first = (name) => name?.split(" ")[0];
  const short = (name) => (name?.length > 12 && all.filter(({ castle }) => first(seats[castle]?.name) === first(name)).length === 1 ? first(name) : name);
  return html`<ol class="standings">${all.map(({ castle, color, points, leads }) => html`
    <li key=${castle} data-leads=${flag(leads)} data-turn=${flag(castle === card.to_act)}>
      <${Named} color=${color} name=${short(seats[castle]?.name)} /><b>${points}</b>
      ${leads && html`<${Icon} name="crown" /><span class="unseen">${say("room-leads")}</span>`}
    </li>`)}</ol>`;
}

export function Seconds({ card }) {
  const left_s = !card.online ? null : card.paused ? card.left_s : card.ends_s === null ? null : card.ends_s - now();
  useClock(left_s !== null);
  if (left_s === null || left_s <= -5) return null;
  const number = Math.max(0, Math.ceil(left_s));
  return html`<span class="seconds" data-paused=${flag(card.paused)} data-short=${flag(!card.paused && left_s < 5)}>${say(card.paused ? "room-paused" : "room-seconds", { number })}</span>`;
}

export const needWords = (room, need) => say(`need-${need.code}`, { devices: (room.cards[need.table]?.lost ?? []).join(", ") });

/** The alerts of a room, oldest first; a steward comes. */
export function Needs({ room }) {
  useClock(room.needs.length > 0, 1000);
  if (room.needs.length === 0) return null;
  return html`<section class="card needs" aria-labelledby="needs-title"><h2 id="needs-title">${say("room-needs")}</h2>
    <ul>${room.needs.map((need) => {
      const name = tableName(room, need.table);
      const minutes = Math.floor((now() - need.since_s) / 60);
      return html`<li key=${`${need.table} ${need.code}`} data-code=${need.code} data-taken=${flag(need.taken)}>
        <b>${name}</b><span class="why">${needWords(room, need)}</span>
        <span class="since">${minutes < 1 ? say("room-since-now") : say("room-since", { number: minutes })}</span>
        ${need.taken ? html`<span class="taken">${say("room-taken")}</span>`
          : may("steward") && html`<${Button} primary aria-label=${`${say("room-come")}: ${name}`} onClick=${() => asked("/api/needs/take", { table: need.table, code: need.code })}>${say("room-come")}<//>`}
      </li>`;
    })}</ul></section>`;
}

const MOST = 80; // letters of an announcement

function Announcement({ close }) {
  const [left, count] = useState(MOST);
  async function tell({ announcement }) {
    const told = await asked("/api/announce", { text: announcement });
    if (!told) return;
    close();
    toast(say("announce-done", { number: told.tables }), true);
  }
  return html`<${Dialog} title=${say("announce")} onClose=${close}><form class="form-stack" onSubmit=${submitted(tell)}>
    <${Field} label=${say("announce-text")} name="announcement" required autofocus onInput=${({ target }) => count(MOST - [...target.value].length)}
      hint=${say("announce-left", { number: left })} error=${left < 0 && say("announce-long", { number: -left })} />
    <${Button} primary type="submit" disabled=${left < 0}>${say("announce-do")}<//>
  </form><//>`;
}

/** For the owner: the letters that stand on a table's screen, or a table that is to leave. It stays open for another one. */
function AddTable({ room, close }) {
  const [told, tell] = useState("");
  async function enter({ letters, name }, form) {
    const joined = await asked("/api/tables/let-in", { letters, name }, tell);
    if (joined) tell(say("add-table-done", { table: name || joined.table }));
    form.elements.letters.focus();
    return joined;
  }
  async function revoke({ table }) {
    const title = tableName(room, table);
    if (!await sure(say("remove-table-sure", { table: title }))) return;
    if (await asked("/api/tables/revoke", { table }, tell)) tell(say("remove-table-done", { table: title }));
  }
  return html`<${Dialog} title=${say("add-table")} onClose=${close}>
    <form class="form-stack" onSubmit=${submitted(enter)}>
      <p class="hint">${say("add-table-how")}</p>
      <${Field} label=${say("add-table-letters")} name="letters" autocapitalize="none" spellcheck=${false} required maxlength="40" autofocus />
      <${Field} label=${say("add-table-name")} name="name" maxlength="64" />
      <p role="status">${told}</p>
      <${Button} primary type="submit">${say("add-table-do")}<//>
    </form>
    <form class="form-stack" onSubmit=${submitted(revoke)}>
      <${Field} label=${say("remove-table")} name="table" required options=${[["", ""], ...room.order.map((id) => [id, room.cards[id].name])]} />
      <${Button} type="submit">${say("remove-table-do")}<//>
    </form>
  <//>`;
}
