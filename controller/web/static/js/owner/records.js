// What the table has recorded since its start: graphs of the last day, and the latest lines of its log.
import { Card, Check, EmptyState } from "../lib/design.js";
import { linePoints } from "../lib/pieces.js";
import { language, say, shownTime } from "../lib/texts.js";
import { html, usePolled, useState } from "../lib/view.js";

export const LOOK_MS = 10_000; // between two looks
const GRAPHS = { celsius: false, memory_mib: false, pieces: true, faults: true }; // whether it is counted in a minute, and drawn from zero
const HEIGHT = 40;

export function History({ owner, shown }) {
  const [measured] = usePolled(() => owner.get("/api/owner/history"), LOOK_MS, shown);
  const minutes = measured?.memory_mib.length ?? 0;
  if (minutes < 2) return null;
  const since = { hours: Math.floor((minutes - 1) / 60), minutes: (minutes - 1) % 60 }; // no date: both clocks may be wrong
  return html`<${Card} class="wide" title=${say("owner-history")}><p class="hint">${say("owner-history-since", since)}</p>
    <div class="graphs">${Object.entries(GRAPHS).map(([name, counted]) => html`<${Graph} key=${name} name=${name} counted=${counted} values=${measured[name].filter((value) => value !== null)} />`)}</div><//>`;
}

/** A line without axes: its caption says what there is to know. */
function Graph({ name, counted, values }) {
  if (values.length === 0) return null; // the machine cannot measure it
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = linePoints([values[0], ...values], values.length, HEIGHT, counted ? 0 : least);
  const whole = (number) => Math.round(number).toLocaleString(language());
  const told = { now: whole(values.at(-1)), least: whole(least), most: whole(most), total: whole(values.reduce((sum, value) => sum + value, 0)) };
  return html`<figure><figcaption><b>${say(`owner-graph-${name}`)}</b> ${say(counted ? "owner-graph-counted" : "owner-graph-measured", told)}</figcaption>
    <svg viewBox=${`0 -2 ${values.length} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true"><polyline points=${points} /></svg></figure>`;
}

export function Log({ owner, shown }) {
  const [warnings, setWarnings] = useState(false);
  const [found] = usePolled(() => owner.get(`/api/owner/log?language=${language()}`), LOOK_MS, shown);
  const lines = (found ?? []).filter(({ warning }) => warning || !warnings).reverse();
  return html`<${Card} class="wide" title=${say("owner-log")}><p class="hint">${say("owner-log-note")}</p>
    <${Check} label=${say("owner-log-warnings")} name="log-warnings" checked=${warnings} onChange=${({ target }) => setWarnings(target.checked)} />
    ${lines.length === 0 ? html`<${EmptyState} title=${say("owner-log-empty")} />` : html`<ol class="findings log" tabindex="0" aria-label=${say("owner-log")}>
      ${lines.map(({ written_utc, warning, sentence, details }, at) => html`<li key=${lines.length - at} class=${`finding-${warning ? "warning" : "note"}`}>
        <small>${shownTime(written_utc, "medium")}${warning && ` · ${say("owner-log-warning")}`}</small>${sentence}<small lang="en">${details}</small></li>`)}</ol>`}<//>`;
}
