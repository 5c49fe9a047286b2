// table.toml as text: every fault is told while it is written, and what needs a restart; only a whole one is kept.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const STILL_MS = 500; // after the last key

export function createSettings(acts) {
  const file = el("p", { class: "hint" });
  const text = el("textarea", { rows: 16, spellcheck: false, autocapitalize: "off", "aria-label": "table.toml", oninput: checkSoon });
  const told = el("ul", { class: "findings", role: "status" });
  const open = el("button", { type: "button", onclick: load }, say("owner-settings-open"));
  const keep = el("button", { type: "button", class: "do", disabled: true, onclick: write }, say("owner-settings-keep"));
  const form = el("div", { hidden: true }, file, text, told, keep);
  const element = el("section", { class: "card settings" }, el("h2", {}, say("owner-settings")), open, form);
  let timer = null;

  async function load() {
    const found = await acts.settings();
    if (found === null) return;
    file.textContent = found.file;
    fill(found.text);
  }

  function fill(wanted) {
    mark(open, { hidden: true });
    mark(form, { hidden: false });
    text.value = wanted;
    check();
  }

  function checkSoon() {
    mark(keep, { disabled: true });
    clearTimeout(timer);
    timer = setTimeout(check, STILL_MS);
  }

  async function check() {
    const asked = text.value;
    const checked = await acts.check(asked);
    if (checked === null || asked !== text.value) return;
    mark(keep, { disabled: checked.faults.length > 0 });
    tell(checked, checked.restart.length > 0 ? "owner-restart-will" : "owner-same");
  }

  async function write() {
    const written = await acts.write(text.value);
    if (written !== null) tell(written, written.restart.length > 0 ? "owner-restart" : "owner-same");
  }

  function tell({ faults, restart }, key) {
    const words = faults.length > 0 ? faults : [say(key, { sections: restart.join(", ") })];
    told.replaceChildren(...words.map((one) => el("li", { class: faults.length > 0 ? "finding-error" : "" }, one)));
  }

  function show(overview) {
    mark(element, { hidden: !overview.settings });
  }

  return { element, show, fill };
}
