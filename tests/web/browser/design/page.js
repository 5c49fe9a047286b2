// Every component of the design on one page, which test_design.py compares with kept pictures. It stands in for main.js.
import { Button, Card, Check, Choice, Dialog, EmptyState, ErrorPage, Field, Prompt, Skeleton, Table, Tabs, toast, Toasts } from "./lib/design.js";
import { LineChart, Named, Patch } from "./lib/pieces.js";
import { language, LANGUAGES, rememberLanguage, say, speak, wantedLanguage } from "./lib/texts.js";
import { applyTheme, setTheme, theme, THEMES } from "./lib/theme.js";
import { html, render, useState } from "./lib/view.js";

const CASTLES = ["blue", "yellow", "purple", "grey"];
const SIZES = ["s", "m", "l", "xl", "xxl"];
const SIDE_BY_SIDE = { display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(min(22rem, 100%), 1fr))", gridAutoRows: "minmax(16rem, auto)", gap: "14px", marginTop: "14px" };
const SWATCHES = { display: "grid", gridTemplateColumns: "repeat(4, minmax(0, 1fr))", gap: "4px 8px", fontSize: ".7rem" };
const SWATCH = { display: "block", height: "1.6em", border: "1px solid var(--edge)", borderRadius: "4px" };
const tokens = getComputedStyle(document.documentElement);
const colours = [...document.styleSheets[0].cssRules[0].style].filter((name) => /^(#|light-dark)/.test(tokens.getPropertyValue(name)));

/** Titles are names of the code; all other words are the page's own, in the language that was chosen. */
function Design() {
  const [dark, setDark] = useState(theme());
  const [castle, choose] = useState("blue");
  const [tab, open] = useState("board");
  const [asks, ask] = useState(false);
  const castles = CASTLES.map((color) => [color, say(color)]);
  const dress = (name) => { setTheme(name); setDark(name); };
  const translate = (name) => { rememberLanguage(name); start(); };
  const chart = CASTLES.map((color, at) => ({ color, name: say(color), dash: "", values: [0, 4 + at, 9 - 2 * at, 12 + at] }));
  return html`<header class="banner"><div class="top"><h1>${say("app")}</h1></div>
      <div class="now"><${Prompt} mark=${html`<${Patch} color="blue" />`}>${say("put-right")}<//></div></header>
    <div style=${SIDE_BY_SIDE}>
      <${Card} title="Button"><div class="ends">
        <${Button} primary>${say("new-open")}<//><${Button}>${say("yes")}<//><${Button} quiet>${say("no")}<//><${Button} disabled>${say("gate")}<//></div><//>
      <${Card} title="Field, Check"><div class="side"><${Field} label=${say("login-pin")} name="pin" hint=${say("login-lead-referee")} />
        <${Field} label=${say("language")} name="language" value=${language()} options=${Object.entries(LANGUAGES)} onChange=${({ target }) => translate(target.value)} />
        <${Field} label=${say("seat-code")} name="code" value="12" error=${say("login-wrong-pin")} /><${Check} label=${say("speed")} name="speed" /></div><//>
      <${Card} title="Choice"><div class="side"><${Choice} legend=${say("theme")} name="theme" options=${THEMES.map((name) => [name, say(`theme-${name}`)])} value=${dark} onChange=${dress} />
        <${Choice} legend=${say("view-table")} name="castle" options=${castles} value=${castle} onChange=${choose} /></div><//>
      <${Card} title="Dialog, Toasts"><div class="ends"><${Button} onClick=${() => ask(true)}>Dialog<//><${Button} onClick=${() => toast(say("gate-missed"))}>Toast<//></div><//>
      <${Card} title="Table"><${Table} caption=${say("views")} head=${[say("view-table"), say("gate"), say("tray")]} rows=${CASTLES.map((color, at) => [html`<${Named} color=${color} />`, at, 12 - at])} /><//>
      <${Card} title="Tabs"><${Tabs} label=${say("tabs")} chosen=${tab} onChoose=${open}
        tabs=${["board", "hand", "story"].map((id) => ({ id, title: say(`tab-${id}`), content: say(`tab-${id}`) }))} /><//>
      <${Card} title="EmptyState"><${EmptyState} title=${say("error-missing")}><${Button}>${say("error-home")}<//><//><//>
      <${Card} title="Skeleton"><${Skeleton} /><//>
      <${Card} title="LineChart" class="chart"><${LineChart} caption=${say("view-table")} rounds=${[0, 1, 2, 3]} lines=${chart} /><//>
      <${Card} title="tokens.css: --t">${SIZES.map((size) => html`<p key=${size} style=${{ font: `700 var(--t-${size})/1.3 var(--serif)` }}>${size} 123</p>`)}<//>
      <${Card} title="tokens.css"><ul style=${SWATCHES}>${colours.map((name) => html`<li key=${name}><i style=${{ ...SWATCH, background: `var(${name})` }} />${name.slice(2)}</li>`)}</ul><//>
    </div>
    <${ErrorPage} title=${say("error-missing")} text=${say("gate-missed")} />
    <${Toasts} />
    ${asks && html`<${Dialog} title=${say("put-right")} onClose=${() => ask(false)}><p>${say("gate-missed")}</p>
      <div class="ends"><${Button} primary onClick=${() => ask(false)}>${say("yes")}<//><${Button} onClick=${() => ask(false)}>${say("no")}<//></div><//>`}`;
}

async function start() {
  await speak(wantedLanguage("en"));
  render(html`<${Design} key=${language()} />`, document.getElementById("page"));
  document.body.classList.add("drawn");
}

applyTheme();
await start();
