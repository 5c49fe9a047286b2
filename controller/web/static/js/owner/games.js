// All games of the journal: which game, who played, how far it got and how it stands; parked ones can go on.
import { Button, Card, EmptyState, Skeleton, Table } from "../lib/design.js";
import { Named } from "../lib/pieces.js";
import { lastPlayed, say } from "../lib/texts.js";
import { html, usePolled, useState } from "../lib/view.js";
import { LOOK_MS } from "./records.js";

export function Games({ owner, shown }) {
  const [faults, setFaults] = useState(null);
  const { playing } = owner.overview;
  const [fetched, look] = usePolled(() => owner.get("/api/owner/games"), LOOK_MS, shown);

  async function resume(game) {
    if ((await owner.act("/api/parked/take-up", { game })) === null) return;
    look();
    document.getElementById("open-games").focus();
  }

  const again = ({ game, state }) => state === "parked" && html`<${Button} disabled=${playing} aria-label=${say("owner-resume-of", { game })} onClick=${() => resume(game)}>${say("owner-resume")}<//>`;
  return html`<${Card} class="wide" id="open-games" tabindex="-1" title=${say("owner-games-open")}>
      <${List} games=${fetched?.filter(({ state }) => state !== "over")} none="owner-games-none-open" last=${say("owner-state")} more=${(one) => html`<span>${say(`owner-game-${one.state}`)}</span>${again(one)}`} />
    <//>
    <${Card} class="wide" title=${say("owner-games-over")}>
      <${List} games=${fetched?.filter(({ state }) => state === "over")} none="owner-games-none-over" last=${say("owner-won")} more=${(one) => html`<span>${one.winners.map((color) => html`<span key=${color} class="score"><${Named} color=${color} /></span>`)}</span><a class="button" href=${`/replay#${one.game}/1`}>${say("view-replay")}</a>`} />
      <div class="ends"><${Button} id="verify" onClick=${async () => setFaults(await owner.act("/api/owner/games/verify", null))}>${say("owner-games-verify")}<//></div>
      <output class="findings">${faults !== null && (faults.length > 0
        ? faults.map((fault) => html`<p key=${fault} class="finding-error" lang="en">${fault}</p>`) : html`<p>${say("owner-games-whole")}</p>`)}</output>
    <//>`;
}

function List({ games, none, last, more }) {
  if (!games) return html`<${Skeleton} />`;
  if (games.length === 0) return html`<${EmptyState} title=${say(none)} />`;
  const told = ({ game, round, last_utc }) => [game, round && `${say("owner-round")} ${round}`, lastPlayed(last_utc)].filter(Boolean).join(" · ");
  const rows = games.map((one) => [
    html`${one.title} <small>${told(one)}</small>`,
    one.castles.map((color) => html`<span key=${color} class="score"><${Named} color=${color} />${color in one.points && ` ${one.points[color]}`}</span>`),
    html`<div class="ends">${more(one)}</div>`,
  ]);
  return html`<${Table} class="games" head=${[say("owner-game"), say("owner-standing"), last]} rows=${rows} keyOf=${(_, at) => games[at].game} />`;
}
