// The devices: how each is and a test of each gate; the stickers of the box; where the arrow points.
import { Button, Card, Dialog, Field, Table } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, submitted, useEffect, usePolled, useRef, useState } from "../lib/view.js";
import { History } from "./records.js";

const LISTED = 12; // pieces that a count still misses
export const WATCH_MS = 500; // between two looks at a gate
const WATCHED_MS = 120_000; // then it closes by itself

export const Devices = ({ owner, shown }) =>
  html`<${Health} owner=${owner} />${shown && html`<${Stickers} owner=${owner} />`}${owner.overview.spinner && html`<${Arrow} owner=${owner} />`}<${Recording} owner=${owner} /><${History} owner=${owner} shown=${shown} />`;

function Health({ owner }) {
  const { devices, version } = owner.overview;
  const { mending } = owner;
  const [watched, setWatched] = useState(null);
  const mended = devices.find(({ name }) => name === mending?.name);
  const works = mended && mended.ok && !mended.mends;
  useEffect(() => { if (works && !mending.works) owner.set({ mending: { ...mending, works } }); });
  const rows = devices.map((device) => [
    device.label,
    html`<span class=${device.ok ? "ok" : "bad"}>${say(device.ok ? "owner-works" : "owner-broken")}</span>`,
    Object.entries(device.counts).map(([name, number]) => say(`owner-count-${name}`, { number })).join(" · "),
    device.mends ? html`<${Mend} owner=${owner} device=${device} />`
      : device.gate && html`<${Button} aria-label=${say("owner-test-of", { device: device.label })} onClick=${() => setWatched(device)}>${say("owner-test")}<//>`,
  ]);
  return html`<${Card} title=${say("owner-tab-devices")}>
    <${Table} class="health" head=${["device", "state", "counts", "test"].map((name) => say(`owner-${name}`))} rows=${rows} keyOf=${(_, at) => devices[at].name} />
    <p id="mending" class="due" role="status" tabindex="-1">${mended ? say(mending.works ? "owner-mended" : `owner-${mending.mends}-goes`, { device: mended.label }) : ""}</p>
    <p class="hint">${say("owner-version", { version })}</p>
    ${watched && html`<${Watched} owner=${owner} gate=${watched} onClose=${() => setWatched(null)} />`}
  <//>`;
}

/** A button that restarts a device or flashes it; between games only. */
export const Mend = ({ owner, device }) => device.mends && html`<${Button} disabled=${device.mends === "flash" && owner.overview.playing}
  aria-label=${say(`owner-${device.mends}-of`, { device: device.label })} onClick=${() => owner.mend(device)}>${say(`owner-${device.mends}-device`)}<//>`;

/** What a gate's reader hears now, and what it measured at set-up. */
function Watched({ owner, gate, onClose }) {
  const seen = useReadings(owner, gate);
  useEffect(() => { const timer = setTimeout(onClose, WATCHED_MS); return () => clearTimeout(timer); }, []);
  return html`<${Dialog} class="watched" title=${gate.label} onClose=${onClose}>${seen && html`<${Readings} owner=${owner} gate=${gate} seen=${seen} />`}<//>`;
}

/** What a gate's reader hears, while it is `shown`. */
export const useReadings = (owner, gate, shown) => usePolled(() => owner.get(`/api/owner/gate?gate=${encodeURIComponent(gate.name)}`), WATCH_MS, shown)[0];

export function Readings({ owner, gate, seen: { readings, within_s, present, pieces, setup } }) {
  const named = pieces?.map((id) => owner.faces.get(id) ?? (id || say("owner-said-unknown"))).join(", ");
  const ticks = (failed) => readings.filter(([, one]) => one === failed).map(([age_s]) => `M${(within_s - age_s).toFixed(2)} 1v-${failed ? 0.5 : 1}`).join("");
  const failed = readings.filter(([, one]) => one).length;
  const told = present ? "owner-watch-now" : readings.length > failed ? "owner-watch-before" : "owner-watch-hold";
  return html`<p class="due" role="status">${say(told, { pieces: named ?? say("owner-watch-piece") })}</p>
    <svg viewBox=${`0 0 ${within_s} 1`} preserveAspectRatio="none" aria-hidden="true"><path d=${ticks(false)} /><path class="failed" d=${ticks(true)} /></svg>
    <p>${say("owner-watch-counts", { seconds: within_s, reads: readings.length - failed, failed })}</p>
    ${pieces === null && html`<p class="hint">${say("owner-watch-playing")}</p>`}
    ${gate.pace_ms === null && html`<p class="hint">${say("owner-watch-board")}</p>`}
    ${setup && html`<h3>${say("owner-watch-setup", { date: setup.tried })}</h3>
      <ul lang="en">${Object.entries(setup.measured).map(([name, value]) => html`<li key=${name}>${name}: ${value}</li>`)}</ul>
      ${setup.pictures.filter(Boolean).map((picture) => html`<pre key=${picture} tabindex="0" lang="en">${picture}</pre>`)}`}`;
}

/** `children`: another way to read them. */
export function Stickers({ owner, children }) {
  const { stickers, playing } = owner.overview;
  const before = useRef("");
  if (stickers.doing) before.current = stickers.doing;
  const named = (id) => owner.faces.get(id) ?? id;
  const [next] = stickers.due;
  const number = stickers.due.length;
  const due = playing ? say("owner-between")
    : stickers.doing === "teach" ? say("owner-hold", { tile: named(next), number })
    : stickers.doing === "census" ? say("owner-missing", { number, tiles: [...stickers.due.slice(0, LISTED).map(named), ...(number > LISTED ? ["…"] : [])].join(", ") })
    : before.current && say(`owner-${before.current}-done`);

  async function run(doing, piece = "") {
    const begun = await owner.act("/api/owner/stickers", { do: doing, tile: piece });
    if (begun !== null) document.getElementById(doing === "end" ? "teach" : "end")?.focus();
  }

  return html`<${Card} title=${say("owner-stickers")} class="stickers">
    <p>${say("owner-taught", { number: stickers.taught, total: stickers.tiles })}</p>
    <p class="due" role="status">${due}</p>
    <p class="hint" role="status">${stickers.said && [say(`owner-said-${stickers.said}`), stickers.reason].filter(Boolean).join(": ")}</p>
    <div class="ends" hidden=${stickers.doing !== ""}>
      <${Button} id="teach" disabled=${playing} onClick=${() => run("teach")}>${say("owner-teach")}<//>
      <${Button} disabled=${playing} onClick=${() => run("census")}>${say("owner-census")}<//></div>
    <form class="bar" hidden=${stickers.doing !== ""} onSubmit=${submitted(({ tile }) => run("teach", tile))}>
      <${Field} label=${say("owner-tile")} name="tile" options=${[...owner.faces]} />
      <${Button} type="submit" disabled=${playing}>${say("owner-replace")}<//></form>
    <${Button} id="end" hidden=${stickers.doing === ""} onClick=${() => run("end")}>${say("owner-end")}<//>
    ${children}<//>`;
}

/** What goes over the table's buses and pins, recorded for support. */
function Recording({ owner }) {
  const on = owner.overview.recording;
  return html`<${Card} title=${say("owner-recording")}>
    <p class="hint">${say("owner-recording-note")}</p>
    <div class="ends"><${Button} aria-pressed=${String(on)} onClick=${() => owner.act("/api/owner/recording", { on: !on })}>${say(on ? "owner-recording-stop" : "owner-recording-start")}<//>
      <a class="button" href="/api/owner/recording" download>${say("owner-recording-get")}</a></div><//>`;
}

function Arrow({ owner }) {
  const [at, setAt] = useState({ home: false, told: "" });
  useEffect(() => { if (at.home) document.getElementById("field-degrees").focus(); }, [at.home]);

  async function home() {
    setAt({ home: false, told: "owner-arrow-goes" });
    setAt({ home: (await owner.get("/api/owner/calibrate", { mark_deg: null })) !== null, told: "" });
  }

  async function turn({ degrees }) {
    setAt({ home: true, told: "owner-arrow-goes" });
    const found = await owner.get("/api/owner/calibrate", { mark_deg: Number(degrees) });
    if (found?.text) owner.set({ filled: { text: found.text } });
    setAt({ home: true, told: found === null ? "" : found.text ? "owner-arrow-filled" : "owner-arrow-check" });
  }

  return html`<${Card} title=${say("owner-arrow")}>
    <p class="hint">${say("owner-arrow-note")}</p>
    <${Button} disabled=${owner.overview.playing} onClick=${home}>${say("owner-arrow-home")}<//>
    <form class="bar" hidden=${!at.home} onSubmit=${submitted(turn)}>
      <${Field} label=${say("owner-arrow-where")} name="degrees" type="number" min="0" max="359.9" step="0.1" required />
      <${Button} type="submit">${say("owner-arrow-show")}<//></form>
    <p class="hint" role="status">${at.told && say(at.told)}</p>
    ${at.told === "owner-arrow-filled" && html`<${Button} onClick=${() => owner.go("system", "settings-text")}>${say("owner-settings")}<//>`}
  <//>`;
}
