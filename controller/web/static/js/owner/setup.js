// Set-up step by step: parts, gates, stickers, castle boards.
import { Button, Card, Choice } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, useEffect, usePolled, useRef, useState } from "../lib/view.js";
import { flash } from "./board_serial.js";
import { Mend, Readings, Stickers, useReadings, WATCH_MS } from "./devices.js";

const JUST_NOW_S = 1; // readings that the meter counts
const [WEAK_SHARE, GOOD_SHARE] = [0.01, 0.8]; // of the polls of a piece that lies still
const LOST = "NetworkError"; // of Web Serial: the port is in use, or the board was unplugged

export function SetUp({ owner, shown }) {
  const { playing } = owner.overview;
  return html`${playing && html`<p class="due wide" role="status">${say("owner-setup-playing")}</p>`}
    <${Parts} owner=${owner} /><${Test} owner=${owner} shown=${shown} /><${Gates} owner=${owner} shown=${shown} />${shown && html`<${Stickers} owner=${owner}><${Phone} owner=${owner} /><//>`}<${Boards} owner=${owner} />`;
}

const Step = ({ name, ...rest }) => html`<${Card} class=${`step-${name} ${name === "parts" ? "wide" : ""}`} title=${say(`owner-setup-${name}`)} ...${rest} />`;

function Parts({ owner }) {
  const { devices } = owner.overview;
  const missing = devices.filter((device) => !device.ok);
  return html`<${Step} name="parts">
    <p class="due" role="status">${say("owner-setup-found", { found: devices.length - missing.length, total: devices.length })}</p>
    <p>${devices.filter((device) => device.ok).map(({ label }) => label).join(" · ")}</p>
    <ul class="missing">${missing.map((device) => html`<li key=${device.name}><b class="bad">${device.label}</b> <span lang="en">${device.text}</span> <${Mend} owner=${owner} device=${device} /></li>`)}</ul>
    <p class="hint">${say("owner-setup-wiring")}</p><//>`;
}

/** The steps of `royaltable setup`; its words are English. */
function Test({ owner, shown }) {
  const [seen] = usePolled(() => owner.get("/api/owner/setup"), WATCH_MS, shown);
  if (seen === null) return null;
  const { running, lines, prompt } = seen;
  const does = (what) => () => owner.act("/api/owner/setup", { do: what });
  return html`<${Step} name="test">
    <p>${say("owner-setup-test-note")}</p>
    ${prompt && html`<p class="due" role="status" lang="en">${prompt.text}</p>`}
    <div class="ends">${prompt?.asks && html`<${Button} primary onClick=${does("yes")}>${say("yes")}<//><${Button} onClick=${does("no")}>${say("no")}<//>`}
      ${running ? html`<${Button} onClick=${does("stop")}>${say("owner-setup-test-stop")}<//>` : html`<${Button} disabled=${owner.overview.playing} onClick=${does("start")}>${say("owner-setup-test-start")}<//>`}</div>
    ${lines.length > 0 && html`<ol class="findings log" tabindex="0" lang="en" aria-label=${say("owner-setup-test")}>${lines.toReversed().map((line, at) => html`<li key=${lines.length - at}>${line.includes("\n") ? html`<pre>${line}</pre>` : line}</li>`)}</ol>`}<//>`;
}

function Gates({ owner, shown }) {
  const gates = owner.overview.devices.filter(({ gate }) => gate);
  const [name, setName] = useState(gates[0]?.name);
  const gate = gates.find((one) => one.name === name);
  return html`<${Step} name="gates">
    <p>${say("owner-setup-lay")}</p>
    <${Choice} legend=${say("owner-setup-gate")} name="gate" options=${gates.map((one) => [one.name, one.label])} value=${name} onChange=${setName} />
    ${gate && html`<${Gate} key=${name} owner=${owner} gate=${gate} shown=${shown} />`}<//>`;
}

function Gate({ owner, gate, shown }) {
  const seen = useReadings(owner, gate, shown);
  if (seen === null) return null;
  const pace = gate.pace_ms;
  const lately = seen.readings.filter(([age_s, failed]) => age_s <= JUST_NOW_S && !failed).length;
  const share = pace ? Math.min(1, (lately * pace) / (1000 * JUST_NOW_S)) : Number(lately > 0);
  const verdict = share === 0 ? "none" : share >= GOOD_SHARE ? "good" : "weak";
  const told = say(`owner-setup-${verdict}`);
  return html`<div class="watched"><meter value=${share} low=${WEAK_SHARE} high=${GOOD_SHARE} optimum="1" aria-label=${told} />
    <p>${pace ? `${Math.round(100 * share)} % (≥ ${100 * GOOD_SHARE} %)` : say(share ? "owner-setup-arrived" : "owner-setup-waits")}</p>
    <p class=${`due ${verdict === "good" ? "ok" : ""}`}>${told}</p>
    <${Readings} owner=${owner} gate=${gate} seen=${seen} /></div>`;
}

/** A sticker that the phone reads counts as one that passed a gate. */
function Phone({ owner }) {
  const [state, setState] = useState("");
  const ends = useRef(null);
  useEffect(() => () => ends.current?.abort(), []);
  const teaching = owner.overview.stickers.doing === "teach";
  useEffect(() => { if (!teaching && state === "reads") { ends.current.abort(); setState(""); } }, [teaching]);
  if (!("NDEFReader" in window)) return html`<p class="hint">${say(window.isSecureContext ? "owner-setup-no-nfc" : "owner-setup-nfc-tls")}</p>`;

  async function read() {
    if (!teaching && (await owner.act("/api/owner/stickers", { do: "teach", tile: "" })) === null) return;
    ends.current = new AbortController();
    try {
      const reader = new window.NDEFReader();
      reader.addEventListener("reading", ({ serialNumber }) => owner.act("/api/owner/stickers/taught", { uid: serialNumber }), ends.current);
      reader.addEventListener("readingerror", () => setState("unread"), ends.current);
      await reader.scan(ends.current);
      setState("reads");
    } catch (fault) {
      setState(fault.name === "NotAllowedError" ? "nfc-denied" : "nfc-off");
    }
  }

  return html`<${Button} disabled=${owner.overview.playing || (teaching && state === "reads")} onClick=${read}>${say("owner-setup-phone")}<//>
    <p class="hint" role="status">${state && say(`owner-setup-${state}`)}</p>`;
}

function Boards({ owner }) {
  const [state, setState] = useState({ told: "" });
  const boards = owner.overview.devices.filter(({ name }) => name.endsWith(" board"));
  const { old, share, error } = state;

  async function write() {
    const port = await navigator.serial.requestPort({ filters: [{ usbVendorId: 0x2e8a }] }).catch(() => null); // Raspberry Pi's
    const firmware = port && (await owner.get("/api/owner/firmware"));
    if (!firmware) return;
    const known = { version: firmware.version };
    setState({ told: "connects", ...known });
    try {
      await flash(port, firmware, (version) => { known.old = version; }, (part) => setState({ told: "writes", ...known, share: part }));
      setState({ told: "written", ...known, share: 1 });
    } catch (fault) {
      setState({ told: fault.reason ?? (fault.name === LOST ? "lost" : "silent"), ...known, error: fault.message });
    }
  }

  return html`<${Step} name="boards">
    ${boards.length > 0 && html`<ul class="missing">${boards.map((device) => html`<li key=${device.name}>${device.label}: <span lang="en">${device.ok ? say("owner-works") : device.text}</span> <${Mend} owner=${owner} device=${device} /></li>`)}</ul>`}
    <p>${say("owner-setup-usb")}</p>
    ${"serial" in navigator ? html`<${Button} disabled=${["connects", "writes"].includes(state.told)} onClick=${write}>${say("owner-setup-write")}<//>` : html`<p class="hint">${say("owner-setup-no-serial")}</p>`}
    ${share !== undefined && html`<progress value=${share} max="1" aria-label=${say("owner-setup-write")} />`}
    <p class="due" role="status">${state.told && say(`owner-setup-${state.told}`, { version: state.version })}</p>
    ${old !== undefined && html`<p>${old ? say("owner-setup-old", { version: old }) : say("owner-setup-new")}</p>`}
    ${error && html`<p class="hint" lang="en">${error}</p>`}<//>`;
}
