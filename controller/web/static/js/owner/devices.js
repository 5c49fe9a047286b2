// The devices: how each is and a test of each gate; the stickers of the box; where the arrow points.
import { Button, Card, Dialog, Table } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, useEffect, usePolled, useState } from "../lib/view.js";
import { Bar } from "./problems.js";
import { History } from "./records.js";

export const WATCH_MS = 500; // between two looks at a gate

export const Devices = ({ owner, shown }) => html`${shown && html`<${Health} owner=${owner} title=${say("owner-tab-devices")}><${Button} onClick=${() => owner.go("setup")}>${say("owner-setup-test")}<//><//>`}
  <div>${shown && html`<${Stickers} owner=${owner} />`}${owner.overview.spinner && html`<${Arrow} owner=${owner} />`}<${Recording} owner=${owner} /></div>
  <${History} owner=${owner} shown=${shown} />`;

/** All devices: how each is, a test of each gate, and what mends one. */
export function Health({ owner, title, children }) {
  const { devices } = owner.overview;
  const { mending } = owner;
  const [watched, setWatched] = useState(null);
  const mended = devices.find(({ name }) => name === mending?.name);
  const works = mended && mended.ok && !mended.mends;
  useEffect(() => { if (works && !mending.works) owner.set({ mending: { ...mending, works } }); });
  const rows = devices.map((device) => [
    html`${device.label}${Object.entries(device.counts).map(([name, number]) => html`<small key=${name}>${say(`owner-count-${name}`, { number })}</small>`)}`,
    html`<span class=${device.ok ? "ok" : "bad"}>${say(device.ok ? "owner-works" : "owner-broken")}</span>`,
    device.mends ? html`<${Button} disabled=${device.mends === "flash" && owner.overview.playing} aria-label=${say(`owner-${device.mends}-of`, { device: device.label })} onClick=${() => owner.mend(device)}>${say(`owner-${device.mends}-device`)}<//>`
      : device.gate && html`<${Button} aria-label=${say("owner-test-of", { device: device.label })} onClick=${() => setWatched(device)}>${say("owner-test")}<//>`,
  ]);
  return html`<${Card} title=${title}>
    <${Table} class="health" head=${["device", "state", "action"].map((name) => say(`owner-${name}`))} rows=${rows} keyOf=${(_, at) => devices[at].name} />
    <p id="mending" class="due" role="status" tabindex="-1">${mended ? say(mending.works ? "owner-mended" : `owner-${mending.mends}-goes`, { device: mended.label }) : ""}</p>
    ${children}
    ${watched && html`<${Dialog} class="watched" title=${watched.label} onClose=${() => setWatched(null)}><${Gate} owner=${owner} gate=${watched} /><//>`}
  <//>`;
}

/** What a gate's reader hears now and how well, and what it measured at set-up. */
function Gate({ owner, gate }) {
  const [seen] = usePolled(() => owner.get(`/api/owner/gate?gate=${encodeURIComponent(gate.name)}`), WATCH_MS);
  if (seen === null) return null;
  const { reads, failed, within_s, percent, good_percent: good, present, pieces, setup } = seen;
  const named = pieces?.map((id) => owner.faces.get(id) ?? (id || say("owner-said-unknown"))).join(", ");
  const told = present ? "owner-watch-now" : reads > 0 ? "owner-watch-before" : "owner-watch-hold";
  const verdict = say(`owner-setup-${seen.verdict}`);
  return html`<p class="due" role="status">${say(told, { pieces: named ?? say("owner-watch-piece") })}</p>
    ${percent === null ? html`<p class="hint">${say("owner-watch-board")}</p>` : html`
      <meter value=${percent} max="100" low="1" high=${good} optimum="100" aria-label=${verdict} /><p>${percent} % (≥ ${good} %): ${verdict}</p>`}
    <p>${say("owner-watch-counts", { seconds: within_s, reads, failed })}</p>
    ${pieces === null && html`<p class="hint">${say("owner-watch-playing")}</p>`}
    ${setup && html`<h3>${say("owner-watch-setup", { date: setup.tried })}</h3>
      <ul lang="en">${Object.entries(setup.measured).map(([name, value]) => html`<li key=${name}>${name}: ${value}</li>`)}</ul>
      ${setup.pictures.filter(Boolean).map((picture) => html`<pre key=${picture} tabindex="0" lang="en">${picture}</pre>`)}`}`;
}

/** `children`: another way to read them. */
export function Stickers({ owner, children }) {
  const { stickers, playing } = owner.overview;
  const named = (id) => owner.faces.get(id) ?? id;
  const counted = (ids) => [...Map.groupBy(ids.map(named).toSorted(), (name) => name.replace(/ · [^·]*$/, ""))].map(([face, alike]) => (alike.length > 1 ? `${alike.length} × ${face}` : face)).join(", ");
  const number = stickers.due.length;
  const due = playing ? say("owner-between")
    : stickers.doing === "teach" ? say("owner-hold", { tile: named(stickers.due[0]), number })
    : stickers.doing === "census" ? say("owner-missing", { number, tiles: counted(stickers.due) })
    : stickers.missing.length > 0 && stickers.ended !== "teach" ? `${say("owner-missed", { number: stickers.missing.length })}: ${counted(stickers.missing)}` : stickers.ended && say(`owner-${stickers.ended}-done`);

  async function run(doing, piece = "") {
    const begun = await owner.act("/api/owner/stickers", { do: doing, tile: piece });
    if (begun !== null) document.getElementById(doing === "end" ? "teach" : "end")?.focus();
  }

  return html`<${Card} title=${say("owner-stickers")} class="stickers">
    <p>${say("owner-taught", { number: stickers.taught, total: stickers.tiles })}</p>
    <p class="due" role="status">${due}</p>
    <p class="hint" role="status">${stickers.said && [say(`owner-said-${stickers.said}`), named(stickers.reason)].filter(Boolean).join(": ")}</p>
    <div class="ends" hidden=${stickers.doing !== ""}>
      <${Button} id="teach" disabled=${playing} onClick=${() => run("teach")}>${say("owner-teach")}<//>
      <${Button} id="census" disabled=${playing} onClick=${() => run("census")}>${say("owner-census")}<//></div>
    ${stickers.doing === "" && html`<${Bar} done=${({ tile }) => run("teach", tile)} does=${say("owner-replace")} disabled=${playing} label=${say("owner-tile")} name="tile" options=${[...owner.faces]} />`}
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
  const isLost = owner.overview.devices.some(({ name, ok }) => name === "spinner" && !ok);
  useEffect(() => { if (at.home) document.getElementById("field-degrees").focus(); }, [at.home]);

  /** Moves to the home mark for null, else to where the first sector begins. */
  async function move(mark_deg) {
    setAt({ home: mark_deg !== null, told: "owner-arrow-goes" });
    const found = await owner.act("/api/owner/calibrate", { mark_deg }, "", () => {});
    if (found?.text) owner.set({ filled: { text: found.text } });
    const told = found?.text ? "owner-arrow-filled" : "owner-arrow-check";
    setAt({ home: found !== null, told: found === null || mark_deg === null ? "" : told });
  }

  return html`<${Card} title=${say("owner-arrow")}>
    <p class="hint">${say("owner-arrow-note")}</p>
    <${Button} disabled=${owner.overview.playing} onClick=${() => move(null)}>${say("owner-arrow-home")}<//>
    ${at.home && html`<${Bar} done=${({ degrees }) => void move(Number(degrees))} does=${say("owner-arrow-show")} label=${say("owner-arrow-where")} name="degrees" type="number" min="0" max="359.9" step="0.1" required />`}
    <p class="hint" role="status">${isLost ? say("owner-cure-spinner") : at.told && say(at.told)}</p>
    ${at.told === "owner-arrow-filled" && html`<${Button} onClick=${() => owner.go("system", "settings-text")}>${say("owner-settings")}<//>`}
  <//>`;
}
