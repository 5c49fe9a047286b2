// Set-up step by step: parts and gates, their wiring, stickers, castle boards.
import { Button, Card } from "../lib/design.js";
import { language, say } from "../lib/texts.js";
import { html, useEffect, usePolled, useRef, useState } from "../lib/view.js";
import { flash } from "./board_serial.js";
import { Health, Stickers, WATCH_MS } from "./devices.js";

export function SetUp({ owner, shown }) {
  return html`${owner.overview.playing && html`<p class="due wide" role="status">${say("owner-setup-playing")}</p>`}
    ${shown && html`<${Health} owner=${owner} title=${say("owner-setup-parts")}>${owner.overview.settings && html`<p class="hint">${say("owner-setup-wiring")}</p>`}<//>`}
    <div><${Test} owner=${owner} shown=${shown} />${shown && html`<${Stickers} owner=${owner}><${Phone} owner=${owner} /><//>`}<${Boards} owner=${owner} /></div>`;
}

/** The steps of `royaltable setup`. */
function Test({ owner, shown }) {
  const [seen] = usePolled(() => owner.get(`/api/owner/setup?language=${language()}`), WATCH_MS, shown);
  if (seen === null) return null;
  const { running, progress, now, lines, prompt } = seen;
  const does = (what) => () => owner.act("/api/owner/setup", { do: what });
  return html`<${Card} class="step-test" title=${say("owner-setup-test")}>
    <p>${say("owner-setup-test-note")}</p>
    ${now && html`<p class="due" role="status">${progress && html`<small>${say("owner-setup-progress", { number: progress[0], of: progress[1] })}</small> `}${now.text}</p>`}
    <div class="ends">${prompt?.asks && html`<${Button} primary=${prompt.step !== "write"} onClick=${does("yes")}>${say("yes")}<//><${Button} onClick=${does("no")}>${say("no")}<//>`}
      ${running ? html`<${Button} onClick=${does("stop")}>${say("owner-setup-test-stop")}<//>` : html`<${Button} disabled=${owner.overview.playing} onClick=${does("start")}>${say("owner-setup-test-start")}<//>`}</div>
    ${lines.length > 0 && html`<ol class="findings log" tabindex="0" aria-label=${say("owner-setup-test")}>${lines.toReversed().map(({ text, language: lang }, at) => html`<li key=${lines.length - at} lang=${lang}>${text.includes("\n") ? html`<pre>${text}</pre>` : text}</li>`)}</ol>`}<//>`;
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
  const { old, share, error } = state;

  async function write() {
    const port = await navigator.serial.requestPort({ filters: [{ usbVendorId: 0x2e8a }] }).catch(() => null); // Raspberry Pi's
    const firmware = port && (await owner.act("/api/owner/firmware", null));
    if (!firmware) return;
    const known = { version: firmware.version };
    setState({ told: "connects", ...known });
    try {
      await flash(port, firmware, (version) => { known.old = version; }, (part) => setState({ told: "writes", ...known, share: part }));
      setState({ told: "written", ...known, share: 1 });
    } catch (fault) {
      setState({ told: fault.reason ?? (fault.name === "NetworkError" ? "lost" : "silent"), ...known, error: fault.message }); // NetworkError: the port is in use, or the board was unplugged
    }
  }

  return html`<${Card} class="step-boards" title=${say("owner-setup-boards")}>
    <p>${say("owner-setup-usb")}</p>
    ${"serial" in navigator ? html`<${Button} disabled=${["connects", "writes"].includes(state.told)} onClick=${write}>${say("owner-setup-write")}<//>` : html`<p class="hint">${say("owner-setup-no-serial")}</p>`}
    ${share !== undefined && html`<progress value=${share} max="1" aria-label=${say("owner-setup-write")} />`}
    <p class="due" role="status">${state.told && say(`owner-setup-${state.told}`, { version: state.version })}</p>
    ${old !== undefined && html`<p>${old ? say("owner-setup-old", { version: old }) : say("owner-setup-new")}</p>`}
    ${error && html`<p class="hint" lang="en">${error}</p>`}<//>`;
}
