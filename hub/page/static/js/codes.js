// The codes of new players: they are kept in this tab, to be handed out or printed, until a steward says that all have theirs.
import { Button, Card, sure } from "./lib/design.js";
import { say } from "./lib/texts.js";
import { html, useEffect, useListeners, useState } from "./lib/view.js";

const KEPT = "royaltable.codes";
const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");

const keep = (codes) => (sessionStorage.setItem(KEPT, JSON.stringify(codes)), dispatchEvent(new Event("codes")));

/** Keeps the code of a player who is new: `{ name, code, qr }`. */
export const keepCode = (code) => keep([...kept(), code]);

/** Asks before codes go that cannot be shown again; returns whether none is left. */
export async function forgetCodes() {
  if (kept().length > 0 && await sure(say("codes-sure"), say("codes-sure-how"), say("codes-done"))) keep([]);
  return kept().length === 0;
}

/** A line on each page, which a new code unfolds. */
export function Codes() {
  const [codes, tell] = useState(kept);
  const [open, unfold] = useState(false);
  useListeners({ codes: () => { tell(kept()); unfold(true); } });
  useEffect(() => document.querySelector(".codes [open] li:last-child")?.scrollIntoView({ block: "center" }), [codes.length]);
  if (codes.length === 0) return null;
  return html`<${Card} class="codes"><details open=${open}><summary>${say("codes", { number: codes.length })}</summary>
    <div class="bar" role="status"><ul>${codes.map((each) => html`<li key=${each.code}><${Code} ...${each} /></li>`)}</ul>
      <div class="no-print"><p class="hint">${say("codes-how")}</p>
        <p class="ends"><${Button} onClick=${() => print()}>${say("codes-print")}<//><${Button} primary onClick=${forgetCodes}>${say("codes-done")}<//></p></div></div>
  </details><//>`;
}

/** A player's code as people read it out, with a picture for a phone's camera where there is one. */
export function Code({ name, code, qr = null }) {
  return html`<b>${name}</b><b class="code">${code.slice(0, 4)} ${code.slice(4)}</b>
    ${qr && html`<svg class="qr" role="img" aria-label=${say("codes-qr", { name })} viewBox=${`0 0 ${qr[0]} ${qr[0]}`}>
      <path fill="white" d=${`M0 0h${qr[0]}v${qr[0]}H0z`} /><path d=${qr[1]} /></svg>`}`;
}
