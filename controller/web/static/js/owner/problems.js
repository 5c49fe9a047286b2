// What is wrong at the table, worst first, and its cure: a button where the page can help, else the command to run.
import { Button, Field } from "../lib/design.js";
import { say, shownTime } from "../lib/texts.js";
import { html, submitted } from "../lib/view.js";

const RANK = ["error", "warning", "note"];

/** On a phone it is one line but at the devices. */
export function Problems({ owner }) {
  const found = problemsOf(owner);
  const { checking, checked } = owner;
  const first = found.find(({ key, cure }) => cure || key === "device supply"); // a weak supply has no button, and is the cause of others
  const number = found.filter(({ severity }) => severity !== "note").length;
  return html`<section class="card problems" aria-labelledby="problems-title" data-fine=${number === 0 && !checking ? "" : null} data-folded=${owner.chosen === "devices" ? null : ""}>
    <header><div role="status"><h2 id="problems-title" tabindex="-1">${number === 0 && checking ? say("owner-checking") : say("owner-problems", { number })}</h2>${!checking && html`<small>${say("owner-checked", { time: shownTime(checked) })}</small>`}</div>
      <${Button} class="again" aria-busy=${checking ? "true" : null} onClick=${() => checking || owner.examine()}>${say(checking ? "owner-checking" : "owner-examine")}<//>
      ${found.length > 0 && html`<${Button} class="unfold" onClick=${() => owner.go("devices", "problems-title")}>${say("owner-show")}<//>`}</header>
    ${found.length > 0 && html`<ul class="findings">${found.map((one) => html`<${Problem} key=${one.key} one=${one} primary=${one === first && number > 0} />`)}</ul>`}
  </section>`;
}

/** A form of one field and, beside it, the button that `does` it; the rest goes to the field. */
export const Bar = ({ done, does, disabled, ...field }) => html`<form class="bar" onSubmit=${submitted(done)}><${Field} ...${field} /><${Button} type="submit" disabled=${disabled}>${does}<//></form>`;

/** What the table says for support, in English. */
export const Details = ({ text }) => text && html`<details><summary>${say("owner-details")}</summary><p lang="en">${text}</p></details>`;

function Problem({ one, primary }) {
  return html`<li class=${`finding-${one.severity}`}>
    <div><b lang=${one.lang}>${one.title}</b>${one.text && html`<p>${one.text}</p>`}${one.then && html`<p class="hint" lang="en">${one.then}</p>`}
      <${Details} text=${one.details} /></div>
    ${one.cure && html`<${Button} primary=${primary} onClick=${one.cure}>${one.says}<//>`}
    ${one.command && html`<code class="command">${one.command}</code>`}
  </li>`;
}

function problemsOf(owner) {
  const { overview, findings } = owner;
  const { devices, stickers } = overview;
  const lost = devices.filter(({ ok }) => !ok);
  const mending = (device) => device.mends && { says: say(`owner-${device.mends}-device`), cure: () => owner.mend(device) };
  const found = lost.map((device) => ({ key: `device ${device.name}`, severity: "error", title: say("owner-lost", { device: device.label }), text: say(device.mends === "test" ? "owner-cure-test" : `owner-cure-${device.name}`, {}, say("owner-retries")), details: device.text, ...mending(device) }));
  for (const device of devices) if (device.ok && device.mends) found.push({ key: `firmware ${device.name}`, severity: "warning", title: say("owner-firmware", { device: device.label }), ...mending(device) });
  if (!overview.password) found.push({ key: "password", severity: "error", title: say("owner-no-password"), text: say("owner-no-password-then"), says: say("owner-set-password"), cure: () => owner.go("access", "field-new-password") });
  if (overview.guessed) found.push({ key: "guessed", severity: "warning", title: say("owner-guessed"), text: say("owner-guessed-then"), says: say("owner-pin-new"), cure: () => owner.go("access", "new-pin") });
  const unnamed = stickers.tiles - stickers.taught;
  if (unnamed > 0 && !stickers.doing) found.push({ key: "stickers", severity: "warning", title: say("owner-untaught", { number: unnamed }), says: say("owner-teach"), cure: () => owner.go("devices", "teach") });
  const number = stickers.missing.length;
  if (number > 0 && !stickers.doing) found.push({ key: "missing", severity: "warning", title: say("owner-missed", { number }), says: say("owner-census"), cure: () => owner.go("devices", "census") });
  const { made_utc, is_due, fault } = overview.backup;
  const backUp = { says: say("owner-go", { where: say("owner-tab-system") }), cure: () => owner.go("system", "backup") };
  if (fault) found.push({ key: "backup failed", severity: "error", title: say("owner-backup-failed"), text: say("owner-cure-backup"), details: fault, ...backUp });
  else if (is_due) found.push({ key: "backup", severity: "warning", title: say(made_utc ? "owner-backup-old" : "owner-backup-none"), text: say("owner-backup-monthly"), ...backUp });
  if (overview.restore) found.push({ key: "restore", severity: "warning", title: say("owner-restore-waits"), text: say("owner-restore-waits-then"), says: say("owner-restart-now"), cure: owner.restart });
  if (overview.restored) {
    const { made_utc, kept, fault } = overview.restored;
    found.push({ key: "restored", severity: fault ? "error" : "note", title: say(fault ? "owner-not-restored" : "owner-restored-of", { time: made_utc && shownTime(made_utc) }),
      text: say(fault ? "owner-not-restored-kept" : "owner-restored-kept", { files: kept.join(", ") }), details: fault, says: say("close"), cure: () => owner.act("/api/owner/restore/dismiss") });
  }
  for (const { code, severity, device, cause, cure, command, mended_at: place } of findings) {
    const known = found.find(({ key, then }) => key === `device ${device}` && !then);
    if (known) {
      Object.assign(known, { then: [cause, cure, code].filter(Boolean).join(" · "), command });
      continue;
    }
    found.push({ key: `${code} ${device} ${cause}`, severity, title: cause, then: [cure, code].filter(Boolean).join(" · "), lang: "en", command,
      ...(place && { says: say("owner-go", { where: say(`owner-tab-${place[0]}`) }), cure: () => owner.go(...place) }) });
  }
  return found.sort((one, other) => RANK.indexOf(one.severity) - RANK.indexOf(other.severity));
}
