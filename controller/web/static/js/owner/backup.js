// All that makes this table in one file: to take away, and to bring back.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createBackup(acts, look) {
  const file = el("input", { type: "file", accept: ".zip,application/zip", required: true });
  const told = el("p", { role: "status" });
  const waits = el("p", { class: "complaint" }, say("owner-restore-waits"));
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, say("owner-backup")),
    el("p", { class: "hint" }, say("owner-backup-note")),
    el("p", {}, el("a", { class: "do", href: "/api/owner/backup", download: true }, say("owner-backup-get"))),
    el("form", { onsubmit: restore }, el("label", {}, say("owner-restore-file"), " ", file),
      el("button", { type: "submit" }, say("owner-restore"))),
    told, waits,
  );

  async function restore(event) {
    event.preventDefault();
    told.textContent = "";
    const found = await acts.restore(file.files[0]);
    if (found !== null) told.textContent = say("owner-restored", { files: found.files.join(", "), number: found.actions });
    look();
  }

  function show(overview) {
    mark(waits, { hidden: !overview.restore });
  }

  return { element, show };
}
