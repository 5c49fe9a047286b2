// One game as it ended, and one table as it stands: facts, who sits where, and the game's own drawing for spectators.
import { ask } from "./lib/api.js";
import { Button, Card, EmptyState, ErrorPage, Field, toast } from "./lib/design.js";
import { Named } from "./lib/pieces.js";
import { language, say } from "./lib/texts.js";
import { html, submitted, useEffect, useFetched, useState } from "./lib/view.js";
import { loadGame } from "./games/games.js";
import { Replay } from "./replay.js";
import { Embedded } from "./table/parts.js";
import { AtCastle, colorAt, counted, Figures, inPlaces, lasted, when } from "./book.js";
import { keepCode } from "./codes.js";
import { asked, Frame, may, useStream } from "./frame.js";
import { boardOf, Seconds, Step, TableCard, wonWords } from "./room.js";

export function Game({ parts }) {
  const [answer, set] = useState(null);
  const [journal, number] = parts;
  const load = () => ask(`/api/games/${encodeURIComponent(journal)}/${encodeURIComponent(number)}?language=${language()}`).then(set);
  useEffect(() => void load(), []);
  if (!answer) return html`<${Frame} here="games" />`;
  if (!answer.ok) return html`<${Frame} here="games"><${ErrorPage} title=${say("book-no-game")} text=${answer.message} href="/games" action=${say("place-games")} /><//>`;
  const game = answer.value;
  const winners = (game.winners ?? []).map((castle) => ({ castle, color: colorAt(game, castle), points: game.points[castle] ?? null }));
  const names = Object.fromEntries(Object.entries(game.seats).map(([castle, { name }]) => [castle, name]));
  return html`<${Frame} here="games" title=${game.title || say("book-game")} counts=${game.table_name}><main id="main" class="book">
    ${winners.length > 0 && html`<h2 class="won">${wonWords(winners, names)}</h2>`}
    <${ShownGame} game=${game} replays=${game.over} />
    <${Card} class="facts-of-game">
      <${Figures} pairs=${[[say("book-table"), html`<a href=${`/table/${game.table}`}>${game.table_name}</a>`], [say("place-tournament"), game.tournament], [say("book-ended"), when(game.ended_s)], [say("book-lasted"), lasted(game.lasted_s)], [say("book-rounds"), game.rounds], [say("book-actions"), game.actions], ...counted(game.counted ?? [])]} />
      ${["differs", "damaged"].includes(game.replayed) && html`<p class="complaint">${say(`book-${game.replayed}`)}</p>`}
    <//>
    <${Seats} game=${game} changed=${load} />
  </main><//>`;
}

export function Table({ parts: [table] }) {
  const { room, table: stored, link } = useStream(`/api/tables/${encodeURIComponent(table)}/stream`, ["room", "table"]);
  const { played = [], entrants } = useFetched(() => asked("/api/tournament", undefined, () => {}), `${table} ${stored?.game}`) ?? {};
  const drawn = played.at(-1)?.games.find((each) => each.table === table && each.state === "begun")?.seats ?? [];
  const game = stored?.seats ? { ...stored, seats: { ...Object.fromEntries(drawn.map(([castle, entrant]) => [castle, { name: entrants[entrant].name }])), ...stored.seats } } : stored;
  if (!room) return html`<${Frame} here="room" link=${link} />`;
  const card = room.cards[table];
  if (!card && !game?.journal) {
    return html`<${Frame} here="room" link=${link}><${ErrorPage} title=${say("book-no-table")} text=${say("book-no-table-how")} action=${say("place-room")} /><//>`;
  }
  const hidden = Boolean(game && card?.playing && card.game_no && card.game_no !== game.game); // its log comes when all of it is open
  const behind = card?.seq && card.game_no === game?.game ? Math.max(0, card.seq - game.actions) : 0;
  return html`<${Frame} here="room" title=${card?.name} counts=${card?.game ?? ""} link=${link} line=${card?.online && html`<${Step} card=${card} /><${Seconds} card=${card} />`}><main id="main" class="book">
    ${hidden ? html`${card.board && html`<img class="present" src=${boardOf(table, card)} alt="" />`}<p class="hint">${say("book-why-hidden")}</p>`
      : game?.journal ? html`<${ShownGame} game=${game} />
      <p class="lag" role="status">${behind > 0 ? say("book-lag", { actions: behind }) : say("book-up-to-date")}</p>`
      : game && html`<${EmptyState} title=${say("book-why-none")} />`}
    <div class="record-tiles">
      ${game?.journal && !hidden && html`<${Seats} game=${game} changed=${() => {}} />`}
      ${card && html`<${TableCard} table=${table} card=${card} needed=${room.needs.some((need) => need.table === table)} />`}
    </div>
    <p class="ends">
      ${card?.page && html`<a href=${card.page} target="_blank" rel="noreferrer">${say("book-own-page")}</a>`}
      <a href=${`/games?table=${encodeURIComponent(table)}`}>${say("book-its-games")}</a>
      ${card?.online && may("steward") && html`<${Button} onClick=${async () => await asked("/api/fleet/ask", { table, do: "identify" }) && toast(say("book-identified", { table: card.name }), true)}>${say("book-identify")}<//>`}
    </p>
  </main><//>`;
}

/** Who sat where: names at castles. A steward types them. */
function Seats({ game, changed }) {
  const [names, setNames] = useState([]);
  const [told, tell] = useState("");
  if (game.castles.length === 0) return null;
  const suggest = async ({ target: { value } }) => value.length > 1 && setNames((await ask(`/api/names?like=${encodeURIComponent(value)}`)).value?.names ?? []);
  const nameAt = (castle) => game.seats[castle]?.name ?? "";
  async function sit(names) {
    const sat = [];
    for (const castle of game.castles.filter((each) => names[each].trim() !== nameAt(each))) {
      const done = await asked(`/api/games/${game.journal}/${game.game}/seats`, { castle, who: names[castle] });
      if (done === null) break;
      if (done.code) keepCode({ name: done.player.name, code: done.code, qr: done.qr });
      if (done.player) sat.push(say("book-sits", { name: done.player.name, castle: say(colorAt(game, castle)) }));
    }
    tell(sat.join(" "));
    await changed();
  }
  return html`<${Card} title=${say(game.over ? "book-seats-over" : "book-seats")}>
    ${may("steward") ? html`<form class="bar" onSubmit=${submitted(sit)}>${game.castles.map((castle) => html`
        <${Field} key=${`${game.journal} ${game.game} ${castle} ${nameAt(castle)}`} label=${html`<${Named} color=${colorAt(game, castle)} />`} name=${castle}
          list="names" maxlength="64" aria-label=${say("book-who", { castle: say(colorAt(game, castle)) })} defaultValue=${nameAt(castle)} onInput=${suggest} />`)}
        <${Button} type="submit">${say("book-keep")}<//></form>`
      : html`<div class="ends at-seats">${inPlaces(game).map((castle) => html`<${AtCastle} key=${castle} game=${game} castle=${castle} named />`)}</div>`}
    <p role="status">${told}</p><datalist id="names">${names.map((name) => html`<option key=${name} value=${name} />`)}</datalist>
  <//>`;
}

/** A game as its own drawings show it to spectators, from what the hub knows of it, step by step if it `replays`; or why it cannot be shown. */
function ShownGame({ game, replays = false }) {
  const module = useFetched(() => (game.view ? loadGame(game.page) : null), game.view ? game.page ?? "plain" : null);
  if (!game.view) return html`<p class="hint card">${say(`book-why-${game.why ?? "none"}`)}</p>`;
  return html`<div class="shown table-shown">${module && html`<${Embedded.Provider} value=${game.seats}>
    ${replays ? html`<${Replay} of=${{ game: game.game, path: `/api/games/${game.journal}/${game.game}/steps`, title: game.title, course: game.course, decisions: game.decisions, marks: game.marks, told: game.told, module }} />`
      : html`<${module.Spectator} key=${`${game.page} ${game.journal} ${game.game}`} view=${{ ...game.view, received_ms: performance.now() }} table=${null} seat=${null} acts=${{ course: async () => game.course }} />`}<//>`}</div>`;
}
