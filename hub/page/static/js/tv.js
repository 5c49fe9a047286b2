// Televisions: the room's tables and a tournament's, as cards that fill the screen, without controls.
import { Newer } from "./lib/pieces.js";
import { say } from "./lib/texts.js";
import { html, Icon, useClock, useEffect, useState } from "./lib/view.js";
import { flag, me, now, useStream } from "./frame.js";
import { alarmAt, Filling, needWords, TableCard, tableName, TURN_S, useSeats, wonWords } from "./room.js";
import { clockText, GameCard, leftOf, placeOf, roundName, stateOf } from "./tournament.js";

const SEEN_MS = 600_000; // the last standing stays for so long

/** The room's television turns to a tournament that runs, until its winners have been seen. */
export function RoomTv() {
  const { room, link } = useStream("/api/stream", ["room"]);
  const stream = useStream("/api/tournament/stream", ["tournament"]);
  const [seatsAt] = useSeats();
  const [turned, turn] = useState(false);
  const { exists, ended, played } = stream.tournament ?? {};
  const runs = Boolean(exists && !ended && played.length > 0);
  useEffect(() => {
    const timer = setTimeout(() => turn(runs), ended ? SEEN_MS : 0);
    return () => clearTimeout(timer);
  }, [runs]);
  if (!room) return null;
  return turned ? html`<${Rounds} ...${stream} room=${room} seatsAt=${seatsAt} />` : html`<${Head} title=${me.name || say("place-room")} link=${link} room=${room} seatsAt=${seatsAt}>
      <ul class="tv-needs">${room.needs.filter((need) => !need.taken).slice(0, 6).map((need) => html`<li key=${`${need.table} ${need.code}`}><b>${tableName(room, need.table)}</b> ${needWords(room, need)}</li>`)}</ul><//>
    <${Filling} items=${room.order} draw=${(table) => html`<${TableCard} key=${table} table=${table} card=${room.cards[table]} seats=${seatsAt(table, room.cards[table].game_no)} alarm=${alarmAt(room, table)} />`} />`;
}

/** Over every other word of the head for a while: what the organiser announces, or how a game ended. */
function Head({ title, link, room, seatsAt, children }) {
  useClock(room.news.length > 0, 1000);
  const latest = ["message", "over"].map((kind) => room.news.findLast((each) => each.kind === kind && each.until_s > now())).find(Boolean); // an alarm stands on its table's card
  return html`<header class="tv-head"><h1>${title}</h1>
    <div class="news" role="status">${latest && html`<p key=${latest.number} data-kind=${latest.kind}><b>${latest.table ? tableName(room, latest.table) : say("announce")}:</b> ${latest.kind === "over" ? wonWords(latest.winners, seatsAt(latest.table, latest.game_no)) : latest.text}</p>`}</div>
    ${!latest && children}<${Newer} /><span class="link" role="status" data-state=${link}>${say(`room-${link}`)}</span></header>`;
}

export const TournamentTv = () => html`<${Rounds} ...${useStream("/api/tournament/stream", ["tournament"])} room=${useStream("/api/stream", ["room"]).room} seatsAt=${useSeats()[0]} />`;

function Rounds({ tournament: value, link, room, seatsAt }) {
  const games = value?.exists ? value.played.at(-1)?.games ?? [] : [];
  const begun = games.some((game) => game.scores.length > 0 || game.state === "begun");
  const waits = games.some((game) => game.scores.length === 0 && game.state === "waits"); // for people who look for their seats
  const over = games.every((game) => game.scores.length > 0);
  useClock(begun && !over, 1000);
  const here = Object.entries(value?.entrants ?? {}).filter(([, each]) => each.here);
  const pairings = games.length > 0 && (value.standing.length === 0 || !begun || waits || (!over && Math.floor(now() / (2 * TURN_S)) % 2 === 0));
  if (!value || !room) return null;
  const last = games.length > 0 ? value.played.length - 1 : -1;
  const shown = !value.exists ? html`<main id="main" class="tv-word"><p>${say("tournament-none")}</p></main>`
    : value.ended ? html`<${Podium} value=${value} />`
    : last < 0 && here.length === 0 && !value.closed ? html`<main id="main" class="tv-word"><p>${value.name}</p><${Code} place="sign-up" words=${say("tournament-sign-up-scan")} /></main>`
    : last < 0 ? html`<${Filling} key="people" down items=${here} least=${{ width: 300, height: 60 }} draw=${([number, each]) => html`<p key=${number}>${each.name}</p>`} />`
    : pairings ? html`<${Filling} key="games" items=${games} least=${{ width: 330, height: 210 }} draw=${(game) => html`<${GameCard} key=${game.fixture} value=${value} game=${game} room=${room} late=${leftOf(value) === 0} />`} />`
    : html`<${Filling} key="standing" class="standing" down items=${value.standing.map(([entrant, points], at) => [placeOf(value, at), entrant, points])} least=${{ width: 420, height: 64 }} draw=${([rank, entrant, points]) => html`<p key=${entrant}><b>${rank}</b><span class="name">${value.entrants[entrant].name}</span><b>${points}</b></p>`} />`;
  return html`<${Head} title=${value.exists ? value.name : me.name || say("place-tournament")} link=${link} room=${room} seatsAt=${seatsAt}><span class="place">${value.exists ? stateOf(value) : ""}</span><//>
    <div class="tv-split">${shown}<${Side} value=${value} last=${last} over=${over} pairings=${pairings} /></div>`;
}

const Code = ({ place, words = say(`tournament-${place}`) }) => html`<figure><img class="qr" src=${`/api/tournament/${place}.svg`} alt="" /><figcaption>${words}</figcaption></figure>`;

/** Beside the cards: the round, its clock, and the way to where one sits for phones. */
function Side({ value, last, over, pairings }) {
  const left_s = value.exists ? leftOf(value) : null;
  useClock(left_s !== null, 500);
  if (!value.exists || value.ended) return null;
  const people = Object.values(value.entrants);
  const shown_s = left_s ?? (last >= 0 && !over && value.minutes !== null ? 60 * value.minutes : null); // before it runs, what it will have
  const places = !over ? ["seat"] : value.closed || (last >= 0 && value.next === null) ? [] : [people.some((each) => each.here) && "sign-up", people.length > 0 && "check-in"].filter(Boolean);
  return html`<aside class="tv-side">
    ${last >= 0 && html`<h2>${roundName(value, last)}</h2>`}
    ${shown_s !== null && html`<p class="clock" data-stands=${flag(left_s === null)} data-short=${flag(shown_s === 0)} data-long=${flag(shown_s >= 3600)}>${clockText(shown_s)}</p>`}
    ${!pairings && value.standing.some((_, at) => placeOf(value, at).endsWith("*")) && html`<p>${say("tournament-by-lot")}</p>`}
    ${places.map((place) => html`<${Code} key=${place} place=${place} />`)}
  </aside>`;
}

const Podium = ({ value }) => html`<main id="main" class="tv-podium">${value.standing.slice(0, 3).map(([entrant, points], at) => html`<section key=${at} data-place=${at + 1}>
    ${at === 0 && html`<${Icon} name="crown" />`}<p>${value.entrants[entrant].name}</p><b>${at + 1}</b><span>${points}</span></section>`)}</main>`;
