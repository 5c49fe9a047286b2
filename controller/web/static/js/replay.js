// A finished game, step by step: by slider, keys or by itself. The address names game and step, such as /replay#12/40; game 0 is the latest.
import { loadGame } from "./games/games.js";
import { asked } from "./lib/api.js";
import { Button, Card, EmptyState, Skeleton } from "./lib/design.js";
import { language, lastPlayed, say, speakAlso } from "./lib/texts.js";
import { html, useEffect, useListeners, useMedia, useRef, useState } from "./lib/view.js";
import { Film } from "./table/cards.js";
import { useJudged } from "./table/parts.js";

/** The share of the way at which a decision stands, by the step that ends it. */
const shareOf = (decisions, step) => decisions.findIndex((last) => last >= step) / Math.max(1, decisions.length - 1);

const percent = (share) => Math.round(100 * share);
const sentences = (text) => text.split(/(?<=[.!?]) /);

/** A decision in words, each sentence a line; before the first one its `number`. */
const lines = (text, number = "") => sentences(text).map((sentence, at) => html`<span key=${at}>${at === 0 && number && html`<b>${number}</b> `}${sentence} </span>`);

/** Who was how likely to win, below the slider: a band as wide as the error; a click goes there. Below it, what `signs` by the kinds of marks mean. */
function Curve({ shown, decisions, step, go, found, signs }) {
  const seat = (castle) => shown.module.seatOf(castle, shown.view);
  const x = (seq) => 100 * shareOf(decisions, seq);
  const y = (value) => 100 - 100 * Math.min(1, Math.max(0, value));
  const until = (seq) => found.moments.findLast((moment) => moment.seq <= seq) ?? found.moments[0];
  const points = (castle, side) => found.moments.map(({ seq, chances: { [castle]: { value, error } } }) => `${x(seq)},${y(value + side * error)}`);
  const { chances } = until(step);
  const castles = Object.keys(chances);
  const end = (castle) => y(until(Infinity).chances[castle].value);
  const ends = {}; // where the names stand: at the lines' ends, but apart
  for (const [place, castle] of [...castles].sort((one, other) => end(one) - end(other)).entries()) ends[castle] = Math.min(end(castle), 100 - 20 * (castles.length - 1 - place));
  const jump = ({ offsetX, currentTarget }) => go(() => decisions[Math.round((decisions.length - 1) * offsetX / currentTarget.clientWidth)]);
  return html`<figure class="chances">
    <div class="field-of-lines"><div class="axis" aria-hidden="true">${[100, 50, 0].map((value) => html`<span key=${value}>${value} %</span>`)}</div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" onClick=${jump}><path class="grid" d="M0 0H100M0 50H100M0 100H100" />
        ${castles.map((castle) => html`<g key=${castle} class=${`of-${seat(castle).color}`}><polygon points=${[...points(castle, 1), ...points(castle, -1).reverse()].join(" ")} /><polyline points=${points(castle, 0).join(" ")} /></g>`)}
        <line x1=${x(step)} x2=${x(step)} y1="0" y2="100" /></svg>
      ${castles.map((castle) => html`<b key=${castle} class=${`name of-${seat(castle).color}`} aria-hidden="true" style=${{ top: `${ends[castle]}%` }}>${seat(castle).name}</b>`)}
    </div>
    <figcaption>${say("chances")}: ${castles.map((castle) => say("chances-of", { name: seat(castle).name, value: percent(chances[castle].value), error: percent(chances[castle].error) })).join(", ")}<br />
      ${Object.entries(signs).map(([kind, sign]) => `${sign} ${say(`legend-${kind}`)}`).join(" · ")}</figcaption></figure>`;
}

/** A costly decision in words: what was better, by how much, and what was done instead, without the sentences that both have. */
function flawWords({ done, better, gain, done_at = [], better_at = [] }, { unit }) {
  const [played, instead] = [done, better].map(sentences);
  const only = (own, other) => own.filter((sentence) => !other.includes(sentence)).join(" ") || own.at(-1);
  const places = done_at.length > 0 && better_at.length > 0 && `${done_at}` !== `${better_at}` ? say("chances-instead", { better: better_at.join(", "), done: done_at.join(", ") }) : "";
  return say(`chances-better-${unit}`, { done: only(played, instead), gain: unit === "points" ? gain.value : percent(gain.value), better: `${places} ${only(instead, played)}`.trim() });
}

/** What chances of winning tell besides decisions, as `{ seq, kind, words }`: the largest swing before the result, and at the end what brought the winner there. */
function turnsOf({ moments = [], changes, playouts }, nameOf) {
  if (moments.length === 0) return [];
  const gains = moments.slice(1, -1).flatMap(({ seq, chances }, place) => Object.keys(chances).map((castle) => ({ seq, castle, before: moments[place].chances[castle].value, after: chances[castle].value })));
  const most = gains.toSorted((one, other) => other.after - other.before - (one.after - one.before)).slice(0, 1);
  const swings = most.map(({ seq, castle, before, after }) => ({ seq, kind: "swing", words: say("chances-swing", { name: nameOf(castle), before: percent(before), after: percent(after) }) }));
  const { seq, chances } = moments.at(-1);
  const winner = playouts > 0 && Object.keys(chances).find((castle) => chances[castle].value === 1);
  const by = winner && Object.fromEntries(Object.entries(changes[winner]).map(([what, { value }]) => [what, `${value < 0 ? "−" : "+"}${percent(Math.abs(value))}`]));
  return winner ? [...swings, { seq, kind: "won", words: say("chances-won", { name: nameOf(winner), ...by }) }] : swings;
}

/** All decisions as a list to choose from, by rounds, with the costly ones marked, and what to do with the game; it keeps the present one in sight. */
function Moves({ told, at, roundAt, flawAt, note, toDecision, children }) {
  const list = useRef();
  useEffect(() => {
    const now = list.current.querySelector("[aria-current]");
    list.current.scrollTop = now.offsetTop - Math.max(0, list.current.clientHeight - now.offsetHeight) / 2;
  }, [at, told]);
  return html`<${Card} title=${say("replay-moves")} class="story"><div class="log decisions" ref=${list}><ol>${told.map((text, place) => html`
    ${roundAt[place] && html`<li key=${`round-${place}`} class="round">${say("chances-at", { round: roundAt[place] })}</li>`}
    <li key=${place}><button type="button" aria-current=${place === at ? "step" : null} data-flaw=${flawAt[place] ? "" : null} title=${place === at ? text : null} onClick=${() => toDecision(place - at)}>${lines(text, place + 1)}</button></li>`)}</ol>${note && html`<p class="hint">${note}</p>`}</div><div class="more">${children}</div><//>`;
}

const STEP_MS = 1_200;
const SPEEDS = [1, 2, 4, 0.5];
const LAST = 1e9; // the answer is the last step
const JUMPS = { Home: -LAST, End: LAST, ArrowLeft: -1, ArrowRight: 1 };
const ROUNDS = { PageUp: -1, PageDown: 1 };

/**
 * The steps of a game. Inside another page `of` is what is known of the game already: its number `game`, its `path`, `title`, `module`,
 * `course`, `decisions`, `told`, `marks`, `names` and who `won`; then the address names the step alone, and the last one is first. `tell(shown)` is called for each step that is shown.
 */
export function Replay({ of = null, tell = () => {} }) {
  const inAddress = () => (of ? [of.game, Number(location.hash.slice(1)) || LAST] : (location.hash.slice(1) || "0/1").split("/").map(Number));
  const [[game, step], setPlace] = useState(inAddress);
  const [shown, show] = useState(null); // what was asked, as `at`, with { error } or the answer and its module
  const [plays, setPlays] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [found, setFound] = useState(null); // the analysis
  const [before, setBefore] = useState(null); // the costly decision that is to be made at this step
  const isWide = useMedia("(min-width: 901px)");
  const asking = useRef(false); // one step at a time, however fast the slider moves: the table would compute one that is given up from the start again
  const wanted = `${game}/${step}`;
  const isLate = shown?.at !== wanted; // the board shows another step still
  const decisions = shown?.decisions ?? [];
  const told = shown?.told?.map((text, place) => text || (place === 0 ? say("replay-begins") : "")) ?? [];
  const placeOf = (on) => decisions.findIndex((last) => last >= on);
  const at = Math.max(0, placeOf(before?.seq ?? step));
  useJudged(isLate ? null : before, shown, before ? [] : shown?.names?.[at]);
  const toDecision = (by) => go((from) => decisions[Math.min(Math.max(0, (before ? at - (by === 1) : placeOf(from)) + by), decisions.length - 1)]);
  const toRound = (by) => go((from) => (shown.marks ?? []).filter(({ round, step: on }) => round && by * (on - from) > 0).at(by > 0 ? 0 : -1)?.step ?? by * LAST);
  const go = (to, flaw = null) => {
    setPlace(([same, from]) => [same, Math.min(Math.max(1, to(from)), shown?.steps ?? LAST)]);
    setBefore(flaw);
  };
  const flaws = (found?.decisions ?? []).toSorted((one, other) => one.seq - other.seq);
  const flawHere = before ?? flaws.findLast(({ seq }) => placeOf(seq) === at);
  const from = flawHere?.seq ?? step;
  const nextFlaw = (forward = true) => (forward ? flaws.find(({ seq }) => seq > from) ?? flaws[0] : flaws.findLast(({ seq }) => seq < from) ?? flaws.at(-1));
  const toFlaw = (flaw) => go(() => flaw.seq - 1, flaw);
  async function load() {
    asking.current = true;
    const { ok, value, message } = await asked(`${of ? of.path : `/api/replay/${game}`}/${step}?language=${language()}`, undefined, { 404: game === 0 ? "replay-none" : "replay-unknown", 503: "replay-uncomputed" });
    const found = ok && { ...of, ...value, module: of?.module ?? (await Promise.all([loadGame(value.page), speakAlso(`/api/texts/*?game=${value.view?.game}`)]))[0], at: `${value.game}/${value.step}`, leaps: placeOf(value.step) !== placeOf(shown?.step) + 1 };
    asking.current = false;
    show(found || { error: message, at: wanted });
    tell(found || null);
    if (!ok) return;
    history.replaceState(null, "", of ? `#${found.step}` : `#${found.at}`);
    setPlace((place) => (place.join("/") === wanted ? [found.game, found.step] : place));
  }
  useEffect(() => { if (!asking.current && isLate) void load(); }, [wanted, shown]);
  useEffect(() => {
    const timer = plays && shown?.step === step && setTimeout(() => (at < decisions.length - 1 ? toDecision(1) : setPlays(false)), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [plays, shown]);
  useListeners({
    hashchange: () => setPlace(inAddress()),
    keydown: (event) => {
      if (event.target.closest("input, select, textarea, [open], dialog") || decisions.length === 0 || (of && !(event.key in JUMPS))) return; // other keys scroll a longer page
      if (event.key === " " && !event.target.closest("button, a, summary")) setPlays(!plays);
      else if (event.key in JUMPS) toDecision(JUMPS[event.key]);
      else if (event.key in ROUNDS) toRound(ROUNDS[event.key]);
      else if (event.key.toLowerCase() === "m" && flaws.length > 0) toFlaw(nextFlaw(!event.shiftKey));
      else return;
      event.preventDefault();
    },
  });
  if (!shown?.view) {
    const words = shown === null ? html`<${Skeleton} />` : html`<${EmptyState} title=${shown.error}>${!of && html`<a class="button" href="/spectator">${say("view-spectator")}</a>`}<//>`;
    return of ? words : html`<main id="main" tabindex="-1">${words}</main>`;
  }
  const analyse = async () => {
    setFound({});
    const { ok, value, message } = await asked(`/api/replay/${shown.game}/analysis?language=${language()}`, undefined, { 404: "no-analysis", 503: "replay-uncomputed" });
    setFound(ok ? value : { error: message });
  };
  const flawAt = Object.fromEntries(flaws.map((flaw) => [placeOf(flaw.seq), flawWords(flaw, found)]));
  const turns = turnsOf(found ?? {}, (castle) => shown.module.seatOf(castle, shown.view).name);
  const turnWords = turns.filter(({ seq }) => placeOf(seq) === at).map(({ words }) => words).join(" ");
  const roundAt = Object.fromEntries((shown.marks ?? []).filter(({ round }) => round).map((mark) => [placeOf(mark.step), mark.round]));
  const story = html`<${Moves} told=${told} at=${at} roundAt=${roundAt} flawAt=${flawAt} note=${found?.note} toDecision=${toDecision}>${!of && html`<${Film} game=${shown.game} />`}
    ${shown.bg_stats && html`<a class="button" href=${shown.bg_stats} target="_blank" rel="noreferrer">${say("bg-stats")}</a>`}
    ${shown.played_utc && html`<small class="hint">${lastPlayed(shown.played_utc)}</small>`}<//>`;
  const view = { ...shown.view, story, leaps: shown.leaps, received_ms: performance.now() };
  const gap = isWide ? 0.035 : 0.08;
  let last = -gap; // mistakes stand apart, each in sight
  const all = [...flaws.map((flaw) => ({ on: flaw.seq, at: last = Math.max(shareOf(decisions, flaw.seq), last + gap), kind: "mistake", sign: "!", words: flawWords(flaw, found), flaw })),
    ...turns.filter(({ kind }) => kind === "swing").map(({ seq, kind, words }) => ({ on: seq, kind, sign: "↕", words })),
    ...(shown.marks ?? []).map(({ step: on, round, text }) => ({ on, kind: round ? "round" : "alarm", sign: round ?? "●", words: round ? say("chances-at", { round }) : text }))].map((mark) => ({ at: shareOf(decisions, mark.on), ...mark }));
  const covers = (one) => (other) => (one.kind === "round") === (other.kind === "round") && Math.abs(one.at - other.at) < gap * 0.99;
  const marks = all.filter((mark, place) => !all.slice(0, place).some(covers(mark)));
  const signs = Object.fromEntries(marks.filter(({ kind }) => kind !== "round").map(({ kind, sign }) => [kind, sign]));
  const words = say("replay-decision", { number: at + 1, of: decisions.length });
  const button = (name, sign, key, act, off) => html`<${Button} class="turn" aria-label=${say(`replay-${name}`)} aria-keyshortcuts=${key} title=${`${say(`replay-${name}`)} (${key})`} disabled=${off} onClick=${act}>${sign}<//>`;
  const [begins, ends] = [at <= 0, at >= decisions.length - 1];
  return html`<section class="replay" aria-busy=${String(isLate)} aria-label=${say("replay-of", { title: shown.title, game: shown.game })}>
      <div class="turns">${button("first", "|◀", "Home", () => toDecision(-LAST), begins)}${button("back", "◀", "ArrowLeft", () => toDecision(-1), begins)}
        <${Button} primary onClick=${() => (ends && !plays ? (go(() => 1), setPlays(true)) : setPlays(!plays))}>${say(plays ? "replay-stop" : "replay-play")}<//>
        ${button("on", "▶", "ArrowRight", () => toDecision(1), ends)}${button("last", "▶|", "End", () => toDecision(LAST), ends)}
        <${Button} class="turn" aria-label=${`${say("speed")} ×${speed}`} title=${say("speed")} onClick=${() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length])}>×${speed}<//>
        ${!of && shown.analysable && (flaws.length > 0 ? html`<${Button} class="to-flaw" aria-keyshortcuts="M Shift+M" title=${say("replay-flaw-keys")} onClick=${() => toFlaw(nextFlaw())}>${say("replay-flaws", { here: flawHere ? 1 : 0, at: flaws.indexOf(flawHere ?? nextFlaw()) + 1, number: flaws.length })}<//>`
          : found?.decisions ? html`<span class="hint">${say("chances-none")}</span>` : html`<${Button} disabled=${found && !found.error} onClick=${analyse}>${say(found && !found.error ? "loading" : "analyse")}<//>`)}</div>
      <div class="way" data-curve=${found?.moments?.length ? "" : null}><input type="range" min="0" max=${decisions.length - 1} value=${at} aria-label=${say("replay-step")} aria-valuetext=${words} onInput=${({ target }) => go(() => decisions[target.value])} />
        <div class="marks">${marks.map(({ on, at, kind, sign, words: name, flaw }) => html`<button key=${`${kind} ${on} ${sign}`} type="button" class=${`mark ${kind}`} title=${name} aria-label=${name} style=${{ left: `${100 * at}%` }} onClick=${() => (flaw ? toFlaw(flaw) : go(() => on))}>${sign}</button>`)}</div>
        ${found?.moments?.length > 0 && html`<${Curve} shown=${shown} decisions=${decisions} step=${step} go=${go} found=${found} signs=${signs} />`}</div>
      <p class="step" role="status"><output>${words}</output> ${flawAt[at] && html`<b class="flaw">${flawAt[at]}</b>`} <b>${turnWords} ${ends && of?.won}</b> ${!flawAt[at] && html`<span class="words">${lines(told[at] ?? "")}</span>`}</p>
      ${found?.error && html`<p class="complaint" role="alert">${found.error}</p>`}${!of && !shown.analysable && html`<p class="hint">${say("no-analysis")}</p>`}
    </section>
    <${shown.module.Spectator} key=${shown.game} view=${view} table=${null} seat=${null} acts=${{ course: async () => shown.course }} />`;
}
