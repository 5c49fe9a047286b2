// One game as it ended, and one table as it stands: facts, who sits where, and the game's own drawing for spectators.
import { ask } from "./lib/api.js";
import { Button, Card, EmptyState, ErrorPage, Field, toast } from "./lib/design.js";
import { Named } from "./lib/pieces.js";
import { language, say } from "./lib/texts.js";
import { html, submitted, useEffect, useFetched, useRef, useState } from "./lib/view.js";
import { loadGame } from "./games/games.js";
import { Replay } from "./replay.js";
import { Embedded, useJudged } from "./table/parts.js";
import { AtCastle, colorAt, counted, Figures, inPlaces, lasted, when } from "./book.js";
import { keepCode } from "./codes.js";
import { asked, Frame, may, useStream } from "./frame.js";
import { boardOf, Needs, Seconds, Standings, Step, useSeats, wonWords } from "./room.js";

export function Game({ parts: [journal, number] }) {
  const [answer, set] = useState(null);
  const load = () => ask(`/api/games/${encodeURIComponent(journal)}/${encodeURIComponent(number)}?language=${language()}`).then(set);
  useEffect(() => void load(), []);
  if (!answer) return html`<${Frame} here="games" />`;
  if (!answer.ok) return html`<${Frame} here="games"><${ErrorPage} title=${say("book-no-game")} text=${answer.message} href="/games" action=${say("place-games")} /><//>`;
  const game = answer.value;
  const winners = (game.winners ?? []).map((castle) => ({ castle, color: colorAt(game, castle), points: game.points[castle] ?? null }));
  return html`<${Frame} here="games" title=${game.title || say("book-game")} counts=${game.table_name}><main id="main" class="book">
    <${ShownGame} game=${game} replays=${game.over} won=${winners.length > 0 ? wonWords(winners, game.seats) : ""} />
    <${Card} class="facts-of-game">
      <${Figures} pairs=${[[say("book-table"), html`<a href=${`/table/${game.table}`}>${game.table_name}</a>`], [say("place-tournament"), game.tournament], [say("book-ended"), when(game.ended_s)], [say("book-lasted"), lasted(game.lasted_s)], [say("book-rounds"), game.rounds], [say("book-actions"), game.actions], ...counted(game.counted ?? [])]} />
      ${["differs", "damaged"].includes(game.replayed) && html`<p class="complaint">${say(`book-${game.replayed}`)}</p>`}
    <//>
    <${Seats} game=${game} path=${`/api/games/${journal}/${number}/seats`} changed=${load} />
  </main><//>`;
}

export function Table({ parts: [table] }) {
  const { room, table: stored, link } = useStream(`/api/tables/${encodeURIComponent(table)}/stream`, ["room", "table"]);
  const [seatsAt, lookForSeats] = useSeats();
  const told = useRef(); // the stored game, whose end waits until the table has told it
  if (!room) return html`<${Frame} here="room" link=${link} />`;
  const card = room.cards[table];
  const [seats, before] = card ? [seatsAt(table, card.game_no), seatsAt(table, card.game_no, "before")] : [{}, {}];
  const waits = stored?.over && card?.online && card.playing && card.game_no === stored.game;
  told.current = waits ? told.current ?? { game: null } : stored;
  const game = told.current && { ...told.current, seats: { ...seats, ...told.current.seats } };
  if (!card && !game?.journal) {
    return html`<${Frame} here="room" link=${link}><${ErrorPage} title=${say("book-no-table")} text=${say("book-no-table-how")} action=${say("place-room")} /><//>`;
  }
  const hidden = Boolean(game && card?.playing && card.game_no && card.game_no !== game.game); // its log comes when all of it is open
  const behind = card?.seq && card.game_no === game?.game ? Math.max(0, card.seq - game.actions) : 0;
  const line = card?.online && html`<${Step} card=${card} seats=${seats} /><span class="lag" role="status">${behind > 0 && say("book-lag", { actions: behind })}</span><${Seconds} card=${card} />`;
  const identify = async () => await asked("/api/fleet/ask", { table, do: "identify" }) && toast(say("book-identified", { table: card.name }), true);
  return html`<${Frame} here="room" title=${card?.name} counts=${card?.game ?? ""} link=${link} line=${line}
    tools=${card?.online && may("steward") && html`<${Button} quiet onClick=${identify}>${say("book-identify")}<//>`}>
  <${Needs} room=${{ ...room, needs: room.needs.filter((need) => need.table === table) }} />
  <main id="main" class="book">
    ${hidden ? html`${card.board && html`<picture><source media="(max-width: 600px)" srcset=${`${boardOf(table, card)}&alone`} /><img class="present" src=${boardOf(table, card)} alt="" /></picture>`}<p class="hint">${say("book-why-hidden")}</p>`
      : game?.journal ? html`<${ShownGame} game=${game} now=${behind > 0 && { step: card.step, color: card.to_act }} />`
      : game && html`<${EmptyState} title=${say("book-why-none")} />`}
    <div class="record-tiles">
      ${hidden && html`<${Standings} card=${card} seats=${seats} />`}
      ${hidden ? html`<${Seats} key=${card.game_no} game=${seatsOf(card, seats)} before=${before} path=${`/api/tables/${table}/games/${card.game_no}/seats`} changed=${lookForSeats} />`
        : game?.journal && html`<${Seats} key=${game.game} game=${game} before=${before} path=${`/api/games/${game.journal}/${game.game}/seats`} />`}
    </div>
    <p class="ends">
      ${card?.page && html`<a href=${card.page} target="_blank" rel="noreferrer">${say("book-own-page")}</a>`}
      <a href=${`/games?table=${encodeURIComponent(table)}`}>${say("book-its-games")}</a>
    </p>
  </main><//>`;
}

/** The castles of a game that the hub knows from its table only, as `Seats` takes them. */
const seatsOf = ({ standings }, seats) => ({
  castles: standings.map(({ castle }) => castle),
  colors: Object.fromEntries(standings.map(({ castle, color }) => [castle, color])),
  seats,
});

/** Who sits where: names at castles. A steward types them, or takes those of the game `before`; each is sent to `path`. */
function Seats({ game, path, before = {}, changed = () => {} }) {
  const [names, setNames] = useState([]);
  const [told, tell] = useState("");
  const [trouble, complain] = useState("");
  if (game.castles.length === 0) return null;
  const suggest = async ({ target: { value } }) => value.length > 1 && setNames((await ask(`/api/names?like=${encodeURIComponent(value)}`)).value?.names ?? []);
  const nameAt = (castle) => game.seats[castle]?.name ?? "";
  const again = Object.keys(before).length > 0 && game.castles.every((castle) => !nameAt(castle));
  async function sit(names) {
    const [sat, refused] = [[], []];
    const changes = game.castles.filter((each) => (names[each] ?? "").trim() !== nameAt(each));
    const left = changes.filter((each) => nameAt(each) && changes.some((other) => names[other].trim() === nameAt(each))); // for another castle
    for (const [castle, who] of [...left.map((each) => [each, ""]), ...changes.map((each) => [each, names[each]])]) {
      const done = await asked(path, { castle, who }, (why) => why && refused.push(`${who}: ${why}`));
      if (done?.code) keepCode({ name: done.player.name, code: done.code, qr: done.qr });
      if (done?.player) sat.push(say("book-sits", { name: done.player.name, castle: say(colorAt(game, castle)) }));
    }
    complain(refused.join(" "));
    tell(sat.join(" "));
    await changed();
  }
  return html`<${Card} title=${say(game.over ? "book-seats-over" : "book-seats")} class="who-plays">
    ${may("steward") ? html`<form class="bar" onSubmit=${submitted(sit)}>${game.castles.map((castle) => html`
        <${Field} key=${`${path} ${castle} ${nameAt(castle)}`} label=${html`<${Named} color=${colorAt(game, castle)} />`} name=${castle}
          list="names" maxlength="64" aria-label=${say("book-who", { castle: say(colorAt(game, castle)) })} defaultValue=${nameAt(castle)} onInput=${suggest} />`)}
        <${Button} type="submit">${say("book-keep")}<//>${again && html`<${Button} onClick=${() => sit(before)}>${say("book-again")}<//>`}</form>`
      : html`<div class="ends at-seats">${inPlaces(game).map((castle) => html`<${AtCastle} key=${castle} game=${game} castle=${castle} named />`)}</div>`}
    ${trouble && html`<p class="complaint" role="alert">${trouble}</p>`}<p role="status">${told}</p><datalist id="names">${names.map((name) => html`<option key=${name} value=${name} />`)}</datalist>
  <//>`;
}

/** What the hub knows of a game, as its own drawings show it, or why it cannot be shown: step by step if it `replays`, with who `won`; `now` is what its table waits for already. */
function ShownGame({ game, replays = false, won = "", now = null }) {
  const module = useFetched(() => (game.view ? loadGame(game.page) : null), game.view ? game.page ?? "plain" : null);
  useJudged(null, replays ? null : game, replays ? [] : game.names?.at(-1));
  if (!game.view) return html`<p class="hint card">${won} ${say(`book-why-${game.why ?? "none"}`)}</p>`;
  return html`<div class="shown table-shown">${module && html`<${Embedded.Provider} value>
    ${replays ? html`<${Replay} of=${{ game: game.game, path: `/api/games/${game.journal}/${game.game}/steps`, title: game.title, course: game.course, decisions: game.decisions, marks: game.marks, told: game.told, names: game.names, won, module }} />`
      : html`<${module.Spectator} key=${`${game.page} ${game.journal} ${game.game}`} view=${{ ...game.view, ...(now && { waiting_for: { ...game.view.waiting_for, ...now } }), called: Object.fromEntries(Object.entries(game.seats).map(([castle, { name }]) => [castle, name])), received_ms: performance.now() }} table=${null} seat=${null} acts=${{ course: async () => game.course }} />`}<//>`}</div>`;
}
