// What was played: lists of games and players, a player's page, records, and a player's own page by code.
import { Button, Card, EmptyState, ErrorPage, Field, Skeleton, Table, sure } from "./lib/design.js";
import { ask } from "./lib/api.js";
import { linePoints, Named } from "./lib/pieces.js";
import { language, say, shownTime } from "./lib/texts.js";
import { html, Icon, submitted, useEffect, useFetched, useRef, useState } from "./lib/view.js";
import { asked, flag, Frame, may, Patch } from "./frame.js";

/** The address with these values; those that are empty are left out. */
const address = (path, values) => {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "" && value !== null && Number(value) !== 0));
  return query.size > 0 ? `${path}?${query}` : path;
};

/** How long something lasted, in hours and minutes; "" if unknown. */
export function lasted(seconds) {
  if (!seconds) return "";
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60 ? say("book-minutes", { minutes }) : say("book-hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export const when = (at_s) => (at_s ? shownTime(at_s * 1000) : "");

/** Facts as pairs of name and value; those without a value are left out. */
export function Figures({ pairs }) {
  return html`<dl class="figures">${pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value], at) => html`<div key=${at}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** What of games is counted, such as alarms: pairs for `Figures`. */
export const counted = (all) => all.map(({ words, times }) => [words[language()] ?? words.en, `${times}×`]);

/** The colour of a castle's player. */
export const colorAt = ({ colors }, castle) => colors[castle] ?? castle;

/** Who sat at a castle: its cloth (and its name where `named`), the player's name, points, a crown for the winner. */
export function AtCastle({ game, castle, named = false }) {
  const seat = game.seats[castle];
  const won = game.winners?.includes(castle) ?? false;
  const points = game.points?.[castle];
  const color = colorAt(game, castle);
  return html`<span class="at-castle" data-won=${flag(won)}>
    ${named ? html`<${Named} color=${color} />` : html`<${Patch} color=${color} />`}
    ${seat?.name ? html`<a href=${seat.player ? `/player/${seat.player}` : null}>${seat.name}</a>` : html`<span class="nobody">${seat ? say("book-forgotten") : !named && say(color)}</span>`}
    ${points !== undefined && html`<b>${points}</b>`}${won && html`<${Icon} name="crown" /><span class="unseen">${say("book-won")}</span>`}
  </span>`;
}

/** The castles of a game, winners first. */
export const inPlaces = (game) => (game.places ? [...game.castles].sort((one, other) => game.places[one] - game.places[other]) : game.castles);

/** Finished games, a line each: what was played, where, in which tournament, and by whom; `more()` gets those that follow. */
function GameRows({ games, title, more = null }) {
  return html`<ul class="rows">${games.map((game) => html`<li key=${`${game.journal} ${game.game}`}>
      <a href=${`/game/${game.journal}/${game.game}`}>${title(game.rules)}, ${game.table_name}</a>
      <span class="facts">${[game.tournament, when(game.ended_s), lasted(game.lasted_s)].filter(Boolean).join(" · ")}</span>
      <span class="who">${inPlaces(game).map((castle) => html`<${AtCastle} key=${castle} game=${game} castle=${castle} />`)}</span>
    </li>`)}</ul><${More} go=${more} />`;
}

const NoGames = () => html`<${EmptyState} title=${say("book-no-games")}><p>${say("book-no-games-how")}</p><//>`;

/** The page `here`, as `Shown` draws it for a game that is chosen there; without games it says so. */
function OfGames({ here, Shown }) {
  const { choices, title } = useChoices();
  return html`<${Frame} here=${here}>${choices && (choices.rules.length > 0 ? html`<${Shown} choices=${choices} nameOf=${title} />`
    : html`<main id="main" class="book"><${Card} title=${say(`place-${here}`)}><${NoGames} /><//></main>`)}<//>`;
}

/** `choices` of the lists, null until they are there, and `title(rules)`: a game by its name for people. */
export function useChoices() {
  const choices = useFetched(async () => await asked("/api/choices") ?? { tables: [], rules: [], seasons: [] }, "choices");
  return { choices, title: (rules) => (choices?.rules.find((each) => each.rules === rules)?.title ?? rules) || say("book-game") };
}

/** Rows of `path` as `wanted` has them: `rows`, `first` answer, `more()` if there are more; an answer that a later question overtook is dropped. */
function useRows(path, wanted, of) {
  const [found, set] = useState(null);
  const question = useRef(0);
  async function load(skip) {
    const mine = ++question.current;
    if (skip === 0) set((before) => before && { ...before, more: false });
    const answer = await asked(address(path, { ...wanted, skip }));
    if (answer === null || mine !== question.current) return;
    set((before) => ({ rows: skip === 0 ? answer[of] : [...before.rows, ...answer[of]], more: answer.more }));
  }
  const key = JSON.stringify(wanted);
  useEffect(() => void load(0), [key]);
  return { rows: found?.rows ?? [], ready: found !== null, more: found?.more ? () => load(found.rows.length) : null };
}

const More = ({ go }) => go && html`<${Button} quiet class="more" onClick=${go}>${say("book-more")}<//>`;

/** What is chosen on a list's page, kept in its address. */
function useWanted(path, first) {
  const [wanted, set] = useState(() => ({ ...first, ...Object.fromEntries(new URLSearchParams(location.search)) }));
  return [wanted, (name) => (event) => {
    const next = { ...wanted, [name]: event.target.value };
    set(next);
    history.replaceState(null, "", address(path, next));
  }];
}

const seasonOptions = (seasons) => [[0, say("book-ever")], ...[...seasons].reverse().map(({ season, name }) => [season, name])];
const ruleOptions = ({ rules }) => rules.map((each) => [each.rules, each.title]);

export function Games() {
  const { choices, title } = useChoices();
  const [wanted, want] = useWanted("/games", { day: "", table: "", rules: "" });
  const { rows, ready, more } = useRows("/api/games", wanted, "games");
  if (!ready || !choices) return html`<${Frame} here="games" />`;
  const all = ["", say("book-all")];
  return html`<${Frame} here="games"><main id="main" class="book"><${Card} title=${say("place-games")}>
    <div class="bar filters">
      <${Field} label=${say("book-day")} name="day" type="date" value=${wanted.day} onChange=${want("day")} />
      <${Field} label=${say("book-table")} name="table" value=${wanted.table} onChange=${want("table")} options=${[all, ...choices.tables.map(({ table, name }) => [table, name])]} />
      <${Field} label=${say("book-game")} name="rules" value=${wanted.rules} onChange=${want("rules")} options=${[all, ...ruleOptions(choices)]} />
    </div>
    ${rows.length === 0 && html`<${NoGames} />`}
    <${GameRows} games=${rows} title=${title} more=${more} />
  <//></main><//>`;
}

const PROVISIONAL = 500; // how far a strength may be off, of 1000 at first

/** A strength with how far it may be off, and how it came about. */
const strength = ({ strength: value, within, curve }) => html`<b>${value}</b> <span class="soft">${within > PROVISIONAL ? say("book-provisional") : `± ${within}`}</span><${Curve} points=${curve} />`;

/** How a strength went from game to game, from the first one drawn to the last. */
function Curve({ points }) {
  if (points.length < 2) return null;
  const [least, most, line] = [Math.min(...points), Math.max(...points), linePoints(points, 96, 20)];
  return html`<svg class="rating-curve" viewBox="-4 -4 104 28" role="img" aria-label=${say("book-curve", { games: points.length, first: points[0], last: points.at(-1), least, most })}>
    <polyline points=${line} /><circle cx="96" cy=${line.split(",").at(-1)} r="3" /></svg>`;
}

export const Players = () => html`<${OfGames} here="players" Shown=${Ranking} />`;

function Ranking({ choices }) {
  const [wanted, want] = useWanted("/players", { rules: choices.rules[0]?.rules ?? "", season: 0 });
  const { rows, ready, more } = useRows("/api/players", wanted, "players");
  if (!ready) return null;
  return html`<main id="main" class="book"><${Card} title=${say("place-players")}>
    <${Pool} choices=${choices} wanted=${wanted} want=${want} />
    ${rows.length === 0 ? html`<${EmptyState} title=${say("book-no-players")}><p>${say("book-no-players-how")}</p><a href="/games">${say("place-games")}</a><//>`
      : html`<${Table} class="ranking" head=${[say("book-place"), say("book-name"), say("book-wins"), say("book-played"), say("book-strength")]} keyOf=${(_, at) => rows[at].player}
        rows=${rows.map((each, at) => [at + 1, html`<a href=${`/player/${each.player}`}>${each.name}</a>`, each.wins, each.games, strength(each)])} />`}
    <${More} go=${more} />
    <p class="hint">${say("book-strength-how")}</p>
  <//></main>`;
}

function Pool({ choices, wanted, want, children }) {
  return html`<div class="bar filters">
    <${Field} label=${say("book-game")} name="rules" value=${wanted.rules} onChange=${want("rules")} options=${ruleOptions(choices)} />
    <${Field} label=${say("book-season")} name="season" value=${wanted.season} onChange=${want("season")} options=${seasonOptions(choices.seasons)} />
    ${children}
  </div>`;
}

export function Player({ parts }) {
  const path = `/api/players/${encodeURIComponent(parts[0])}`;
  const answer = useFetched(() => ask(path), path);
  return html`<${Frame} here="players">${answer && (answer.ok
    ? html`<main id="main" class="book"><${AboutPlayer} player=${answer.value} /></main>`
    : html`<${ErrorPage} title=${say("book-no-player")} text=${answer.message} href="/players" action=${say("place-players")} />`)}<//>`;
}

function AboutPlayer({ player }) {
  const { choices, title } = useChoices();
  const { rows, ready, more } = useRows("/api/games", { player: player.player }, "games");
  if (!ready || !choices) return html`<${Skeleton} />`;
  const seasons = new Map(choices.seasons.map(({ season, name }) => [season, name]));
  return html`<${Card} title=${player.name}>
      <div class="ratings">${player.ratings.map((each) => html`<section key=${`${each.rules} ${each.season}`}>
        <h3>${title(each.rules)}, ${seasons.get(each.season) ?? say("book-ever")}</h3>
        <${Figures} pairs=${[[say("book-place"), each.place], [say("book-strength"), strength(each)], [say("book-wins"), each.wins], [say("book-played"), each.games]]} />
      </section>`)}</div>
    <//>
    <${Card} title=${say("place-games")}><${GameRows} games=${rows} title=${title} more=${more} /><//>`;
}

/** A player's own page, by code; there players may be forgotten. */
export function Mine() {
  const [player, setPlayer] = useState(null);
  const [trouble, tell] = useState("");
  const [gone, setGone] = useState(false);
  const open = (code) => asked("/api/me/games", { code }, tell).then((found) => found && setPlayer({ ...found, code }));
  useEffect(() => {
    if (location.hash.length < 2) return;
    const typed = location.hash.slice(1); // a phone has read the code; it stays neither in the address nor in the history
    history.replaceState(null, "", location.pathname);
    void open(typed);
  }, []);
  const forget = async () => await sure(`${say("book-forget")}?`, say("book-forget-how")) && setGone(await asked("/api/me/forget", { code: player.code }) !== null);
  return html`<${Frame} here="mine">${
    gone ? html`<main id="main" class="narrow"><p class="card" role="status">${say("book-forget-done", { name: player.name })}</p></main>`
    : !player ? html`<main id="main" class="narrow"><${Card} title=${say("place-mine")}>
      <form class="form-stack" onSubmit=${submitted((form) => open(form.code))}>
        <p>${say("book-mine-how")}</p>
        <${Field} label=${say("book-mine-code")} name="code" autocapitalize="none" spellcheck=${false} required maxlength="20" error=${trouble} />
        <${Button} primary type="submit">${say("book-mine-open")}<//>
      </form><//></main>`
    : html`<main id="main" class="book"><${AboutPlayer} player=${player} />
      <p><${Button} quiet onClick=${forget}>${say("book-forget")}<//></p></main>`}<//>`;
}

/** Records of the house; the owner begins the next season. */
export const Records = () => html`<${OfGames} here="records" Shown=${Best} />`;

function Best({ choices, nameOf }) {
  const [wanted, want] = useWanted("/records", { rules: choices.rules[0]?.rules ?? "", season: 0 });
  const path = address("/api/records", wanted);
  const all = useFetched(() => asked(path), path, true); // stays until another choice is answered
  const begin = ({ title }) => asked("/api/seasons", { name: title }).then((begun) => begun && location.assign(address("/records", { ...wanted, season: begun.season })));
  if (!all) return null;
  const wins = all.wins.filter((each) => each.wins > 0);
  return html`<main id="main" class="book"><${Card} title=${say("place-records")}>
      <${Pool} choices=${choices} wanted=${wanted} want=${want}>${may("owner") && html`<form class="bar" onSubmit=${submitted(begin)}>
        <${Field} label=${say("book-season-name")} name="title" required maxlength="64" /><${Button} type="submit">${say("book-season-begin")}<//></form>`}<//>
      ${all.games === 0 ? html`<${NoGames} />`
        : html`<${Figures} pairs=${[[say("book-played"), all.games], [say("book-lasted"), lasted(all.lasted_s)], ...counted(all.counted)]} />`}
    <//>
    <div class="record-tiles">
      ${wins.length > 0 && html`<${Card} title=${say("book-record-wins")} data-record="wins"><${Figures} pairs=${wins.map((each) => [html`<a href=${`/player/${each.player_no}`}>${each.name}</a>`, each.wins])} /><//>`}
      ${Object.entries(all.best).map(([name, game]) => html`<${Card} key=${name} title=${say(`book-record-${name.replaceAll("_", "-")}`)} data-record=${name}>
        <${GameRows} games=${[game]} title=${nameOf} /><//>`)}
    </div>
  </main>`;
}
