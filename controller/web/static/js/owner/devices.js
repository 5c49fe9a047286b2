// The devices: how each is and a test of each gate; the stickers of the box; where the arrow points.
import { Button, Card, Field, Table } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../lib/view.js";
import { History } from "./records.js";

const LISTED = 12; // pieces that a count still misses

export function Devices({ owner, shown }) {
  return html`<${Health} owner=${owner} /><${Stickers} owner=${owner} />${owner.overview.spinner && html`<${Arrow} owner=${owner} />`}<${History} owner=${owner} shown=${shown} />`;
}

const passes = ({ tiles = 0, unknown = 0, unclear = 0 }) => tiles + unknown + unclear;

function Health({ owner }) {
  const { devices, playing, version } = owner.overview;
  const { testing } = owner;
  const gate = devices.find(({ name }) => name === testing?.name);
  const works = gate && (testing.restarts ? gate.ok : passes(gate.counts) > testing.before);
  useEffect(() => { if (works && !testing.works) owner.set({ testing: { ...testing, works } }); });
  const begin = ({ name, counts }) => owner.set({ testing: { name, before: passes(counts), works: false } });
  const rows = devices.map((device) => [
    device.label,
    html`<span class=${device.ok ? "ok" : "bad"}>${say(device.ok ? "owner-works" : "owner-broken")}</span>`,
    Object.entries(device.counts).map(([name, number]) => say(`owner-count-${name}`, { number })).join(" · "),
    device.restarts ? html`<${Button} aria-label=${say("owner-restart-of", { device: device.label })} onClick=${() => owner.restart(device.name)}>${say("owner-restart-device")}<//>`
      : "pace" in device.counts && html`<${Button} disabled=${playing} aria-label=${say("owner-test-of", { device: device.label })} onClick=${() => begin(device)}>${say("owner-test")}<//>`,
  ]);
  return html`<${Card} title=${say("owner-tab-devices")}>
    <${Table} class="health" head=${["device", "state", "counts", "test"].map((name) => say(`owner-${name}`))} rows=${rows} keyOf=${(_, at) => devices[at].name} />
    <p id="tested" class="due" role="status" tabindex="-1">${gate ? say(testing.works ? "owner-test-works" : testing.restarts ? "owner-restarting" : "owner-test-hold", { device: gate.label }) : ""}</p>
    <p class="hint">${say("owner-version", { version })}</p>
  <//>`;
}

function Stickers({ owner }) {
  const { stickers, playing } = owner.overview;
  const [tile, setTile] = useState("");
  const before = useRef("");
  const faces = new Map(owner.box.pieces.map((one) => [one.id, owner.tileName(one)]));
  const chosen = tile || owner.box.pieces[0]?.id;
  if (stickers.doing) before.current = stickers.doing;
  const named = (id) => faces.get(id) ?? id;
  const [next] = stickers.due;
  const number = stickers.due.length;
  const due = playing ? say("owner-between")
    : stickers.doing === "teach" ? say("owner-hold", { tile: named(next), number })
    : stickers.doing === "census" ? say("owner-missing", { number, tiles: stickers.due.slice(0, LISTED).map(named).join(", ") })
    : before.current && say(`owner-${before.current}-done`);
  const [kind, ...reason] = stickers.said.split(": ");

  async function run(doing, piece = "") {
    const begun = await owner.act("/api/owner/stickers", { do: doing, tile: piece });
    if (begun !== null) document.getElementById(doing === "end" ? "teach" : "end")?.focus();
  }

  return html`<${Card} title=${say("owner-stickers")} class="stickers">
    <p>${say("owner-taught", { number: stickers.taught, total: stickers.tiles })}</p>
    <p class="due" role="status">${due}</p>
    <p class="hint" role="status">${kind && [say(`owner-said-${kind}`), ...reason].join(": ")}</p>
    <div class="ends" hidden=${stickers.doing !== ""}>
      <${Button} id="teach" disabled=${playing} onClick=${() => run("teach")}>${say("owner-teach")}<//>
      <${Button} disabled=${playing} onClick=${() => run("census")}>${say("owner-census")}<//></div>
    <form class="line" hidden=${stickers.doing !== ""} onSubmit=${(event) => { event.preventDefault(); run("teach", chosen); }}>
      <${Field} label=${say("owner-tile")} name="tile" value=${chosen} options=${[...faces]} onChange=${({ target }) => setTile(target.value)} />
      <${Button} type="submit" disabled=${playing}>${say("owner-replace")}<//></form>
    <${Button} id="end" hidden=${stickers.doing === ""} onClick=${() => run("end")}>${say("owner-end")}<//>
  <//>`;
}

function Arrow({ owner }) {
  const [at, setAt] = useState({ home: false, told: "" });
  const [degrees, setDegrees] = useState("");
  useEffect(() => { if (at.home) document.getElementById("field-degrees").focus(); }, [at.home]);

  async function home() {
    setAt({ home: false, told: "owner-arrow-goes" });
    setAt({ home: (await owner.get("/api/owner/calibrate", { mark_deg: null })) !== null, told: "" });
  }

  async function turn(event) {
    event.preventDefault();
    setAt({ home: true, told: "owner-arrow-goes" });
    const found = await owner.get("/api/owner/calibrate", { mark_deg: Number(degrees) });
    if (found?.text) owner.set({ filled: { text: found.text } });
    setAt({ home: true, told: found === null ? "" : found.text ? "owner-arrow-filled" : "owner-arrow-check" });
  }

  return html`<${Card} title=${say("owner-arrow")}>
    <p class="hint">${say("owner-arrow-note")}</p>
    <${Button} disabled=${owner.overview.playing} onClick=${home}>${say("owner-arrow-home")}<//>
    <form class="line" hidden=${!at.home} onSubmit=${turn}>
      <${Field} label=${say("owner-arrow-where")} name="degrees" type="number" min="0" max="359.9" step="0.1" required value=${degrees} onInput=${({ target }) => setDegrees(target.value)} />
      <${Button} type="submit">${say("owner-arrow-show")}<//></form>
    <p class="hint" role="status">${at.told && say(at.told)}</p>
    ${at.told === "owner-arrow-filled" && html`<${Button} onClick=${() => owner.go("system", "settings-text")}>${say("owner-settings")}<//>`}
  <//>`;
}
