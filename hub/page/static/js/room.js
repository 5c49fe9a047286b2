// The room: where help is needed, then a card for each table with its live standings; its owner adds tables.
import { Button, Dialog, EmptyState, Field, sure, toast } from "./lib/design.js";
import { language, say } from "./lib/texts.js";
import { Named } from "./lib/pieces.js";
import { html, Icon, submitted, useClock, useFetched, usePolled, useState } from "./lib/view.js";
import { asked, flag, Frame, may, me, now, Patch, useStream } from "./frame.js";

/** What a table is called; a game may have none. */
export const tableName = (room, table) => (table === null ? say("tournament-by-hand-table") : room.cards[table]?.name ?? table);

const FORECAST_MS = 60_000; // how many minutes each game will still take

export function Room() {
  const { room, link } = useStream("/api/stream", ["room"]);
  const [adding, add] = useState(false);
  const [forecasts] = usePolled(() => asked("/api/forecasts", undefined, () => {}), FORECAST_MS);
  if (!room) return html`<${Frame} here="room" link=${link} />`;
  const all = Object.values(room.cards);
  const online = all.filter((card) => card.online);
  const counts = say("room-counts", { online: online.length, known: all.length, playing: online.filter((card) => card.playing).length });
  const owner = me.lets_in && may("owner");
  const button = owner && html`<${Button} quiet onClick=${() => add(true)}>${say("add-table")}<//>`;
  return html`<${Frame} here="room" link=${link} counts=${counts} tools=${button}>
    ${!room.heard && html`<p class="complaint" role="status">${say("room-unheard")}</p>`}
    <${Needs} room=${room} />
    ${may("steward") && online.length > 0 && html`<${Announcement} />`}
    <main id="main" class="room">
      ${room.order.map((table) => html`<${TableCard} key=${table} table=${table} card=${room.cards[table]} left=${forecasts?.[table]} needed=${room.needs.some((need) => need.table === table)} />`)}
      ${room.order.length === 0 && html`<${EmptyState} title=${say("room-empty")}><p>${say("room-empty-how")}</p><//>`}
    </main>
    ${adding && html`<${AddTable} room=${room} close=${() => add(false)} />`}
  <//>`;
}

/** The address of a picture of the board as all may see it. */
export const boardOf = (table, card) => `/api/tables/${table}/board.svg?language=${language()}&of=${card.board}`;

/** A picture that could not be drawn leaves its place empty. */
const showLoaded = ({ target, type }) => { target.style.visibility = type === "load" ? "" : "hidden"; };

/** One table: its game, whose move it is, who leads, what is left of the hourglass; an alarm's words instead of its step. */
export function TableCard({ table, card, names = {}, needed = false, left = null, alarm = "" }) {
  const plays = card.online && card.playing;
  const badges = [...(card.help ? ["help"] : []), ...(card.online && card.lost.length > 0 ? ["device"] : [])];
  return html`<article class="card of-table" data-state=${!card.online ? "away" : plays ? "playing" : "free"} data-needed=${flag(needed || alarm)} data-help=${flag(card.help)}>
    <header><h2><a href=${`/table/${table}`}>${card.name}</a></h2>
      <p class="game">${!card.online ? say("room-away") : card.game ?? say("room-free")}${plays && left && html`<span class="forecast"> · ${say("room-forecast", { number: left })}</span>`}</p>
      ${plays && card.round !== null && html`<span class="round">${say("room-round", { number: card.round })}</span>`}<${Seconds} card=${card} /></header>
    ${card.online && card.game && card.board && html`<img class="board" src=${`${boardOf(table, card)}&alone`} alt="" loading="lazy" onLoad=${showLoaded} onError=${showLoaded} />`}
    ${card.online && html`<${Standings} card=${card} names=${names} />
      ${alarm ? html`<p class="step">${alarm}</p>` : html`<${Step} card=${card} names=${names} />`}`}
    <p class="badges">${badges.map((code) => html`<span class="badge" key=${code} data-code=${code}>${say(`need-${code}`, { devices: card.lost.join(", ") })}</span>`)}</p>
  </article>`;
}

/** The prompt of a game's page; none where its script needs more than a room knows. */
function prompt(game, view) {
  try {
    return game?.prompt(view);
  } catch {
    return "";
  }
}

/** Who won, with the points if the game counts any. */
export function wonWords(winners, names) {
  const players = winners.map(({ castle, color }) => (names[castle] ? `${names[castle]} (${say(color)})` : say(color)));
  const [{ points }] = winners;
  return say(points === null ? "room-wins" : "room-won", { players: new Intl.ListFormat(language()).format(players), count: winners.length, points });
}

/** What a table waits for: in the words of its game's page, else in those of its display; at the end who won. */
export function Step({ card, names = {} }) {
  const { step, to_act: castle, scripts } = card;
  const color = castle && (card.standings.find((each) => each.castle === castle)?.color ?? castle);
  const game = useFetched(() => import(`./games/${scripts}/game.js`), scripts);
  const winners = card.playing ? [] : card.standings.filter(({ leads }) => leads);
  const text = winners.length > 0 ? wonWords(winners, names) : !card.playing ? (card.language === language() ? card.text : card.game && say("room-over", { game: card.game }))
    : scripts && !game ? "" : prompt(game, { waiting_for: { step, color: castle }, to_act: color }) || card.text;
  return html`<p class="step" lang=${text === card.text ? card.language : null}>${color && html`<${Patch} color=${color} /> `}${text}</p>`;
}

/** The felt of a table in small: a line for each player, in seat order, at the end by points. */
function Standings({ card, names }) {
  const all = card.playing ? card.standings : card.standings.toSorted((one, other) => other.leads - one.leads || other.points - one.points);
  return html`<ol class="standings">${all.map(({ castle, color, points, leads }) => html`
    <li key=${castle} data-leads=${flag(leads)} data-turn=${flag(castle === card.to_act)}>
      <${Named} color=${color} name=${names[castle]} /><b>${points}</b>
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

function Needs({ room }) {
  useClock(room.needs.length > 0, 1000);
  if (room.needs.length === 0) return null;
  const come = ({ table, code }) => asked("/api/needs/take", { table, code });
  return html`<section class="card needs" aria-labelledby="needs-title"><h2 id="needs-title">${say("room-needs")}</h2>
    <ul>${room.needs.map((need) => {
      const name = tableName(room, need.table);
      const minutes = Math.floor((now() - need.since_s) / 60);
      return html`<li key=${`${need.table} ${need.code}`} data-code=${need.code} data-taken=${flag(need.taken)}>
        <b>${name}</b><span class="why">${needWords(room, need)}</span>
        <span class="since">${minutes < 1 ? say("room-since-now") : say("room-since", { number: minutes })}</span>
        ${need.taken ? html`<span class="taken">${say("room-taken")}</span>`
          : may("steward") && html`<${Button} primary aria-label=${`${say("room-come")}: ${name}`} onClick=${() => come(need)}>${say("room-come")}<//>`}
      </li>`;
    })}</ul></section>`;
}

function Announcement() {
  const tell = async ({ announcement }) => {
    const told = await asked("/api/announce", { text: announcement });
    if (told) toast(say("announce-done", { number: told.tables }), true);
    return told;
  };
  return html`<details class="announce"><summary>${say("announce")}</summary>
    <form class="bar" onSubmit=${submitted(tell)}>
      <${Field} label=${say("announce-text")} name="announcement" required maxlength="80" />
      <${Button} type="submit">${say("announce-do")}<//>
    </form></details>`;
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
