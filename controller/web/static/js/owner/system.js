// The machine: a backup of everything, the room of tables it belongs to, its version and the newest one, table.toml as text, and the log.
import { Button, Card, Download, sure } from "../lib/design.js";
import { lastPlayed, say, shownTime } from "../lib/texts.js";
import { html, useEffect, useFetched, useState } from "../lib/view.js";
import { Bar, Details } from "./problems.js";
import { Log } from "./records.js";

export const System = ({ owner, shown }) =>
  html`<${Backup} owner=${owner} /><div><${Room} owner=${owner} /><${Update} owner=${owner} /></div>${owner.overview.settings && html`<${Settings} owner=${owner} shown=${shown} />`}<${Log} owner=${owner} shown=${shown} />`;

/** Root's updater does it, and says how it went. */
function Update({ owner }) {
  const { installed, version, newer, state, reason, why } = owner.overview.update;
  const words = { installed, version: version ?? "", newer: newer ?? "" };
  const send = (wanted) => owner.act("/api/owner/update", { version: wanted });
  const update = async () => await sure(say("owner-update-sure", words), say("owner-update-sure-note", words), say("owner-update-now", words)) && send(newer);
  const idle = !["room", "by_hand", "looks", "asked", "waits", "trying"].includes(state);
  return html`<${Card} title=${say("owner-update")}>
    <p id="update-state" role="status" tabindex="-1">${say(`owner-update-${state}`, words)} ${reason && say(`owner-update-why-${reason}`, words)}</p>
    ${why && reason !== "game" && html`<p class="hint" lang="en">${why}</p>`}
    ${idle && html`<p class="hint">${say("owner-update-note")}</p>`}
    <div class="ends">${idle && html`<${Button} onClick=${() => send("look")}>${say("owner-update-look")}<//>`}
      ${idle && newer && html`<${Button} onClick=${update}>${say("owner-update-now", words)}<//>`}
      <${Button} onClick=${owner.restart}>${say("owner-restart-now")}<//></div><//>`;
}

function Backup({ owner }) {
  const { backup: { made_utc, fault }, restore: waits } = owner.overview;
  const [refused, tellRefused] = useState("");
  const get = () => owner.act("/api/owner/backup", null, say("owner-backup-got"), () => {});

  /** The table checks the file, and only then asks: the question names the backup's time and last game. */
  async function restore({ backup }) {
    const of = `?name=${encodeURIComponent(backup.name)}`;
    tellRefused("");
    const found = await owner.act(`/api/owner/restore/check${of}`, backup, "", tellRefused);
    if (found === null) return false;
    const { game, last_utc } = found.last ?? { game: 0 };
    const last = [say("owner-restore-game", { game }), lastPlayed(last_utc)].filter(Boolean).join(", ");
    return await sure(say("owner-restore-sure", { time: shownTime(found.made_utc) }), `${last}. ${say("owner-restore-sure-note")}`, say("owner-restore")) && owner.act(`/api/owner/restore${of}`, backup, say("owner-restored"), tellRefused);
  }

  return html`<${Card} title=${say("owner-backup")}><p class="hint">${say("owner-backup-note")}</p>
    <p>${made_utc ? say("owner-backup-last", { time: shownTime(made_utc) }) : say("owner-backup-none")}</p>
    <${Download} id="backup" get=${get} name=${`royaltable-${new Date().toISOString().slice(0, 10)}.zip`} words=${say("owner-backup-get")} />
    ${fault && html`<p class="complaint">${say("owner-backup-failed")}. ${say("owner-cure-backup")}</p>`}
    <${Bar} done=${restore} does=${say("owner-restore")} label=${say("owner-restore-file")} name="backup" type="file" accept=".zip,application/zip" required error=${refused && say("owner-restore-refused")} />
    <${Details} text=${refused} />
    ${waits && html`<div class="ends"><${Button} onClick=${owner.restart}>${say("owner-restart-now")}<//>
      <${Button} onClick=${() => owner.act("/api/owner/restore/cancel", {}, say("owner-restore-cancelled"))}>${say("owner-restore-cancel")}<//></div>`}<//>`;
}

const PATHS = { yes: ["answer", { yes: true }], stop: ["answer", { yes: false }], leave: ["leave", {}] };

function Room({ owner }) {
  const { room } = owner.overview;
  const act = (path, body) => owner.act(`/api/owner/room/${path}`, body);

  return html`<${Card} title=${say("owner-room")}>
    <p id="room-state" role="status" tabindex="-1">${[say(`owner-room-${room.stands}`, { hub: room.hub ?? "", name: room.name ?? "" }), room.why].filter(Boolean).join(" ")}</p>
    ${room.stands === "outside" && html`<${Bar} done=${({ hub }) => void act("join", { hub: hub.trim() })} does=${say("owner-room-join")}
      label=${say("owner-room-hub")} name="hub" defaultValue=${room.typed} autocapitalize="none" spellcheck="false" maxlength="260" placeholder="192.168.1.20" />`}
    ${room.stands === "letters" && html`<output class="secret">${room.letters}</output>`}
    <div class="ends">${room.offers.map((name) => html`<${Button} key=${name} onClick=${() => act(...PATHS[name])}>${say(`owner-room-${name}`)}<//>`)}</div><//>`;
}

const STILL_MS = 500; // after the last key

/** Every fault is told while it is written, and what needs a restart; only a text without faults is kept. */
function Settings({ owner, shown }) {
  const kept = useFetched(() => owner.get("/api/owner/settings"), shown ? "shown" : null, true);
  const [edited, edit] = useState(null);
  const text = edited ?? kept?.text ?? null;
  const checked = useFetched(() => owner.get("/api/owner/settings/check", { text }), text, false, STILL_MS);
  useEffect(() => { if (owner.filled) edit(owner.filled.text); }, [owner.filled]);

  const write = () => owner.act("/api/owner/settings", { text }, say("owner-saved", { what: say("owner-settings") }));
  const faults = checked?.faults ?? [];
  return html`<${Card} class="wide settings" title=${say("owner-settings")}><p class="hint">${kept?.file}</p>
    <textarea id="settings-text" rows="16" spellcheck="false" autocapitalize="off" aria-label="table.toml" value=${text ?? ""} onInput=${({ target }) => edit(target.value)}></textarea>
    <output class="findings">${faults.map((fault) => html`<p key=${fault} class="finding-error" lang="en">${fault}</p>`)}
      ${checked && faults.length === 0 && html`<p>${say(checked.restart.length === 0 ? "owner-same" : "owner-restart", { sections: checked.restart.join(", ") })}</p>`}</output>
    <div class="ends"><${Button} disabled=${checked === null || faults.length > 0} onClick=${write}>${say("owner-settings-keep")}<//></div><//>`;
}
