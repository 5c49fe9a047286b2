// A finished game, step by step: by slider, keys or by itself. The address names game and step, such as /replay#12/40; game 0 is the latest.
import { loadGame } from "./games/games.js";
import { ask } from "./lib/api.js";
import { Button, EmptyState } from "./lib/design.js";
import { language, say } from "./lib/texts.js";
import { html, useEffect, useListeners, useState } from "./lib/view.js";
import { Film } from "./table/cards.js";

const STEP_MS = 1_200;
const LAST = 1e9; // the table answers with the last step
const JUMPS = { Home: -LAST, End: LAST, PageUp: -10, PageDown: 10, ArrowLeft: -1, ArrowRight: 1 };

const inAddress = () => (location.hash.slice(1) || "0/1").split("/").map(Number);

export function Replay() {
  const [[game, step], setPlace] = useState(inAddress);
  const [shown, show] = useState(null); // { error } or the answer with its module
  const [plays, setPlays] = useState(false);
  const steps = shown?.steps ?? step;
  const go = (to) => setPlace(([same, from]) => [same, Math.max(1, to(from))]);
  useEffect(() => {
    let wanted = true;
    ask(`/api/replay/${game}/${step}?language=${language()}`).then(async ({ ok, value, message }) => {
      const found = ok ? { ...value, module: await loadGame(value.page) } : { error: message };
      if (!wanted) return;
      show(found);
      if (!ok) return;
      history.replaceState(null, "", `#${found.game}/${found.step}`);
      setPlace((place) => (place[0] === found.game && place[1] === found.step ? place : [found.game, found.step]));
    });
    return () => { wanted = false; };
  }, [game, step]);
  useEffect(() => {
    const timer = plays && shown?.step === step && setTimeout(() => (step < steps ? go((from) => from + 1) : setPlays(false)), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, shown]);
  useListeners({
    hashchange: () => setPlace(inAddress()),
    keydown: (event) => {
      if (!["BODY", "MAIN"].includes(event.target.tagName)) return;
      if (event.key === " ") setPlays(!plays);
      else if (event.key in JUMPS) go((from) => from + JUMPS[event.key]);
      else return;
      event.preventDefault();
    },
  });
  if (shown === null) return html`<main id="main" tabindex="-1" aria-busy="true" />`;
  if (shown.error) return html`<main id="main" tabindex="-1"><${EmptyState} title=${shown.error}><a class="button" href="/spectator">${say("view-spectator")}</a><//></main>`;
  const view = { ...shown.view, received_ms: performance.now() };
  return html`<section class="replay" aria-label=${say("replay-of", { title: shown.title, game: shown.game })}>
      <${Button} class="turn" aria-label=${say("replay-back")} disabled=${step <= 1} onClick=${() => go((from) => from - 1)}>◀<//>
      <${Button} primary onClick=${() => (step >= steps && !plays ? (go(() => 1), setPlays(true)) : setPlays(!plays))}>${say(plays ? "replay-stop" : "replay-play")}<//>
      <${Button} class="turn" aria-label=${say("replay-on")} disabled=${step >= steps} onClick=${() => go((from) => from + 1)}>▶<//>
      <input type="range" min="1" max=${steps} value=${step} aria-label=${say("replay-step")} aria-valuetext=${say("replay-at", { step, steps })} onInput=${({ target }) => go(() => Number(target.value))} />
      <output>${say("replay-at", { step, steps })}</output>
      <${Film} game=${shown.game} />
    </section>
    <${shown.module.Spectator} key=${shown.game} view=${view} table=${null} seat=${null} acts=${{ course: async () => shown.course }} />`;
}
