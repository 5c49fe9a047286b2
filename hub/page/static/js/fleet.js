// The fleet for the room's owner: each table's version, what it does of what the room wants, what its doctor found.
import { Button, Card, Download, EmptyState, Field } from "./lib/design.js";
import { say } from "./lib/texts.js";
import { html, submitted, usePolled, useState } from "./lib/view.js";
import { asked, flag, Frame, may } from "./frame.js";

const EVERY_MS = 5000;

export function Fleet() {
  const [fleet, load] = usePolled(() => asked("/api/fleet"), EVERY_MS, may("owner"));
  if (!may("owner")) return html`<${Frame} here="fleet"><main id="main" class="narrow"><${EmptyState} title=${say("fleet-owners")}><p>${say("fleet-owners-how")}</p><//></main><//>`;
  if (!fleet) return html`<${Frame} here="fleet" />`;
  const { rollout } = fleet;
  const names = new Map(fleet.tables.map(({ table, name }) => [table, name]));
  return html`<${Frame} here="fleet"><main id="main" class="book">
    ${rollout && html`<p class="card" role="status" data-stopped=${flag(rollout.stopped)}>
      ${say(rollout.stopped ? "fleet-stopped" : "fleet-update", { version: rollout.version, ring: rollout.ring, of: rollout.of, why: rollout.stopped })}</p>`}
    ${fleet.codes.length > 0 && html`<${Card} title=${say("fleet-codes")}><ul class="rows">${fleet.codes.map(({ code, severity, tables }) => html`
      <li key=${`${severity} ${code}`} data-severity=${severity}><b>${code}</b><span class="facts">${tables.map((table) => names.get(table) ?? table).join(", ")}</span></li>`)}</ul><//>`}
    <div class="fleet">${fleet.tables.map((seen) => html`<${Row} key=${seen.table} seen=${seen} load=${load} />`)}</div>
    ${fleet.tables.length === 0 && html`<${EmptyState} title=${say("room-empty")}><p>${say("room-empty-how")}</p><//>`}
  </main><//>`;
}

function Row({ seen, load }) {
  const [told, tell] = useState("");
  const { table, online, reported } = seen;
  async function act(what, more = {}) {
    tell(say("fleet-asked"));
    const answer = await asked("/api/fleet/ask", { table, do: what, ...more });
    tell(answer === null ? "" : say("fleet-done"));
    if (answer !== null) await load();
    return answer;
  }
  const facts = [say(online ? "fleet-here" : "room-away"), seen.version, seen.ring && say("fleet-ring", { ring: seen.ring }),
    reported?.update && say(`fleet-update-${reported.update.state}`, { version: reported.update.version })];
  return html`<section class="card" data-table=${table} data-state=${online ? "here" : "away"}>
    <h2><a href=${`/table/${table}`}>${seen.name}</a></h2>
    <p class="facts">${facts.filter(Boolean).join(" · ")}</p>
    <ul class="rows">
      ${seen.house.map(({ part, game, hash, state, why }) => html`<li key=${`${part} ${game}`} data-state=${state}>
        <span>${say(`fleet-part-${part}`)}${game ? ` (${game})` : ""}: <b>${say(`fleet-state-${state}`)}</b></span><code class="facts">${hash}</code>${why && html`<span class="who">${why}</span>`}</li>`)}
      ${seen.findings.map(({ code, severity, device, cause, cure }, at) => html`<li key=${at} data-severity=${severity}>
        <b>${code}</b><span class="facts">${device}</span><span class="who">${cause} ${cure}</span></li>`)}
      ${seen.examined && seen.findings.length === 0 && html`<li>${say("fleet-well")}</li>`}
    </ul>
    <p class="ends">
      <${Button} disabled=${!online} onClick=${() => act("identify")}>${say("book-identify")}<//>
      <${Button} disabled=${!online} onClick=${() => act("doctor")}>${say("fleet-doctor")}<//>
      <${Download} disabled=${!online} get=${() => act("report")} name=${`${table}-report.zip`} words=${say("fleet-report")} />
    </p>
    <form class="bar" onSubmit=${submitted(({ text }) => act("message", { text }))}>
      <${Field} label=${say("fleet-text")} name="text" maxlength="80" required /><${Button} type="submit" disabled=${!online}>${say("fleet-message")}<//>
    </form>
    <p class="told" role="status">${told}</p>
  </section>`;
}
