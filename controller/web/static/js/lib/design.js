// The design's components: buttons, forms, dialogs, toasts, tables, tabs, prompt, skeletons, empty states and error pages.
import { Component, html, useEffect, useLayoutEffect, useListeners, useRef, useState } from "./view.js";
import { say } from "./texts.js";

/** `primary`: the one next action of a screen; `quiet`: one that hardly anybody needs. Everything else goes to the button. */
export function Button({ primary = false, quiet = false, class: more = "", children, ...rest }) {
  const look = primary ? "do" : quiet ? "quiet" : "";
  return html`<button type="button" class=${`${look} ${more}`.trim() || null} ...${rest}>${children}</button>`;
}

/** Gets a file with `get()`, null where there is none, while the button says `waits`, and lets the browser keep it as `name`. */
export function Download({ get, name, words, waits = words, ...rest }) {
  const [busy, setBusy] = useState(false);
  async function load() {
    setBusy(true);
    const file = await get();
    setBusy(false);
    if (!file) return;
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(URL.revokeObjectURL, SHOWN_MS, link.href);
  }
  return html`<${Button} ...${rest} aria-busy=${String(busy)} disabled=${busy || rest.disabled} onClick=${load}>${busy ? waits : words}<//>`;
}

/** A labelled input, a text of `rows`, or a select where there are `options`, pairs of value and words; `hint` and `error` are read with it. */
export function Field({ label, name, options = null, value, hint = "", error = "", ...rest }) {
  const told = hint || error ? `${name}-told` : null;
  const look = { id: `field-${name}`, name, "aria-describedby": told, "aria-invalid": error ? "true" : null, ...rest };
  return html`<div class="form-field">
    <label for=${`field-${name}`}>${label}</label>
    ${options ? html`<select ...${look} value=${value}>${options.map(([one, words]) => html`<option key=${one} value=${one}>${words}</option>`)}</select>`
      : html`<${rest.rows ? "textarea" : "input"} autocomplete="off" ...${look} value=${value} />`}
    ${told && html`<p id=${told} class=${error ? "complaint" : "hint"} role=${error ? "alert" : null}>${error || hint}</p>`}
  </div>`;
}

export const Check = ({ label, name, ...rest }) => html`<label class="check"><input type="checkbox" name=${name} ...${rest} /><span>${label}</span></label>`;

/** One of several as radio buttons; `options` are pairs of value and words. */
export function Choice({ legend, name, options, value, onChange, ...rest }) {
  return html`<fieldset class="choice" ...${rest}>
    <legend>${legend}</legend>
    ${options.map(([one, words]) => html`<label key=${one}>
      <input type="radio" name=${name} value=${one} checked=${one === value} onChange=${() => onChange(one)} /><span>${words}</span>
    </label>`)}
  </fieldset>`;
}

/** What a button of the head unfolds; Escape and a tap elsewhere fold it again. `label` is read instead of `title`. */
export function Menu({ title, label = null, children }) {
  const menu = useRef();
  const keydown = ({ key }) => key === "Escape" && menu.current.open && (menu.current.open = false, menu.current.firstElementChild.focus());
  useListeners({ keydown, pointerdown: ({ target }) => menu.current.contains(target) || (menu.current.open = false) });
  return html`<details class="prefs" ref=${menu}><summary aria-label=${label}>${title}</summary><div class="sheet">${children}</div></details>`;
}

/** A modal dialog; `onClose()` is called when it closes, also by Escape. Closing gives the focus back to where it was. */
export function Dialog({ title, onClose, class: more = "", children }) {
  const element = useRef();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return html`<dialog ref=${element} class=${more} aria-label=${title}
      onCancel=${(event) => { event.preventDefault(); onClose(); }}>
    <header><h2>${title}</h2>
      <${Button} quiet class="close" aria-label=${say("close")} onClick=${onClose}>×<//></header>
    ${children}
  </dialog>`;
}

let putQuestion;

/** Asks in a dialog, `details` below; resolves to whether the answer is `yes`, which is what will be done. */
export const sure = (question, details = "", yes = say("yes")) => new Promise((answer) => { putQuestion({ question, details, yes, answer }); });

/** Where questions appear: once on a page. */
export function Question() {
  const [asked, put] = useState(null);
  putQuestion = put;
  const reply = (yes) => { put(null); asked.answer(yes); };
  return asked && html`<${Dialog} title=${asked.question} onClose=${() => reply(false)}>
    ${asked.details && html`<p>${asked.details}</p>`}<div class="ends"><${Button} primary autofocus onClick=${() => reply(true)}>${asked.yes}<//><${Button} onClick=${() => reply(false)}>${say("no")}<//></div><//>`;
}

const SHOWN_MS = 7_000;
let showToast = () => {};

/** Says in one line what was refused, or what was `done`; it goes by itself, a refusal also with an empty message. */
export const toast = (message, done = false) => showToast(message, done);

/** Where toasts appear: once on a page. */
export function Toasts() {
  const [said, show] = useState(null);
  showToast = (message, done) => show((last) => (message ? { message, done } : last?.done ? last : null));
  useEffect(() => { const timer = setTimeout(show, SHOWN_MS, null); return () => clearTimeout(timer); }, [said]);
  return html`<div class="notice" role=${said?.done ? "status" : "alert"} data-done=${said?.done ? "" : null} hidden=${said === null}>
    <p>${said?.message}</p><${Button} quiet aria-label=${say("close")} onClick=${() => show(null)}>×<//>
  </div>`;
}

/** Rows of cells below `head`; the first cell of a row names it. `keyOf(row, index)` keeps rows the same elements; the last may be the `total`. */
export function Table({ caption, head, rows, keyOf = (_, index) => index, total = false, class: more = "" }) {
  return html`<div class="table-scroll"><table class=${more}>
    ${caption && html`<caption>${caption}</caption>`}
    <thead><tr>${head.map((cell, at) => html`<th scope="col" key=${at}>${cell}</th>`)}</tr></thead>
    <tbody>${rows.map((row, index) => html`<tr key=${keyOf(row, index)} class=${total && index === rows.length - 1 ? "total" : null}>${row.map((cell, at) => at === 0
      ? html`<th scope="row" key=${at}>${cell}</th>` : html`<td key=${at}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** What is drawn when it is first in sight, anew while it is and when it goes; it stays, so that it keeps what was entered. */
class Kept extends Component {
  shouldComponentUpdate({ shown }) { return shown || this.props.shown; }

  render({ shown, content }) { return (this.seen ||= shown) && content; }
}

/** Tabs by the arrow keys; `tabs` are `{ id, title, content }`. With `all` each is in sight, as on a wide screen. */
export function Tabs({ label, tabs, chosen, onChoose, all = false }) {
  const list = useRef();
  const walk = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = (tabs.findIndex((tab) => tab.id === chosen) + step + tabs.length) % tabs.length;
    onChoose(tabs[at].id);
    list.current.children[at].focus();
  };
  return html`<div class="tabs">
    <div class="tab-list" role="tablist" aria-label=${label} ref=${list} onKeyDown=${walk}>
      ${tabs.map(({ id, title }) => html`<button key=${id} type="button" role="tab" id=${`tab-${id}`} aria-controls=${`panel-${id}`}
        aria-selected=${id === chosen ? "true" : "false"} tabindex=${id === chosen ? 0 : -1} onClick=${() => onChoose(id)}>${title}</button>`)}
    </div>
    ${tabs.map(({ id, content }) => html`<div key=${id} class="tab-panel" role="tabpanel" id=${`panel-${id}`} aria-labelledby=${`tab-${id}`}
      data-shown=${id === chosen ? "" : null}><${Kept} shown=${all || id === chosen} content=${content} /></div>`)}
  </div>`;
}

/** What stands where nothing is yet, and what to do about it. */
export const EmptyState = ({ title, children }) => html`<div class="empty-state"><p class="title">${title}</p>${children}</div>`;

export const Skeleton = ({ rows = 3 }) => html`<div class="skeleton" role="status" aria-busy="true"><p>${say("loading")}</p>${Array.from({ length: rows }, (_, at) => html`<i key=${at} />`)}</div>`;

/** The one prompt of a page, which is read out when it changes, unless `silent`; `mark` stands before it. */
export const Prompt = ({ mark = null, silent = false, children }) => html`<p class="waiting" role="status" aria-live=${silent ? "off" : "polite"}>${mark}<span class="what">${children}</span></p>`;

/** A whole page that says what went wrong and where to go from there. */
export const ErrorPage = ({ title, text, href = "/", action = say("error-home") }) =>
  html`<main id="main" class="error-page"><h1>${title}</h1><p>${text}</p><a class="button do" href=${href}>${action}</a></main>`;

export const Card = ({ title, class: more = "", children, ...rest }) => html`<section class=${`card ${more}`} ...${rest}>${title && html`<h2>${title}</h2>`}${children}</section>`;
