// A tournament on a guest's phone, and on paper: sign up, check in, where one sits, slips to print.
import { Button, Card, Check, EmptyState, Field, Table } from "./lib/design.js";
import { Named } from "./lib/pieces.js";
import { say } from "./lib/texts.js";
import { html, submitted, usePolled, useState } from "./lib/view.js";
import { Code } from "./codes.js";
import { asked, useStream } from "./frame.js";
import { tableName } from "./room.js";
import { roundName, useTables } from "./tournament.js";

/** A page on which guests type who they are: `act(fields, tell)` sends it, `said(value)` is what became of it; `other` is where else to go. */
function Entry({ page, other, name, act, said, children }) {
  const { tournament: value } = useStream("/api/tournament/stream", ["tournament"]);
  const [trouble, tell] = useState("");
  if (!value) return null;
  const title = say(`tournament-${page}`);
  return html`<main id="main" class="narrow"><${Card} title=${value.exists ? `${value.name}: ${title}` : title}>
    ${value.exists && !value.ended && !value.closed ? html`<form class="form-stack" onSubmit=${submitted((fields) => act(fields, tell))}>
      <${Field} label=${say("tournament-sign-up-name")} name=${name} required maxlength="60" autocomplete="name" error=${trouble} />
      ${children}
      <${Button} primary type="submit">${say(`tournament-${page}-do`)}<//>
    </form>` : html`<${EmptyState} title=${say(`tournament-${page}-closed`)} />`}
    <div role="status">${said(value)}</div>
    <p class="ends"><a href=${`/tournament/${other}`}>${say(`tournament-${other}`)}</a><a href="/tournament/seat">${say("tournament-seat")}</a></p>
  <//></main>`;
}

export function SignUp() {
  const [entered, enter] = useState([]);
  async function signUp({ name, club, keep }, tell) {
    const one = await asked("/api/tournament/sign-up", { name: name.trim(), club, keep: keep === "on" }, tell);
    if (one) enter([...entered, one]);
    return one;
  }
  const said = () => entered.map((each) => html`<p key=${each.name} class="code-line">${say("tournament-sign-up-done", { name: each.name })} ${each.code && html`<${Code} ...${each} />`}</p>`);
  return html`<${Entry} page="sign-up" other="check-in" name="name" act=${signUp} said=${said}>
    <${Field} label=${say("tournament-enter-club")} name="club" maxlength="60" />
    <${Check} name="keep" label=${say("tournament-sign-up-keep")} /><//>`;
}

/** Entrants say that they are here: who gives a code is ticked, for a name the desk does it. */
export function CheckIn() {
  const [names, add] = useState([]);
  async function checkIn({ who }, tell) {
    const one = await asked("/api/tournament/check-in", { who: who.trim() }, tell);
    if (!one) return null;
    localStorage.setItem(MINE, one.name);
    add([...names.filter((name) => name !== one.name), one.name]);
    return one;
  }
  const said = ({ entrants = {} }) => Object.values(entrants).filter(({ name }) => names.includes(name))
    .map(({ name, here }) => html`<p key=${name}>${say(here ? "tournament-check-in-here" : "tournament-check-in-told", { name })}</p>`);
  return html`<${Entry} page="check-in" other="sign-up" name="who" act=${checkIn} said=${said} />`;
}

const MINE = "royaltable.entrant";
const EVERY_MS = 20_000;

/** Where a guest sits, by name: it stays up to date, and the phone remembers the name. */
export function Seat() {
  const [value] = usePolled(() => asked("/api/tournament"), EVERY_MS);
  const [words, search] = useState(localStorage.getItem(MINE) ?? "");
  const room = useTables();
  if (!value) return null;
  const wanted = words.trim().toLowerCase();
  const people = wanted === "" ? [] : Object.entries(value.entrants ?? {}).filter(([, each]) => each.name.toLowerCase().includes(wanted)).slice(0, 8);
  const last = (value.played?.length ?? 0) - 1;
  const type = ({ target }) => (search(target.value), localStorage.setItem(MINE, target.value));
  return html`<main id="main" class="narrow"><${Card} title=${say("tournament-seat")}>
    ${last < 0 ? html`<${EmptyState} title=${say("tournament-seat-none")} />` : html`<p>${roundName(value, last)}</p>`}
    <${Field} label=${say("tournament-seat-name")} name="seat" value=${words} onInput=${type} maxlength="60" autocomplete="name" />
    <ul class="form-stack" role="status">${last >= 0 && people.map(([number, each]) => html`<li key=${number}><${Place} value=${value} last=${last} entrant=${Number(number)} name=${each.name} room=${room} /></li>`)}
      ${last >= 0 && wanted !== "" && people.length === 0 && html`<li>${say("tournament-seat-unknown")}</li>`}</ul>
  <//></main>`;
}

function Place({ value, last, entrant, name, room }) {
  const game = value.played[last].games.find(({ seats }) => seats.some(([, each]) => each === entrant));
  if (!game) return html`<b>${name}</b> ${say("tournament-seat-free")}`;
  const [castle] = game.seats.find(([, each]) => each === entrant);
  const others = game.seats.filter(([, each]) => each !== entrant).map(([, each]) => value.entrants[each].name);
  return html`<div class="my-seat"><b>${name}</b><strong>${tableName(room, game.table)}</strong><${Named} color=${castle} />
    <span class="hint">${say("tournament-seat-with", { names: others.join(", ") })}</span></div>`;
}

/** Slips to print, one a table of the latest round, with room for places and points. */
export function Slips() {
  const { tournament: value } = useStream("/api/tournament/stream", ["tournament"]);
  const room = useTables();
  if (!value) return null;
  const last = (value.played?.length ?? 0) - 1;
  const head = ["", say("book-name"), say("tournament-place"), say("tournament-counted")];
  return html`<p class="bar no-print"><${Button} primary onClick=${() => window.print()}>${say("tournament-slips-print")}<//><a href="/tournament">${say("place-tournament")}</a></p>
    <main id="main" class="slips">${last < 0 ? html`<${EmptyState} title=${say("tournament-seat-none")} />` : value.played[last].games.map((game) => html`
      <article class="slip" key=${game.fixture}><h2>${value.name}: ${roundName(value, last)}</h2><h3>${tableName(room, game.table)}</h3>
        <${Table} head=${head} rows=${game.seats.map(([castle, entrant]) => [say(castle), value.entrants[entrant].name, "", ""])} />
        <p class="hint">${game.fixture}</p></article>`)}</main>`;
}
