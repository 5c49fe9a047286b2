// All games of the journal: which game, who played, how far it got and how it stands; parked ones can go on.
import { Button, Card, EmptyState, Skeleton, Table } from "../lib/design.js";
import { Named } from "../lib/pieces.js";
import { lastPlayed, say } from "../lib/texts.js";
import { html, useFetched, useState } from "../lib/view.js";

export function Games({ owner, shown }) {
  const [look, setLook] = useState(0);
  const [faults, setFaults] = useState(null);
  const { playing } = owner.overview;
  const fetched = useFetched(() => owner.get("/api/owner/games"), shown ? `${look} ${playing}` : null, true);
  const games = fetched ?? [];
  const none = (words) => (fetched === null ? html`<${Skeleton} />` : html`<${EmptyState} title=${say(words)} />`);
  const open = games.filter(({ state }) => state !== "over");
  const over = games.filter(({ state }) => state === "over");

  async function resume(game) {
    if ((await owner.act("/api/parked/take-up", { game })) === null) return;
    setLook((count) => count + 1);
    document.getElementById("open-games").focus();
  }

  const again = ({ game, state }) => state === "parked" && html`<${Button} disabled=${playing} aria-label=${say("owner-resume-of", { game })} onClick=${() => resume(game)}>${say("owner-resume")}<//>`;
  return html`<${Card} class="wide" id="open-games" tabindex="-1" title=${say("owner-games-open")}>
      ${open.length > 0 ? html`<${List} games=${open} last=${say("owner-state")} more=${(one) => [say(`owner-game-${one.state}`), " ", again(one)]} />` : none("owner-games-none-open")}
    <//>
    <${Card} class="wide" title=${say("owner-games-over")}>
      ${over.length > 0 ? html`<${List} games=${over} last=${say("owner-won")} more=${(one) => [one.winners.map((color) => html`<${Named} key=${color} color=${color} />`), " ", html`<a class="button" href=${`/replay#${one.game}/1`}>${say("view-replay")}</a>`]} />` : none("owner-games-none-over")}
      <div class="ends"><${Button} id="verify" onClick=${async () => setFaults(await owner.get("/api/owner/games/verify"))}>${say("owner-games-verify")}<//></div>
      <ul class="findings" role="status">${faults !== null && (faults.length > 0
        ? faults.map((fault) => html`<li key=${fault} class="finding-error" lang="en">${fault}</li>`) : html`<li>${say("owner-games-whole")}</li>`)}</ul>
    <//>`;
}

function List({ games, last, more }) {
  const head = [...["game", "standing", "round"].map((name) => say(`owner-${name}`)), last];
  const rows = games.map((one) => [
    html`${one.title} <small>${one.game}</small><br /><small>${lastPlayed(one.last_utc)}</small>`,
    one.castles.map((color) => html`<span key=${color} class="score"><${Named} color=${color} />${color in one.points && ` ${one.points[color]}`}</span>`),
    one.round ?? "–", more(one),
  ]);
  return html`<${Table} class="games" head=${head} rows=${rows} keyOf=${(_, at) => games[at].game} />`;
}
