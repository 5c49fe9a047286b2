// What is wrong at the table, worst first, and its cure: a button where the page can help, else the command to run.
import { Button } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, useState } from "../lib/view.js";

const RANK = ["error", "warning", "note"];
const CURED_IN = [ // where the page itself can help with a finding of the doctor
  [/^RT-(CONFIG|PINS|OLED-LOOK)/, "system", "settings-text"], [/^RT-(ROOM|HUB|MQTT)/, "system", "room-state"],
  [/^RT-TAGS/, "devices", "teach"], [/^RT-(READER|DEVICE|BOARD|ARROW)/, "devices", "tab-devices"], [/^RT-JOURNAL/, "games", "verify"],
];

export function Problems({ owner }) {
  const found = problemsOf(owner);
  const checking = owner.findings === null;
  const number = found.filter(({ severity }) => severity !== "note").length;
  const first = found.find(({ cure }) => cure);
  return html`<section class="card problems" aria-labelledby="problems-title" data-fine=${number === 0 && !checking ? "" : null}>
    <header><div role="status"><h2 id="problems-title">${number === 0 && checking ? say("owner-checking") : say("owner-problems", { number })}</h2></div>
      <${Button} quiet aria-busy=${checking ? "true" : null} onClick=${() => checking || owner.examine()}>${say("owner-examine")}<//></header>
    ${found.length > 0 && html`<ul class="findings">${found.map((one) => html`<${Problem} key=${one.key} one=${one} primary=${one === first && number > 0} />`)}</ul>`}
  </section>`;
}

function Problem({ one, primary }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(one.command).then(() => setCopied(true), () => {});
  return html`<li class=${`finding-${one.severity}`}>
    <div><b lang=${one.lang}>${one.title}</b>${one.text && html`<p>${one.text}</p>`}${one.then && html`<p class="hint" lang=${one.lang}>${one.then}</p>`}
      ${one.details && html`<details><summary>${say("owner-details")}</summary><p lang="en">${one.details}</p></details>`}</div>
    ${one.cure && html`<${Button} primary=${primary} onClick=${one.cure}>${one.says}<//>`}
    ${one.command && html`<div class="command"><code>${one.command}</code>
      ${navigator.clipboard && html`<${Button} onClick=${copy}>${say(copied ? "owner-copied" : "owner-copy")}<//>`}</div>`}
  </li>`;
}

function problemsOf(owner) {
  const { overview, findings } = owner;
  const { devices, stickers } = overview;
  const lost = devices.filter(({ ok }) => !ok);
  const names = new Set(devices.map(({ name }) => name)); // the doctor repeats what they say of themselves
  const mending = (device) => device.mends && { says: say(`owner-${device.mends}-device`), cure: () => owner.mend(device) };
  const found = lost.map((device) => ({ key: `device ${device.name}`, severity: "error", title: say("owner-lost", { device: device.label }), text: say(`owner-cure-${device.name}`, {}, say("owner-retries")), details: device.text, ...mending(device) }));
  for (const device of devices) if (device.ok && device.mends) found.push({ key: `firmware ${device.name}`, severity: "warning", title: say("owner-firmware", { device: device.label }), ...mending(device) });
  if (!overview.password) found.push({ key: "password", severity: "error", title: say("owner-no-password"), says: say("owner-set-password"), cure: () => owner.go("access", "field-new-password") });
  if (overview.guessed) found.push({ key: "guessed", severity: "warning", title: say("owner-guessed"), text: say("owner-guessed-then"), says: say("owner-pin-new"), cure: () => owner.go("access", "new-pin") });
  const unnamed = stickers.tiles - stickers.taught;
  if (unnamed > 0 && !stickers.doing) found.push({ key: "stickers", severity: "warning", title: say("owner-untaught", { number: unnamed }), says: say("owner-teach"), cure: () => owner.go("devices", "teach") });
  if (overview.restore) found.push({ key: "restore", severity: "note", title: say("owner-restore-waits") });
  for (const { code, severity, device, cause, cure, command } of findings ?? []) {
    if (code === "RT-DEVICE-LOST" && names.has(device)) continue;
    const [, subject, id] = CURED_IN.find(([pattern]) => pattern.test(code)) ?? [];
    found.push({ key: `${code} ${device} ${cause}`, severity, title: cause, then: [cure, code].filter(Boolean).join(" · "), lang: "en", command,
      ...(subject && { says: say("owner-go", { where: say(`owner-tab-${subject}`) }), cure: () => owner.go(subject, id) }) });
  }
  return found.sort((one, other) => RANK.indexOf(one.severity) - RANK.indexOf(other.severity));
}
