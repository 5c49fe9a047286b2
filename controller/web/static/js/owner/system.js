// The machine: a backup of everything, the room of tables it belongs to, its version and the newest one, table.toml as text, and the log.
import { Button, Card, Field, sure } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, submitted, useEffect, useFetched, useRef, useState } from "../lib/view.js";
import { Log } from "./records.js";

export const UPDATING = ["looks", "asked", "waits", "trying"];

export const System = ({ owner, shown }) =>
  html`<${Backup} owner=${owner} /><${Room} owner=${owner} /><${Update} owner=${owner} />${owner.overview.settings && html`<${Settings} owner=${owner} shown=${shown} />`}<${Log} owner=${owner} shown=${shown} />`;

/** Root's updater does it, and says how it went; while it works, the owner's page looks every two seconds. */
function Update({ owner }) {
  const { installed, version, newer, state, reason, why } = owner.overview.update;
  const status = useRef();
  const words = { installed, version: version ?? "", newer: newer ?? "" };
  const send = async (wanted) => {
    await owner.act("/api/owner/update", { version: wanted });
    status.current.focus(); // the buttons are others now
  };
  const update = async () => await sure(say("owner-update-sure", words), say("owner-update-sure-note", words), say("owner-update-now", words)) && send(newer);
  const idle = !["room", "by_hand", ...UPDATING].includes(state);
  return html`<${Card} title=${say("owner-update")}>
    <p id="update-state" role="status" tabindex="-1" ref=${status}>${say(`owner-update-${state}`, words)} ${reason && say(`owner-update-why-${reason}`, words)}</p>
    ${why && reason !== "game" && html`<p class="hint" lang="en">${why}</p>`}
    ${idle && html`<p class="hint">${say("owner-update-note")}</p><div class="ends"><${Button} onClick=${() => send("look")}>${say("owner-update-look")}<//>
      ${newer && html`<${Button} onClick=${update}>${say("owner-update-now", words)}<//>`}</div>`}<//>`;
}

function Backup({ owner }) {
  const [told, tell] = useState("");

  async function restore({ backup }) {
    if (!await sure(say("owner-restore-sure"), say("owner-restore-sure-note"), say("owner-restore"))) return;
    const found = await owner.act("/api/owner/restore", backup);
    tell(found === null ? "" : say("owner-restored", { files: found.files.join(", "), number: found.actions }));
  }
  const cancel = async () => (await owner.act("/api/owner/restore/cancel")) !== null && tell(say("owner-restore-cancelled"));

  return html`<${Card} title=${say("owner-backup")}><p class="hint">${say("owner-backup-note")}</p>
    <p><a class="button" href="/api/owner/backup" download>${say("owner-backup-get")}</a></p>
    <form class="bar" onSubmit=${submitted(restore)}><${Field} label=${say("owner-restore-file")} name="backup" type="file" accept=".zip,application/zip" required />
      <${Button} type="submit">${say("owner-restore")}<//></form>
    <p role="status">${told}</p>
    ${owner.overview.restore && html`<p class="complaint">${say("owner-restore-waits")}</p><div class="ends"><${Button} onClick=${cancel}>${say("owner-restore-cancel")}<//></div>`}<//>`;
}

const OFFERED = { outside: [], looking: ["stop"], letters: ["stop"], let_in: ["yes", "stop"], inside: ["leave"] };
const PATHS = { yes: ["answer", { yes: true }], stop: ["answer", { yes: false }], leave: ["leave", {}] };

function Room({ owner }) {
  const { room } = owner.overview;

  async function act(path, body) {
    await owner.act(`/api/owner/room/${path}`, body);
    document.getElementById("room-state").focus(); // the buttons are others now
  }

  return html`<${Card} title=${say("owner-room")}>
    <p id="room-state" role="status" tabindex="-1">${[say(`owner-room-${room.stands}`, { hub: room.hub ?? "", name: room.name ?? "" }), room.why].filter(Boolean).join(" ")}</p>
    ${room.stands === "outside" && html`<form class="bar" onSubmit=${submitted(({ hub }) => act("join", { hub: hub.trim() }))}>
      <${Field} label=${say("owner-room-hub")} name="hub" autocapitalize="none" spellcheck="false" maxlength="260" placeholder="192.168.1.20" />
      <${Button} type="submit">${say("owner-room-join")}<//></form>`}
    ${room.stands === "letters" && html`<output class="secret">${room.letters}</output>`}
    <div class="ends">${OFFERED[room.stands].map((name) => html`<${Button} key=${name} onClick=${() => act(...PATHS[name])}>${say(`owner-room-${name}`)}<//>`)}</div><//>`;
}

const STILL_MS = 500; // after the last key

/** Every fault is told while it is written, and what needs a restart; only a text without faults is kept. */
function Settings({ owner, shown }) {
  const kept = useFetched(() => owner.get("/api/owner/settings"), shown ? "shown" : null, true);
  const [edited, edit] = useState(null);
  const [written, setWritten] = useState(null); // the text, and what the table said of it
  const text = edited ?? kept?.text ?? null;
  const found = useFetched(() => owner.get("/api/owner/settings/check", { text }), text, false, STILL_MS);
  const checked = written?.text === text ? written : found;
  useEffect(() => { if (owner.filled) edit(owner.filled.text); }, [owner.filled]);

  async function write() {
    const answer = await owner.get("/api/owner/settings", { text });
    if (answer !== null) setWritten({ ...answer, text });
  }

  const faults = checked?.faults ?? [];
  const told = checked && (checked.restart.length === 0 ? "owner-same" : checked === written ? "owner-restart" : text !== kept?.text && "owner-restart-will");
  return html`<${Card} class="wide settings" title=${say("owner-settings")}><p class="hint">${kept?.file}</p>
    <textarea id="settings-text" rows="16" spellcheck="false" autocapitalize="off" aria-label="table.toml" value=${text ?? ""} onInput=${({ target }) => edit(target.value)}></textarea>
    <ul class="findings" role="status">${faults.map((fault) => html`<li key=${fault} class="finding-error" lang="en">${fault}</li>`)}
      ${told && faults.length === 0 && html`<li>${say(told, { sections: checked.restart.join(", ") })}</li>`}</ul>
    <div class="ends"><${Button} disabled=${checked === null || faults.length > 0} onClick=${write}>${say("owner-settings-keep")}<//></div><//>`;
}
