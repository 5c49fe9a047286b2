// A finished game, step by step: by slider, keys or by itself. The address names game and step, such as /replay#12/40; game 0 is the latest.
import { loadGame } from "./games/games.js";
import { ask } from "./lib/api.js";
import { Button, EmptyState, Skeleton } from "./lib/design.js";
import { language, say } from "./lib/texts.js";
import { html, useEffect, useListeners, useRef, useState } from "./lib/view.js";
import { Film } from "./table/cards.js";

/** Who was how likely to win, with a band as wide as the error, and the costliest decisions; computed once it is asked for. */
function Chances({ shown, step, go }) {
  const [found, setFound] = useState(null);
  const compute = async () => {
    setFound({});
    const { ok, value, message } = await ask(`/api/replay/${shown.game}/analysis?language=${language()}`);
    setFound(ok ? value : { error: message });
  };
  if (found === null) return html`<${Button} onClick=${compute}>${say("analyse")}<//>`;
  if (!found.moments) return found.error ? html`<p class="complaint" role="alert">${found.error}</p>` : html`<${Skeleton} />`;
  const seat = (castle) => shown.module.seatOf(castle, shown.view);
  const inPoints = found.unit === "points"; // of the game, by estimate: chances are unknown
  const decisions = html`<ol>${found.decisions.map(({ seq, round, castle, done, better, gain }) => html`<li key=${seq}><${Button} onClick=${() => go(() => seq)}>${say("chances-at", { round })}<//> ${inPoints ? `${seat(castle).name}: ` : ""}${done}
      ${" "}${say("chances-better", { gain: inPoints ? gain.value : Math.round(100 * gain.value), better })}</li>`)}</ol>
    ${found.decisions.length === 0 && html`<p>${say("chances-none")}</p>`}${found.note && html`<p class="hint">${found.note}</p>`}`;
  if (inPoints) return html`<figure class="chances"><figcaption>${say("best-turns")}</figcaption>${decisions}</figure>`;
  const x = (seq) => (100 * (seq - 1)) / Math.max(1, shown.steps - 1);
  const points = (castle, side) => found.moments.map(({ seq, chances: { [castle]: { value, error } } }) => `${x(seq)},${100 - 100 * (value + side * error)}`);
  const { chances } = found.moments.findLast(({ seq }) => seq <= step) ?? found.moments[0];
  const castles = Object.keys(chances);
  return html`<figure class="chances">
    <figcaption>${say("chances")}: ${castles.map((castle) => say("chances-of", { name: seat(castle).name, value: Math.round(100 * chances[castle].value), error: Math.round(100 * chances[castle].error) })).join(", ")}</figcaption>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      ${castles.map((castle) => html`<g key=${castle} class=${`of-${seat(castle).color}`}><polygon points=${[...points(castle, 1), ...points(castle, -1).reverse()].join(" ")} /><polyline points=${points(castle, 0).join(" ")} /></g>`)}
      <line x1=${x(step)} x2=${x(step)} y1="0" y2="100" /></svg>
    ${decisions}</figure>`;
}

const STEP_MS = 1_200;
const LAST = 1e9; // the answer is the last step
const JUMPS = { Home: -LAST, End: LAST, PageUp: -10, PageDown: 10, ArrowLeft: -1, ArrowRight: 1 };

/**
 * The steps of a game. Inside another page `of` is what is known of the game already: its number `game`, its `path`, `title`, `module`
 * and `course`; then the address names the step alone, and the last one is first. `tell(shown)` is called for each step that is shown.
 */
export function Replay({ of = null, tell = () => {} }) {
  const inAddress = () => (of ? [of.game, Number(location.hash.slice(1)) || LAST] : (location.hash.slice(1) || "0/1").split("/").map(Number));
  const [[game, step], setPlace] = useState(inAddress);
  const [shown, show] = useState(null); // what was asked, as `at`, with { error } or the answer and its module
  const [plays, setPlays] = useState(false);
  const asking = useRef(false); // one step at a time, however fast the slider moves
  const steps = shown?.steps ?? step;
  const wanted = `${game}/${step}`;
  const go = (to) => setPlace(([same, from]) => [same, Math.min(Math.max(1, to(from)), shown?.steps ?? LAST)]);
  async function load() {
    asking.current = true;
    const { ok, value, message } = await ask(`${of ? of.path : `/api/replay/${game}`}/${step}?language=${language()}`);
    const found = ok && { ...of, ...value, module: of?.module ?? await loadGame(value.page), at: `${value.game}/${value.step}` };
    asking.current = false;
    show(found || { error: message, at: wanted });
    tell(found || null);
    if (!ok) return;
    history.replaceState(null, "", of ? `#${found.step}` : `#${found.at}`);
    setPlace((place) => (place.join("/") === wanted ? [found.game, found.step] : place));
  }
  useEffect(() => {
    if (!asking.current && shown?.at !== wanted) void load();
  }, [wanted, shown]);
  useEffect(() => {
    const timer = plays && shown?.step === step && setTimeout(() => (step < steps ? go((from) => from + 1) : setPlays(false)), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, shown]);
  useListeners({
    hashchange: () => setPlace(inAddress()),
    keydown: (event) => {
      if (!["BODY", "MAIN"].includes(event.target.tagName) || (of && !event.key.startsWith("Arrow"))) return; // other keys scroll a longer page
      if (event.key === " ") setPlays(!plays);
      else if (event.key in JUMPS) go((from) => from + JUMPS[event.key]);
      else return;
      event.preventDefault();
    },
  });
  if (!shown?.view) {
    const words = shown === null ? html`<${Skeleton} />` : html`<${EmptyState} title=${shown.error}>${!of && html`<a class="button" href="/spectator">${say("view-spectator")}</a>`}<//>`;
    return of ? words : html`<main id="main" tabindex="-1">${words}</main>`;
  }
  const view = { ...shown.view, received_ms: performance.now() };
  return html`<section class="replay" aria-label=${say("replay-of", { title: shown.title, game: shown.game })}>
      <${Button} class="turn" aria-label=${say("replay-back")} disabled=${step <= 1} onClick=${() => go((from) => from - 1)}>◀<//>
      <${Button} primary onClick=${() => (step >= steps && !plays ? (go(() => 1), setPlays(true)) : setPlays(!plays))}>${say(plays ? "replay-stop" : "replay-play")}<//>
      <${Button} class="turn" aria-label=${say("replay-on")} disabled=${step >= steps} onClick=${() => go((from) => from + 1)}>▶<//>
      <input type="range" min="1" max=${steps} value=${step} aria-label=${say("replay-step")} aria-valuetext=${say("replay-at", { step, steps })} onInput=${({ target }) => go(() => Number(target.value))} />
      <output>${say("replay-at", { step, steps })}</output>
      ${!of && html`<${Film} game=${shown.game} />`}
      ${shown.bg_stats && html`<a class="button" href=${shown.bg_stats} target="_blank" rel="noreferrer">${say("bg-stats")}</a>`}
      ${!of && (shown.analysable ? html`<${Chances} key=${shown.game} shown=${shown} step=${step} go=${go} />` : html`<p class="hint">${say("no-analysis")}</p>`)}
    </section>
    <${shown.module.Spectator} key=${shown.game} view=${view} table=${null} seat=${null} acts=${{ course: async () => shown.course }} />`;
}
