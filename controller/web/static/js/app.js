// The page round a face: its head with the one prompt, the menu, notes that come before the next step, and what stands below.
import { progress, Tour } from "./begin/tour.js";
import { Button, Menu as Folded, Prompt, toast, Toasts } from "./lib/design.js";
import { regainFocus, showDue } from "./lib/focus.js";
import { Explained, Named, Newer, Patch } from "./lib/pieces.js";
import { setSound, sound } from "./lib/sound.js";
import { language, LANGUAGES, say } from "./lib/texts.js";
import { setTheme, theme, THEMES } from "./lib/theme.js";
import { fetched, html, memo, useEffect, useListeners, useState } from "./lib/view.js";
import { Draws, Phones } from "./table/cards.js";
import { Clock, Speeds, Spinner, useSecondsLeft } from "./table/console.js";
import { arrowTurns, botActs, personAt, useJudged } from "./table/parts.js";
import { Scene, Shown } from "./table/scene.js";

const PAGES = [["table", "/"], ["spectator", "/spectator"], ["replay", "/replay"], ["seat", "/seat"], ["referee", "/referee"], ["owner", "/owner"]];

const NewGame = fetched(() => import("./begin/new_game.js"), "NewGame");
const Login = fetched(() => import("./table/login.js"), "Login");
const SeatDoor = fetched(() => import("./table/login.js"), "SeatDoor");

/** Which page is at a path for this visitor: on a virtual table `/` is the table itself, elsewhere the spectators' page. */
export function pageAt(path, me) {
  if (["/replay", "/seat", "/referee", "/owner"].includes(path)) return path.slice(1);
  return path === "/spectator" || me.table !== "virtual" || !me.roles.includes("player") ? "spectator" : "table";
}

/** The code of a hand that a camera has read with the address; "" without one. */
export const codeInAddress = () => location.hash.match(/^#(\d+)$/)?.[1] ?? "";

/** All of the page. `state` has `view`, `table`, `seat`, `link` (live or behind), `since`; `page` and `barred` say what is shown. */
export function App({ state, me, game, acts, page, barred, Owner, Replay, choose, lookAgain }) {
  const { view, table, seat } = state;
  const [begins, setBegins] = useState(false);
  const [, redraw] = useState(0);
  const [replayed, setReplayed] = useState(null); // the step that the replay shows
  const plays = page === "table";
  const stages = !barred && !["replay", "owner"].includes(page); // the present moment
  const none = view.seq === 0 && Boolean(view.waiting_for?.over) && view.waiting_for.step !== "owner";
  const mayBegin = !barred && me.roles.includes("referee") && (plays || page === "referee");
  useEffect(() => setBegins(none && plays), [none]);
  useEffect(() => (begins ? () => regainFocus() : undefined), [begins]);
  const newGame = mayBegin ? () => setBegins(true) : null;
  const goesOn = ["referee", "player"].find((role) => me.roles.includes(role));
  acts.goOn = barred || !goesOn || !["table", "referee", "seat"].includes(page) ? null : (skip) => (goesOn === "referee" ? acts.answer(!skip, view.scene?.left) : acts.press("knob", skip));
  useTurnAlert(game, view, seat);
  useJudged(view.question);
  useEffect(() => { if (view.remark && plays) toast(view.remark, true); }, [view.remark]);
  const tapped = !barred && !view.scene && ["table", "seat", "referee"].includes(page) && game.nextStep(view).by === null;
  useEffect(() => { if (tapped) showDue(); }, [tapped, view.waiting_for?.step, view.waiting_for?.color, begins]);
  useListeners({ keydown: (event) => { // the space bar is the knob of a simulated table
    if (!plays || !table || event.key !== " " || event.repeat || !["BODY", "MAIN"].includes(event.target.tagName) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    acts.press("knob");
  } });
  const face = barred
    ? (page === "seat" ? html`<${SeatDoor} key="door" code=${codeInAddress()} lookAgain=${lookAgain} />` : html`<${Login} key=${page} me=${me} role=${page} lookAgain=${lookAgain} />`)
    : page === "replay" ? html`<${Replay} key="replay" tell=${setReplayed} />`
    : page === "owner" ? html`<${Owner} key="owner" acts=${acts} tileName=${(tile) => game.tileName(tile, view)} lookAgain=${lookAgain} />`
    : html`<${{ table: game.Table, spectator: game.Spectator, seat: game.Seat ?? game.Spectator, referee: game.Referee }[page]} key=${page} view=${view} table=${table} seat=${seat} acts=${acts} newGame=${newGame} rests=${plays && progress(game.tour, me.page, view).stop} />`;
  return html`<div class="screen" data-staged=${stages && (view.scene || view.question) ? "" : null}>
    <${Head} state=${state} replayed=${page === "replay" ? replayed : null} me=${me} game=${game} acts=${acts} page=${page} plays=${plays} newGame=${newGame} choose=${choose} lookAgain=${lookAgain} />
    <${Notes} view=${view} seatOf=${game.seatOf} acts=${["spectator", "replay", "seat"].includes(page) || barred ? null : acts} />
    <${Toasts} />
    ${plays && html`<${Tour} tour=${game.tour} page=${me.page} view=${view} acts=${acts} redraw=${() => redraw((count) => count + 1)} seatOf=${game.seatOf} />`}
    <${Shown.Provider} value=${stages && html`<${Scene} view=${view} Drawn=${game.Staged} goOn=${acts.goOn} seat=${page === "seat"} />`}>${face}<//>
    </div>
    ${stages && html`<div class="foot">${me.seat_at && page !== "seat" && html`<${Phones} address=${me.seat_at} />`}<${Draws} view=${view} acts=${acts} /></div>`}
    ${begins && mayBegin && html`<${NewGame} acts=${acts} close=${() => setBegins(false)} replaces=${!view.waiting_for?.over} />`}`;
}

/** The castle of this phone is to act: the title of the tab says so, and the phone shakes once. */
function useTurnAlert(game, view, seat) {
  const mine = Boolean(seat?.castle) && view.waiting_for?.color === seat.castle;
  useEffect(() => {
    document.title = mine ? say("your-turn") : say("app");
    if (mine && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  }, [mine]);
}

/** The head: what the table waits for, in large letters, with the one step that is next; of a replay, which game and how it stood. */
function Head({ state, replayed, me, game: present, acts, page, plays, newGame, choose, lookAgain }) {
  const { link, since } = state;
  const replays = page === "replay";
  const { view, table, game } = replays ? { view: replayed?.view ?? {}, table: null, game: replayed?.module } : { ...state, game: present };
  const inUse = view.waiting_for?.step === "owner";
  const end = replays ? { text: replayed ? say("replay-of", replayed) : say("view-replay") } : inUse ? null : game.outcome(view);
  const stops = plays && progress(game.tour, me.page, view).stop;
  const next = replays ? {} : view.question?.starts_hourglass ? { text: say("hourglass-start"), by: "knob" } : game.nextStep(view);
  const turns = arrowTurns(view, table);
  const seconds = Math.ceil(useSecondsLeft(view.countdown ?? null, view)); // until a bot goes on
  const [spun, setSpun] = useState(false); // the arrow turns, or came to rest within two seconds
  useEffect(() => { const timer = setTimeout(setSpun, turns ? 0 : 2_000, turns); return () => clearTimeout(timer); }, [turns]);
  const { scene = null } = replays ? {} : view;
  const ended = Boolean(!scene && !inUse && newGame && view.seq > 0 && view.waiting_for?.over);
  const deed = ended ? () => acts.post(`/api/game/again?language=${language()}`, {}) : scene ? acts.goOn && (() => acts.goOn(false)) : stops || inUse || (botActs(view, table) && !next.forBot) ? null : { knob: plays && !view.menu_open ? () => acts.press("knob") : null, new_game: newGame }[next.by] ?? null;
  const color = scene ? scene.drawn.color : replays || stops ? null : (end?.color ?? game.cloth(view));
  return html`<header class="banner">
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); regainFocus(true); }}>${say(["replay", "owner"].includes(page) ? "skip-main" : "skip")}</a>
    <div class="top"><h1>${me.name || say("app")}</h1>${game && html`<${game.Status} view=${view} />`}${view.practice && html`<span title=${say("new-practice")}>${say(view.checks ? "practice-checks" : "practice-on")}</span>`}${replays && view.players?.map(({ color }) => color && html`<${Named} key=${color} color=${color} name=${game.nameOf(color)} />`)}
      <span class="link" role="status" data-state=${link}>${since ? say("behind-since", { time: since.toLocaleString(language(), { dateStyle: "short", timeStyle: "short" }) }) : say(link ?? "connecting")}</span>
      <${Newer} disturbs=${view.hourglass?.state === "running"} />
      ${newGame && html`<${Button} quiet onClick=${newGame}>${say("new-open")}<//>`}
      ${me.seats && page !== "seat" && html`<a class="button open-hand" href="/seat">${say("view-seat")}</a>`}
      <${Menu} view=${view} table=${plays ? table : null} me=${me} page=${page} acts=${acts} choose=${choose} lookAgain=${lookAgain} /></div>
    <div class="now"><${Prompt} silent=${Boolean(view.countdown)} mark=${color && html`<${Patch} color=${color} />`}>${scene ? scene.title : turns ? say("arrow-turns") : stops ? say("tour-stop") : end?.text ?? (game.prompt(view, personAt(view, view.waiting_for?.color), view.countdown ? seconds : -1) || view.waiting_for?.text)}${view.menu_open && html` <small class="hint">${say("menu-open")}</small>`}<//>
      ${spun && table && html`<${Spinner} table=${table} />`}
      ${deed && html`<${Button} key="next" primary aria-disabled=${turns && !scene ? "true" : null} onClick=${turns && !scene ? null : deed}>${ended ? say("rematch") : scene ? say("go-on") : next.text}<//>`}
      <${Clock} view=${view} /></div>
    ${view.voice && html`<p class="said" role="status" aria-live="polite" aria-label=${say("said")}><span lang=${view.voice.language}>${view.voice.text}</span></p>`}
  </header>`;
}

/** Where else to go, and what a viewer chooses for this browser: language, light or dark. */
const Menu = memo(({ view, table, me, page, acts, choose, lookAgain }) => {
  const virtual = me.table === "virtual";
  const there = { table: virtual, seat: me.seats };
  const pick = (name, options, chosen, set) => html`<label>${say(name)}<select name=${name} value=${chosen} onChange=${(event) => set(event.target.value)}>
    ${options.map(([value, words]) => html`<option key=${value} value=${value} ...${name === "language" ? { lang: value } : {}}>${words}</option>`)}</select></label>`;
  return html`<${Folded} title=${`☰ ${say("menu")}`}>
    <nav aria-label=${say("views")}>${PAGES.filter(([name]) => there[name] ?? true).map(([name, path]) => html`<a key=${name} href=${!virtual && name === "spectator" ? "/" : path} aria-current=${name === page ? "page" : null}>${say(`view-${name}`)}</a>`)}
      <a href="/spectator#tv">${say("view-tv")}</a></nav>
    <${Speeds} view=${view} table=${table} acts=${acts} />
    ${pick("language", Object.entries(LANGUAGES), language(), choose)}
    ${pick("sound", ["off", "on"].map((name) => [name, say(`sound-${name}`)]), sound(), setSound)}
    ${pick("theme", THEMES.map((name) => [name, say(`theme-${name}`)]), theme(), setTheme)}
    ${me.logged_in && html`<${Button} quiet onClick=${() => acts.logout().then(lookAgain)}>${say("logout")}<//>`}
  <//>`;
});

/** What comes before the next step; `acts` is null for spectators, who cannot answer. */
function Notes({ view, acts, seatOf }) {
  const { question = null, resumed = null, unwritten = 0, to_move: moves = [], errands = [], locked = false } = view;
  const answer = (name) => say(question.step === "practice" ? `practice-${name}` : name);
  const notes = [
    question && !question.starts_hourglass && acts && html`<div key="question" class="asked">${question.text && html`<p><${Explained} text=${question.text} /></p>`}
      <div class="ends"><${Button} primary onClick=${() => acts.answer(true)}>${answer("yes")}<//> ${question.no && html`<${Button} onClick=${() => acts.answer(false)}>${answer("no")}<//>`}</div></div>`,
    resumed && html`<p key="resumed">${say("resumed", { number: resumed.actions })}${resumed.compare.length > 0 ? ` ${say("compare")} ` : ""}
      ${resumed.compare.map(({ text }) => text).join(", ")}</p>`,
    moves.length > 0 && html`<div key="moves" class="moves"><b>${say("to-move")}</b><ul>${moves.map((move) => html`<li key=${move}>${move}</li>`)}</ul>
      ${acts && html`<${Button} onClick=${() => acts.post("/api/corrections/put-right", {})}>${say("put-right")}<//>`}</div>`,
    ...errands.map(({ castle, text, done }) => html`<p key=${`errand-${castle}`} class="errand"><${Named} ...${seatOf(castle, view)} />: <${Explained} text=${text} />
      ${done && acts && html`<${Button} primary onClick=${() => acts.post("/api/errands/done", { castle })}>${say("errand-done")}<//>`}</p>`),
    locked && !acts && html`<p key="locked" class="hint lock">${say("locked")}</p>`,
    unwritten > 0 && html`<p key="unwritten" class="complaint">${say("unwritten", { number: unwritten })}</p>`,
  ].filter(Boolean);
  return html`<div class="notes" role="status" aria-live="polite" hidden=${notes.length === 0}>${notes}</div>`;
}
