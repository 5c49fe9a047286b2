// What all pages of the hub share: the client's roles, the head with its links, the log-in, the stream, the hub's clock.
import { ask } from "./lib/api.js";
import { Button, Dialog, Field, Menu, Question, Skeleton, Toasts, toast } from "./lib/design.js";
import { connect } from "./lib/live.js";
import { language, LANGUAGES, rememberLanguage, say, speak, wantedLanguage } from "./lib/texts.js";
import { Newer, Patch as Cloth } from "./lib/pieces.js";
import { setTheme, theme, THEMES } from "./lib/theme.js";
import { html, submitted, useEffect, useState } from "./lib/view.js";
import { Codes, forgetCodes } from "./codes.js";

const ANONYMOUS = { roles: [], logged_in: false, name: "", language: language() };

/** The client's roles, login, name and language, as `/api/me` returns them. */
export let me = ANONYMOUS;
export const may = (role) => me.roles.includes(role);
let draw = () => {};

/** Renders the page with `render` now, and again after a log-in, a log-out or a change of language. */
export async function begin(render) {
  await lookAgain();
  await speak(wantedLanguage(me.language));
  draw = render;
  draw();
}

/** Asks for the client's roles again, and renders the page for them. */
async function lookAgain() {
  me = (await ask("/api/me")).value ?? ANONYMOUS;
  draw();
}

/** The value of an attribute that is there or not. */
export const flag = (on) => (on ? "" : null);

let ahead_s = 0; // the hub's clock before this browser's: what came soonest is nearest

function setClock(now_s) {
  const measured_s = now_s - performance.now() / 1000;
  ahead_s = Math.abs(measured_s - ahead_s) > 30 ? measured_s : Math.max(measured_s, ahead_s - 0.02); // both clocks may run apart
}

/** Seconds on the hub's clock. */
export const now = () => performance.now() / 1000 + ahead_s;

/** The latest values of a stream by name, and `link`: connecting, live or behind. */
export function useStream(path, names) {
  const [values, setValues] = useState({});
  const [link, setLink] = useState("connecting");
  useEffect(() => connect(language(), (name, value) => {
    if (value.now_s) setClock(value.now_s);
    setValues((all) => ({ ...all, [name]: value }));
  }, (state) => {
    setLink(state);
    document.body.classList.toggle("behind", state === "behind");
  }, ["clock", ...names], path).close, [path]);
  return { ...values, link };
}

/** Sends a request; returns its value, or null if refused. `tell` gets the reason, in the page's language if it has a text for it, or "". */
export async function asked(path, body, tell = (why) => why && toast(why)) {
  const { ok, status, code, message, value } = await ask(path, body);
  if (status === 401) await lookAgain();
  tell(ok ? "" : say(`refusal-${code ?? status}`, {}, message));
  return ok ? value ?? {} : null;
}

const PLACES = [["room", "/"], ["games", "/games"], ["players", "/players"], ["records", "/records"], ["mine", "/mine"], ["tournament", "/tournament"]];

/** A page with its head: `here` is its place, `title` and `counts` stand beside the places, `tools` beside the log-in, `line` below, `tv` is its address for a television. */
export function Frame({ here, title, counts = "", tools = null, line = null, link = null, tv = "/tv", children }) {
  const [opened, open] = useState(false);
  const places = [...PLACES, ...(may("owner") ? [["fleet", "/fleet"]] : []), ["tv", tv]];
  return html`<header class="banner">
      <a class="skip" href="#main">${say(here === "room" ? "room-skip" : "skip-main")}</a>
      <nav class="places" aria-label=${say("views")}>
        ${places.map(([name, path]) => html`<a key=${name} href=${path} aria-current=${name === here ? "page" : null}>${say(`place-${name}`)}</a>`)}
      </nav>
      <div class="top">
        <h1>${title ?? (me.name || say("place-room"))}</h1><span class="counts">${counts}</span>
        ${link && html`<span class="link" role="status" data-state=${link}>${say(`room-${link}`)}</span>`}
        <${Newer} />${tools}
        ${me.logged_in ? html`<${Button} quiet onClick=${leave}>${say("logout")}<//>` : me.log_in_at ? html`<${WayToLogin} />` : html`<${Button} quiet onClick=${() => open(true)}>${say("room-login")}<//>`}
        <${Prefs} />
      </div>
      ${line && html`<div class="now">${line}</div>`}
    </header>
    ${may("steward") && html`<${Codes} />`}
    ${children || html`<main id="main"><${Skeleton} /></main>`}
    <${Toasts} /><${Question} />
    ${opened && html`<${Dialog} title=${say("room-login")} onClose=${() => open(false)}><${Login} /><//>`}`;
}

const leave = async () => await forgetCodes() && ask("/api/logout", {}).then(lookAgain);

const WayToLogin = () => html`<a class="button quiet" href=${me.log_in_at + location.pathname + location.search}>${say("room-login")}</a>`;

/** The page for those who may not look: only the way in. */
export function Door() {
  return html`<main id="main" class="narrow">${me.log_in_at ? html`<${WayToLogin} />`
    : html`<section class="card"><h2>${say("room-login")}</h2><${Login} /></section>`}</main>`;
}

function Login() {
  const [trouble, setTrouble] = useState("");
  async function enter({ secret }, form) {
    const answer = await ask("/api/login", { [/^\d{1,12}$/.test(secret) ? "pin" : "password"]: secret });
    form.reset();
    if (answer.ok) await lookAgain();
    else setTrouble(answer.status === 403 ? say("room-login-wrong") : answer.message);
  }
  return html`<form class="form-stack" onSubmit=${submitted(enter)}>
    <${Field} label=${say("room-login-secret")} name="secret" type="password" autocomplete="current-password" required maxlength="200" autofocus error=${trouble} />
    <${Button} primary type="submit">${say("room-login-enter")}<//>
  </form>`;
}

function Prefs() {
  const choose = ({ target }) => (rememberLanguage(target.value), speak(target.value).then(() => draw()));
  const code = language().toUpperCase();
  return html`<${Menu} title=${code} label=${`${code}: ${say("language")} ${LANGUAGES[language()]}`}>
      <${Field} label=${say("language")} name="language" value=${language()} options=${Object.entries(LANGUAGES)} onChange=${choose} />
      <${Field} label=${say("theme")} name="theme" value=${theme()} options=${THEMES.map((each) => [each, say(`theme-${each}`)])} onChange=${({ target }) => setTheme(target.value)} />
  <//>`;
}

/** A patch of a player's cloth with its name for those who do not see it. */
export const Patch = ({ color }) => html`<${Cloth} color=${color} /><span class="unseen">${say(color)}</span>`;
