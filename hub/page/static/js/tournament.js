// A tournament as its people see it: where it stands, who plays where, the standing; for its organiser with all controls.
import { Button, Card, Check, EmptyState, Field, Table, sure } from "./lib/design.js";
import { language, say } from "./lib/texts.js";
import { html, submitted, useClock, useFetched, useState } from "./lib/view.js";
import { People, unticked, withUnticked } from "./entrants.js";
import { asked, flag, Frame, may, now, Patch, useStream } from "./frame.js";
import { ListForm, SHOWN } from "./lists.js";
import { Result } from "./result.js";
import { tableName } from "./room.js";

/** The room's tables, for their names and which are on the line. */
export const useTables = () => useFetched(() => asked("/api/room"), "room") ?? { order: [], cards: {} };

/** A round by its place among those that were drawn, from 0. */
export const roundName = ({ played, rounds }, index) => (played[index].stage === "round" ? say("tournament-round-of", { number: index + 1, of: rounds }) : say(`tournament-${played[index].stage}`));

export function stateOf(value) {
  const people = Object.values(value.entrants);
  const here = people.filter((each) => each.here).length;
  const games = value.played.at(-1)?.games ?? [];
  const done = games.filter((game) => game.scores.length > 0).length;
  if (value.ended) return say("tournament-state-ended", { name: value.entrants[value.standing[0]?.[0]]?.name ?? "" });
  if (value.closed) return withUnticked(value, say("tournament-state-closed", { here }));
  if (value.played.length === 0) return withUnticked(value, say("tournament-state-entering", { here, known: people.length }));
  if (done < games.length) return say("tournament-state-playing", { done, all: games.length });
  return value.next === null ? say("tournament-state-last") : withUnticked(value, say("tournament-state-between", { here }));
}

/** Seconds that are left of the round's clock; null while it stands. */
export const leftOf = (value) => (value.clock_ends_s === null ? null : Math.max(0, Math.ceil(value.clock_ends_s - now())));

export const clockText = (left_s) => new Date(left_s * 1000).toISOString().slice(left_s < 3600 ? 14 : 11, 19);

function Clock({ value }) {
  const left_s = leftOf(value);
  useClock(left_s !== null, 500);
  if (left_s === null) return null;
  return html`<span class="clock" data-short=${flag(left_s === 0)}>${left_s === 0 ? say("tournament-time-is-up") : clockText(left_s)}</span>`;
}

export function Tournament() {
  const { tournament: value, link } = useStream("/api/tournament/stream", ["tournament"]);
  const room = useTables();
  const [edited, edit] = useState(null);
  const organiser = may("organiser");
  if (!value) return html`<${Frame} here="tournament" tv="/tournament/tv" link=${link} />`;
  const act = (act) => asked("/api/tournament/do", { act, seen: value.count });
  const title = value.exists ? value.name : say("place-tournament");
  const shown = { value, room, edit: organiser && !value.ended ? (game) => edit({ game, seen: value.count }) : null };
  return html`<${Frame} here="tournament" title=${title} tv="/tournament/tv" link=${link} tools=${value.exists && html`<${Clock} value=${value} />`}>
    <main id="main" class="tournament">
      ${organiser && !value.exists && html`<${Begin} room=${room} />`}
      ${value.exists ? html`<section class="card now">
          <p class="state" role="status">${stateOf(value)}</p>
          ${value.unfit > 0 && html`<p class="complaint">${say("tournament-unfit", { number: value.unfit })}</p>`}
          ${organiser && !value.ended && html`<${Controls} value=${value} room=${room} act=${act} />`}
        </section>
        <${Rounds} ...${shown} />
        ${value.standing.length > 0 && html`<${Standing} value=${value} />`}
        <${People} value=${value} act=${organiser && !value.ended ? act : null} />
        <${Proof} value=${value} />
        ${organiser && value.ended && html`<${Begin} room=${room} />`}`
      : html`<${EmptyState} title=${say("tournament-none")}><p>${say(organiser ? "tournament-none-begin" : "tournament-none-how")}</p><//>`}
    </main>
    ${edited && html`<${Result} ...${edited} value=${value} room=${room} close=${() => edit(null)} />`}
  <//>`;
}

function Tables({ room, chosen }) {
  return html`<fieldset class="pills"><legend>${say("tournament-tables")}</legend>
    ${room.order.map((id) => html`<${Check} key=${id} name="tables" value=${id} defaultChecked=${chosen(id)} label=${room.cards[id].name} />`)}
    ${room.order.length === 0 && html`<p class="hint">${say("tournament-tables-none")}</p>`}
  </fieldset>`;
}

function Begin({ room }) {
  const [trouble, tell] = useState("");
  const begin = ({ name, format, rounds, minutes }, form) => asked("/api/tournament/begin", {
    name: name.trim(), format, rounds: Number(rounds), tables: new FormData(form).getAll("tables"), minutes: minutes === "" ? null : Number(minutes),
  }, tell);
  return html`<form class="card form-stack" onSubmit=${submitted(begin)}>
    <h2>${say("tournament-begin")}</h2>
    <div class="form-fields">
      <${Field} label=${say("tournament-name")} name="name" required maxlength="60" />
      <${Field} label=${say("tournament-format")} name="format" options=${["swiss", "finals"].map((each) => [each, say(`tournament-format-${each}`)])} />
      <${Field} label=${say("tournament-rounds")} name="rounds" type="number" min="1" max="12" required defaultValue="4" />
      <${Field} label=${say("tournament-minutes")} name="minutes" type="number" min="1" max="600" placeholder=${say("tournament-minutes-none")} />
    </div>
    <${Tables} key=${room.order.join(" ")} room=${room} chosen=${(id) => room.cards[id].online} />
    ${trouble && html`<p class="complaint" role="alert">${trouble}</p>`}
    <div class="bar"><${Button} primary type="submit">${say("tournament-begin-do")}<//></div>
  </form>`;
}

/** What an organiser does next: one primary action at a time. */
function Controls({ value, room, act }) {
  const [waits, wait] = useState(false);
  const games = value.played.at(-1)?.games ?? [];
  const open = games.some((game) => game.scores.length === 0);
  const untouched = games.length > 0 && games.every((game) => game.scores.length === 0);
  const stands = value.clock_ends_s === null;
  const here = Object.values(value.entrants).filter((each) => each.here).length;
  const afterYes = (question, done) => async () => await sure(say(question)) && act(done);
  const names = unticked(value).map(({ name }) => name).join(", ");
  const close = async () => (names === "" || await sure(say("tournament-close-sure", { names }))) && act({ do: "closed", closed: true });
  const draw = ({ said }) => (wait(true), asked("/api/tournament/draw", { seen: value.count, said: said.trim() }).then(() => wait(false)));
  const keepTables = async (_, form) => await act({ do: "tables", tables: new FormData(form).getAll("tables") }) && form.closest("details").removeAttribute("open");
  return html`<div class="controls">
    ${value.closed ? html`<form class="bar" onSubmit=${submitted(draw)}>
        <${Field} label=${say("tournament-said")} name="said" maxlength="200" />
        <${Button} primary type="submit" aria-busy=${String(waits)} disabled=${waits}>${say(waits ? "tournament-drawing" : "tournament-draw")}<//>
        <${Button} quiet disabled=${waits} onClick=${() => act({ do: "closed", closed: false })}>${say("tournament-open")}<//>
      </form>` : html`<div class="bar">
        ${!open && value.next !== null && html`<${Button} primary disabled=${here < 3} onClick=${close}>${say(games.length > 0 ? "tournament-next" : "tournament-close")}<//>`}
        ${open && stands && value.minutes !== null && html`<${Button} primary onClick=${() => act({ do: "clocked", minutes: value.minutes })}>${say("tournament-clock")}<//>`}
        ${open && !stands && html`<${Button} onClick=${() => act({ do: "clocked", minutes: null })}>${say("tournament-clock-stop")}<//>`}
        ${untouched && html`<${Button} onClick=${afterYes("tournament-take-back-sure", { do: "taken_back" })}>${say("tournament-take-back")}<//>`}
        ${!open && value.played.length > 0 && html`<${Button} primary=${value.next === null} onClick=${afterYes("tournament-end-sure", { do: "ended" })}>${say("tournament-end")}<//>`}
        ${open && html`<a class="button" href="/tournament/slips">${say("tournament-slips")}</a>`}
      </div>`}
    <details><summary>${say("tournament-tables")}</summary>
      <form class="form-stack" onSubmit=${submitted(keepTables)}>
        <p class="hint">${say("tournament-tables-how")}</p>
        <${Tables} key=${`${room.order.join(" ")} ${value.tables.join(" ")}`} room=${room} chosen=${(id) => value.tables.includes(id)} />
        <${Button} type="submit">${say("tournament-tables-keep")}<//>
      </form></details>
  </div>`;
}

/** The rounds that were drawn: the latest as cards, earlier ones below. */
function Rounds({ value, room, edit }) {
  const last = value.played.length - 1;
  if (last < 0) return null;
  const late = leftOf(value) === 0;
  return html`<section class="rounds">
    <h2>${roundName(value, last)}</h2>
    <${Round} value=${value} round=${value.played[last]} room=${room} edit=${edit} late=${late} />
    ${edit && value.played[last].games.some((game) => game.scores.length === 0) && html`<${ResultList} value=${value} room=${room} />`}
    ${last > 0 && html`<h2>${say("tournament-earlier")}</h2>`}
    ${value.played.slice(0, last).reverse().map((round, at) => html`<details key=${round.draw} class="earlier"><summary>${roundName(value, last - 1 - at)}</summary>
      <${Round} value=${value} round=${round} room=${room} edit=${edit} late=${false} /></details>`)}
  </section>`;
}

function Round({ value, round, room, edit, late }) {
  return html`<div>${round.corrected.length > 0 && html`<p class="complaint">${say("tournament-corrected")}</p>`}
    <div class="games">${round.games.map((game) => html`<${GameCard} key=${game.fixture} value=${value} game=${game} room=${room} edit=${edit} late=${late} />`)}</div></div>`;
}

/** One table of a round: who sits where, what the table says, how it ended. */
export function GameCard({ value, game, room, edit = null, late = false }) {
  const table = tableName(room, game.table);
  const open = game.scores.length === 0;
  const scores = new Map(game.scores.map(([entrant, place, points]) => [entrant, { place, points }]));
  const said = game.state === null ? "" : say(`tournament-${game.state}`, { why: game.why });
  const words = open ? [said, late ? say("tournament-late") : ""].filter(Boolean).join(" · ") : game.by_hand ? say("tournament-typed") : "";
  return html`<article class="card of-game" data-state=${open ? game.state ?? "open" : "over"} data-late=${flag(open && late)}>
    <header><h3>${table}</h3>${edit && html`<${Button} aria-label=${`${say("tournament-result")}: ${table}`} onClick=${() => edit(game)}>${say("tournament-result")}<//>`}</header>
    <ol class="seats">${game.seats.map(([castle, entrant]) => {
      const { place, points } = scores.get(entrant) ?? {};
      return html`<li key=${castle} data-won=${flag(place === 1)}><${Patch} color=${castle} /><span class="name">${value.entrants[entrant].name}</span>
        ${place && html`<b>${place}.</b>`}${points !== null && points !== undefined && html`<span class="counted">${points}</span>`}</li>`;
    })}</ol>
    ${words && html`<p class="step">${words}</p>`}
  </article>`;
}

/** A place in the standing, marked where only a lot decides it. */
export const placeOf = ({ standing }, at) => `${at + 1}${[at - 1, at + 1].some((other) => String(standing[other]?.slice(1)) === String(standing[at].slice(1))) ? "*" : ""}`;

function Standing({ value }) {
  const [words, search] = useState("");
  const now = value.if_now && new Map(value.if_now.map(([entrant], index) => [entrant, index + 1]));
  const percent = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 });
  const inGames = value.standing.some(([, , , counted]) => counted !== 0); // places alone may have been entered
  const rows = value.standing.map(([entrant, points, wins, counted, share, opponents], index) => ({
    rank: placeOf(value, index), player: value.entrants[entrant].name, points, wins,
    ...(inGames && { "game-points": counted, share: percent.format(share / 1000) }), opponents, ...(now && { "if-now": now.get(entrant) }),
  }));
  const found = rows.filter(({ player }) => player.toLowerCase().includes(words));
  return html`<${Card} class="standing" title=${say("tournament-standing")}>
    ${value.standing.length > 16 && html`<${Field} label=${say("tournament-find")} name="find-rank" type="search" maxlength="60" onInput=${(event) => search(event.target.value.trim().toLowerCase())} />`}
    <${Table} head=${Object.keys(rows[0]).map((name) => say(`tournament-${name}`))} rows=${found.slice(0, SHOWN).map(Object.values)} keyOf=${(row) => row[0]} />
    <p class="hint">${inGames && say("tournament-share-how")} ${say("tournament-opponents-how")} ${rows.some(({ rank }) => rank.endsWith("*")) && say("tournament-by-lot")}</p>
    ${found.length > SHOWN && html`<p class="hint">${say("tournament-more", { number: found.length - SHOWN })}</p>`}
  <//>`;
}

/** What binds the draws, and the files to download. */
function Proof({ value }) {
  return html`<details class="card proof"><summary>${say("tournament-proof")}</summary>
    <p class="hint">${say("tournament-proof-how")}</p>
    <dl class="seeds"><dt></dt><dd>${value.commitment}</dd>${value.played.map(({ draw, seed, said }) => html`
      <dt key=${`draw ${draw}`}>${say("tournament-proof-draw", { number: draw })}</dt><dd key=${draw}>${seed}${said && ` · ${said}`}</dd>`)}</dl>
    <p class="bar"><a class="button" href="/tournament/slips">${say("tournament-slips")}</a><a class="button" href=${`/api/tournament/standing.csv?language=${language()}`}>${say("tournament-file-csv")}</a>
      <a class="button" href="/api/tournament/tournament.json">${say("tournament-file-json")}</a></p>
  </details>`;
}

/** Results of a list, such as of a spreadsheet: places or points of people whose games have none. */
function ResultList({ value, room }) {
  const tables = Object.fromEntries(value.played.at(-1).games.map(({ fixture, table }) => [fixture, tableName(room, table)]));
  const table = ({ games }) => ({
    head: ["tournament-table", "tournament-player", "tournament-place", "tournament-game-points"],
    rows: games.flatMap(([fixture, scores]) => scores.map(([entrant, place, points]) => [tables[fixture], value.entrants[entrant]?.name, place, points ?? ""])),
  });
  return html`<details class="card"><summary>${say("tournament-results-enter")}</summary>
    <${ListForm} kind="results" columns=${["name", "first", "surname", "place", "points", "other"]} table=${table} count=${({ games }) => games.length} /></details>`;
}
