// A finished game, step by step: by slider, keys or by itself. The address names game and step, such as /replay#12/40; game 0 is the latest.
import { loadGame } from "./games/games.js";
import { ask } from "./lib/api.js";
import { Button, EmptyState, Skeleton } from "./lib/design.js";
import { language, lastPlayed, say, speakAlso } from "./lib/texts.js";
import { html, useEffect, useListeners, useRef, useState } from "./lib/view.js";
import { Film } from "./table/cards.js";

/** The share of the way at which a decision stands, by the step that ends it. */
const shareOf = (decisions, step) => decisions.findIndex((last) => last >= step) / Math.max(1, decisions.length - 1);

/** Who was how likely to win, with a band as wide as the error, and the costliest decisions on it; computed once it is asked for. */
function Chances({ shown, decisions, step, go, found, setFound }) {
  const compute = async () => {
    setFound({});
    const { ok, value, message } = await ask(`/api/replay/${shown.game}/analysis?language=${language()}`);
    setFound(ok ? value : { error: message });
  };
  if (found === null || found.error) return html`${found?.error && html`<p class="complaint" role="alert">${found.error}</p>`}<${Button} onClick=${compute}>${say("analyse")}<//>`;
  if (!found.moments) return html`<${Skeleton} />`;
  const seat = (castle) => shown.module.seatOf(castle, shown.view);
  const inPoints = found.unit === "points"; // of the game, by estimate: chances are unknown
  const costly = html`<ol>${found.decisions.map(({ seq, round, castle, done, better, gain }) => html`<li key=${seq}><${Button} onClick=${() => go(() => seq)}>${say("chances-at", { round })}<//> ${inPoints ? `${seat(castle).name}: ` : ""}${done}
      ${" "}${say("chances-better", { gain: inPoints ? gain.value : Math.round(100 * gain.value), better })}</li>`)}</ol>
    ${found.decisions.length === 0 && html`<p>${say("chances-none")}</p>`}${found.note && html`<p class="hint">${found.note}</p>`}`;
  if (inPoints) return html`<figure class="chances"><figcaption>${say("best-turns")}</figcaption>${costly}</figure>`;
  const x = (seq) => 100 * shareOf(decisions, seq);
  const points = (castle, side) => found.moments.map(({ seq, chances: { [castle]: { value, error } } }) => `${x(seq)},${100 - 100 * Math.min(1, Math.max(0, value + side * error))}`);
  const { chances } = found.moments.findLast(({ seq }) => seq <= step) ?? found.moments[0];
  const castles = Object.keys(chances);
  const spot = (seq, castle) => {
    const { chances: { [castle]: at } } = found.moments.findLast((moment) => moment.seq <= seq) ?? found.moments[0];
    return { left: `${x(seq)}%`, top: `${100 - 100 * at.value}%` };
  };
  const ends = {}; // where the names stand: at the lines' ends, but apart
  for (const [place, castle] of [...castles].sort((one, other) => parseFloat(spot(Infinity, one).top) - parseFloat(spot(Infinity, other).top)).entries()) {
    ends[castle] = Math.min(parseFloat(spot(Infinity, castle).top), 100 - 13 * (castles.length - 1 - place));
  }
  return html`<figure class="chances">
    <figcaption>${say("chances")}: ${castles.map((castle) => say("chances-of", { name: seat(castle).name, value: Math.round(100 * chances[castle].value), error: Math.round(100 * chances[castle].error) })).join(", ")}</figcaption>
    <div class="plot"><div class="axis" aria-hidden="true">${[100, 50, 0].map((value) => html`<span key=${value}>${value} %</span>`)}</div>
      <div class="field-of-lines"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path class="grid" d="M0 0H100M0 50H100M0 100H100" />
        ${castles.map((castle) => html`<g key=${castle} class=${`of-${seat(castle).color}`}><polygon points=${[...points(castle, 1), ...points(castle, -1).reverse()].join(" ")} /><polyline points=${points(castle, 0).join(" ")} /></g>`)}
        <line x1=${x(step)} x2=${x(step)} y1="0" y2="100" /></svg>
        ${castles.map((castle) => html`<b key=${castle} class=${`name of-${seat(castle).color}`} aria-hidden="true" style=${{ top: `${ends[castle]}%` }}>${seat(castle).name}</b>`)}
        ${found.decisions.map(({ seq, castle, done, round }) => html`<button key=${seq} type="button" class="mistake" style=${spot(seq, castle)} aria-label=${`${say("chances-at", { round })}: ${done}`} title=${done} onClick=${() => go(() => seq)}>!</button>`)}
        ${shown.marks?.filter((mark) => mark.round).map(({ step: at, round }) => html`<span key=${at} class="tick" aria-hidden="true" style=${{ left: `${x(at)}%` }}>${round}</span>`)}
      </div><span class="unit" aria-hidden="true">${say("replay-rounds")}</span></div>
    ${costly}</figure>`;
}

const STEP_MS = 1_200;
const LAST = 1e9; // the answer is the last step
const JUMPS = { Home: -LAST, End: LAST, ArrowLeft: -1, ArrowRight: 1 };
const ROUNDS = { PageUp: -1, PageDown: 1 };

/**
 * The steps of a game. Inside another page `of` is what is known of the game already: its number `game`, its `path`, `title`, `module`,
 * `course`, `decisions` and `marks`; then the address names the step alone, and the last one is first. `tell(shown)` is called for each step that is shown.
 */
export function Replay({ of = null, tell = () => {} }) {
  const inAddress = () => (of ? [of.game, Number(location.hash.slice(1)) || LAST] : (location.hash.slice(1) || "0/1").split("/").map(Number));
  const [[game, step], setPlace] = useState(inAddress);
  const [shown, show] = useState(null); // what was asked, as `at`, with { error } or the answer and its module
  const [plays, setPlays] = useState(false);
  const [found, setFound] = useState(null); // the analysis
  const asking = useRef(false); // one step at a time, however fast the slider moves
  const steps = shown?.steps ?? step;
  const wanted = `${game}/${step}`;
  const decisions = shown?.decisions ?? [];
  const at = Math.max(0, decisions.findIndex((last) => last >= step));
  const rounds = (shown?.marks ?? []).filter((mark) => mark.round).map((mark) => mark.step);
  const toDecision = (by) => go(() => decisions[Math.min(Math.max(0, at + by), decisions.length - 1)]);
  const toRound = (by) => go((from) => (by > 0 ? rounds.find((begins) => begins > from) : rounds.findLast((begins) => begins < from)) ?? (by > 0 ? LAST : 1));
  const go = (to) => setPlace(([same, from]) => [same, Math.min(Math.max(1, to(from)), shown?.steps ?? LAST)]);
  async function load() {
    asking.current = true;
    const { ok, value, message } = await ask(`${of ? of.path : `/api/replay/${game}`}/${step}?language=${language()}`);
    const found = ok && { ...of, ...value, module: of?.module ?? (await Promise.all([loadGame(value.page), speakAlso(`/api/texts/*?game=${value.view?.game}`)]))[0], at: `${value.game}/${value.step}` };
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
    const timer = plays && shown?.step === step && setTimeout(() => (at < decisions.length - 1 ? toDecision(1) : setPlays(false)), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, shown]);
  useListeners({
    hashchange: () => setPlace(inAddress()),
    keydown: (event) => {
      if (!["BODY", "MAIN"].includes(event.target.tagName) || (of && !event.key.startsWith("Arrow"))) return; // other keys scroll a longer page
      if (event.key === " ") setPlays(!plays);
      else if (event.key in JUMPS) toDecision(JUMPS[event.key]);
      else if (event.key in ROUNDS) toRound(ROUNDS[event.key]);
      else return;
      event.preventDefault();
    },
  });
  if (!shown?.view) {
    const words = shown === null ? html`<${Skeleton} />` : html`<${EmptyState} title=${shown.error}>${!of && html`<a class="button" href="/spectator">${say("view-spectator")}</a>`}<//>`;
    return of ? words : html`<main id="main" tabindex="-1">${words}</main>`;
  }
  const view = { ...shown.view, received_ms: performance.now() };
  const mark = ({ step: on, round, text }) => html`<i key=${`${on} ${round}`} class=${round ? "round" : "alarm"} title=${round ? say("chances-at", { round }) : text} style=${{ left: `${100 * shareOf(decisions, on)}%` }} />`;
  const words = say("replay-decision", { number: at + 1, of: decisions.length });
  const button = (name, sign, act, off) => html`<${Button} class="turn" aria-label=${say(`replay-${name}`)} title=${say(`replay-${name}`)} disabled=${off} onClick=${act}>${sign}<//>`;
  return html`<section class="replay" aria-label=${say("replay-of", { title: shown.title, game: shown.game })}>
      ${rounds.length > 0 && button("round-back", "◀◀", () => toRound(-1), step <= 1)}${button("back", "◀", () => toDecision(-1), at <= 0)}
      <${Button} primary onClick=${() => (at >= decisions.length - 1 && !plays ? (go(() => 1), setPlays(true)) : setPlays(!plays))}>${say(plays ? "replay-stop" : "replay-play")}<//>
      ${button("on", "▶", () => toDecision(1), at >= decisions.length - 1)}${rounds.length > 0 && button("round-on", "▶▶", () => toRound(1), step >= steps)}
      <div class="way"><input type="range" min="0" max=${decisions.length - 1} value=${at} aria-label=${say("replay-step")} aria-valuetext=${words} onInput=${({ target }) => go(() => decisions[target.value])} />
        <span class="marks" aria-hidden="true">${(shown.marks ?? []).map(mark)}${(found?.decisions ?? []).map(({ seq, done }) => html`<i key=${seq} class="mistake" title=${done} style=${{ left: `${100 * shareOf(decisions, seq)}%` }} />`)}</span></div>
      <output>${words}</output>
      ${!of && html`<${Film} game=${shown.game} />`}
      ${shown.bg_stats && html`<a class="button" href=${shown.bg_stats} target="_blank" rel="noreferrer">${say("bg-stats")}</a>`}
      ${shown.played_utc && html`<small class="played">${lastPlayed(shown.played_utc)}</small>`}
      ${!of && (shown.analysable ? html`<${Chances} key=${shown.game} shown=${shown} decisions=${decisions} step=${step} go=${go} found=${found} setFound=${setFound} />` : html`<p class="hint">${say("no-analysis")}</p>`)}
    </section>
    <${shown.module.Spectator} key=${shown.game} view=${view} table=${null} seat=${null} acts=${{ course: async () => shown.course }} />`;
}
