// What an organiser does with one game: its result by tapping its players in order, its table, a game that a table played unasked.
import { Button, Dialog, Field } from "./lib/design.js";
import { say } from "./lib/texts.js";
import { html, submitted, useFetched, useState } from "./lib/view.js";
import { useChoices, when } from "./book.js";
import { asked, Patch } from "./frame.js";
import { tableName } from "./room.js";

/** The place of each entrant from groups in order; those of a group share theirs. */
const placesOf = (groups) => new Map(groups.flatMap((group, at) => group.map((entrant) => [entrant, 1 + groups.slice(0, at).flat().length])));

/** `groups` after a tap on one of `entrants`: placed next, or beside the last with `shared`, or taken out again. The last one left is placed, too, and a tap there changes nothing. */
function tapped(groups, entrants, entrant, shared) {
  if (groups.flat().length === entrants.length && groups.at(-1).length === 1 && groups.at(-1)[0] === entrant) return groups;
  if (groups.flat().includes(entrant)) return groups.map((group) => group.filter((each) => each !== entrant)).filter((group) => group.length > 0);
  const after = shared && groups.length > 0 ? [...groups.slice(0, -1), [...groups.at(-1), entrant]] : [...groups, [entrant]];
  const left = entrants.filter((each) => !after.flat().includes(each));
  return left.length === 1 && !shared ? [...after, left] : after;
}

/** `game` as it was when the dialog opened, `seen` the count of actions then. */
export function Result({ game, seen, value, room, close }) {
  const [groups, setGroups] = useState([]);
  const [shared, share] = useState(false);
  const [trouble, tell] = useState("");
  const entrants = game.seats.map(([, entrant]) => entrant);
  const places = placesOf(groups);
  const send = async (path, body) => await asked(path, { ...body, seen }, tell) && close();
  const act = (act) => send("/api/tournament/do", { act });
  const keep = (points) => act({ do: "resulted", fixture: game.fixture, scores: entrants.map((entrant) =>
    [entrant, places.get(entrant), points[`points-${entrant}`] ? Number(points[`points-${entrant}`]) : null]) });
  const tables = [...new Set([...value.tables, ...room.order, ...(game.table ? [game.table] : [])])];
  return html`<${Dialog} title=${`${say("tournament-result")}: ${tableName(room, game.table)}`} onClose=${close}>
    <form class="form-stack" onSubmit=${submitted(keep)}>
      <p>${say("tournament-result-how")}</p>
      <div class="finish">${game.seats.map(([castle, entrant], at) => html`<button key=${entrant} type="button" autofocus=${at === 0} aria-pressed=${places.has(entrant)} onClick=${() => { setGroups(tapped(groups, entrants, entrant, shared)); share(false); }}>
        <b class="place">${places.get(entrant) ?? ""}</b><${Patch} color=${castle} /><span class="name">${value.entrants[entrant].name}</span></button>`)}</div>
      <div class="bar">
        <${Button} aria-pressed=${shared} disabled=${groups.length === 0 || places.size === entrants.length} onClick=${() => share(!shared)}>${say("tournament-tie")}<//>
        <${Button} quiet disabled=${groups.length === 0} onClick=${() => setGroups([])}>${say("tournament-again")}<//>
      </div>
      <details><summary>${say("tournament-counted")}</summary><div class="form-fields">${game.seats.map(([, entrant]) => html`
        <${Field} key=${entrant} label=${value.entrants[entrant].name} name=${`points-${entrant}`} type="number" min="-1000000" max="1000000" />`)}</div></details>
      ${trouble && html`<p class="complaint" role="alert">${trouble}</p>`}
      <${Button} primary type="submit" disabled=${places.size < entrants.length}>${say("tournament-keep")}<//>
    </form>
    <details class="form-stack"><summary>${say("tournament-more-ways")}</summary>
      <${Field} label=${say("tournament-move")} name="where" value=${game.table ?? ""} disabled=${game.scores.length > 0} onChange=${(event) => act({ do: "moved", fixture: game.fixture, table: event.target.value || null })}
        options=${[null, ...tables].map((id) => [id ?? "", tableName(room, id)])} />
      <${Others} room=${room} take=${({ journal, game: number }) => send("/api/tournament/join", { fixture: game.fixture, source: [journal, number] })} />
    </details>
  <//>`;
}

/** Games that tables played without knowing of the tournament. */
function Others({ room, take }) {
  const [trouble, tell] = useState("");
  const { title } = useChoices();
  const found = useFetched(() => asked("/api/tournament/games", undefined, tell), "games");
  if (!found) return html`<p class="hint">${trouble}</p>`;
  return html`<h3>${say("tournament-join")}</h3><ul class="rows others">
    ${found.games.map((each) => html`<li key=${`${each.journal} ${each.game}`}>
      <span>${title(each.rules)}, ${tableName(room, each.table)}, ${when(each.ended_utc)}: ${each.castles.split(" ").map((castle) => `${say(castle)} ${each.outcome.points[castle] ?? ""}`).join(", ")}</span>
      <${Button} onClick=${() => take(each)}>${say("tournament-join-do")}<//></li>`)}
    ${found.games.length === 0 && html`<li class="hint">${say("tournament-join-none")}</li>`}</ul>`;
}
