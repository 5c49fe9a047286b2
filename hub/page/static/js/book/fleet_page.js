// The fleet for the room's owner: each table's version, what it does of what the room wants, what its doctor has found.
import { el, keyed, mark, whenChanged, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { asked } from "./asking.js";

const EVERY_MS = 5000;
const MESSAGE_LETTERS = 80;

export async function createFleetPage({ me, complain }) {
  const main = el("main", { id: "main", class: "book" });
  if (!me.roles.includes("owner")) {
    main.append(el("p", { class: "card" }, say("fleet-owners")));
    return { elements: [main] };
  }
  const update = el("p", { class: "card", role: "status", hidden: true });
  const codes = el("section", { class: "card", hidden: true }, el("h2", {}, say("fleet-codes")), el("ul", { class: "rows" }));
  const tables = el("div", { class: "fleet" });
  const empty = el("p", { class: "card", hidden: true }, say("room-empty"));
  main.append(update, codes, tables, empty);

  const rows = new Map();
  let ends = false;

  async function load() {
    const fleet = await asked(complain, "/api/fleet");
    if (fleet !== null && !ends) draw(fleet);
  }

  function draw(fleet) {
    const { rollout } = fleet;
    mark(update, { hidden: rollout === null, "data-stopped": Boolean(rollout?.stopped) });
    if (rollout !== null) write(update, say(rollout.stopped ? "fleet-stopped" : "fleet-update", { version: rollout.version, ring: rollout.ring, of: rollout.of, why: rollout.stopped }));
    mark(codes, { hidden: fleet.codes.length === 0 });
    const names = new Map(fleet.tables.map(({ table, name }) => [table, name]));
    codes.querySelector("ul").replaceChildren(...fleet.codes.map((found) => el("li", { "data-severity": found.severity },
      el("b", {}, found.code), el("span", { class: "facts" }, found.tables.map((table) => names.get(table) ?? table).join(", ")))));
    keyed(tables, fleet.tables, ({ table }) => table, ({ table }) => {
      const row = createRow(table, { complain, load });
      rows.set(table, row);
      return row.element;
    }, (_, seen) => rows.get(seen.table).draw(seen));
    mark(empty, { hidden: fleet.tables.length > 0 });
  }

  const again = setInterval(load, EVERY_MS);
  await load();
  return { elements: [main], close: () => { ends = true; clearInterval(again); } };
}

function createRow(table, { complain, load }) {
  const name = el("h2", {});
  const facts = el("p", { class: "facts" });
  const house = el("ul", { class: "rows" });
  const findings = el("ul", { class: "rows" });
  const told = el("p", { class: "told", role: "status" });
  const text = el("input", { maxlength: MESSAGE_LETTERS, required: true, autocomplete: "off", "aria-label": say("fleet-text") });
  const message = el("form", { class: "filters", onsubmit: (event) => {
    event.preventDefault();
    void act("message", { text: text.value }, () => { text.value = ""; });
  } }, text, el("button", { type: "submit", class: "quiet" }, say("fleet-message")));
  const buttons = [["identify", "book-identify"], ["doctor", "fleet-doctor"]].map(([what, words]) =>
    el("button", { type: "button", class: "quiet", onclick: () => act(what) }, say(words)));
  const report = el("button", { type: "button", class: "quiet", onclick: fetchReport }, say("fleet-report"));
  const element = el("section", { class: "card", "data-table": table }, name, facts, house, findings,
    el("p", { class: "ways" }, buttons, report), message, told);

  async function act(what, more = {}, done = () => {}) {
    write(told, say("fleet-asked"));
    const answer = await asked((why) => { complain(why); write(told, why); }, "/api/fleet/ask", { table, do: what, ...more });
    if (answer === null) return;
    done();
    write(told, say("fleet-done"));
    await load();
  }

  /** It is a file: the browser keeps it. */
  async function fetchReport() {
    write(told, say("fleet-asked"));
    const answer = await fetch("/api/fleet/ask", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ table, do: "report" }),
    }).catch(() => null);
    if (!answer?.ok) {
      write(told, (await answer?.json().catch(() => null))?.error?.message ?? say("error-network"));
      return;
    }
    const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: `${table}-report.zip` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), EVERY_MS);
    write(told, say("fleet-done"));
  }

  const drawFacts = whenChanged(({ online, version, ring, reported }) => {
    const state = reported?.update ? say(`fleet-update-${reported.update.state}`, { version: reported.update.version }) : null;
    write(facts, [say(online ? "fleet-here" : "room-away"), version, ring === null ? null : say("fleet-ring", { ring }), state]
      .filter((each) => each).join(" \u00b7 "));
  });
  const drawHouse = whenChanged((parts) => house.replaceChildren(...parts.map(({ part, game, hash, state, why }) =>
    el("li", { "data-state": state }, el("span", {}, `${say(`fleet-part-${part}`)}${game ? ` (${game})` : ""}: `, el("b", {}, say(`fleet-state-${state}`))),
      el("code", { class: "facts" }, hash), why ? el("span", { class: "who" }, why) : null))));
  const drawFindings = whenChanged(({ examined, all }) => findings.replaceChildren(...(examined && all.length === 0
    ? [el("li", {}, say("fleet-well"))]
    : all.map(({ code, severity, device, cause, cure }) => el("li", { "data-severity": severity },
        el("b", {}, code), el("span", { class: "facts" }, device), el("span", { class: "who" }, `${cause} ${cure}`))))));

  function draw(seen) {
    name.replaceChildren(el("a", { href: `/table/${table}` }, seen.name));
    mark(element, { "data-state": seen.online ? "here" : "away" });
    for (const button of [...buttons, report, ...message.querySelectorAll("button")]) mark(button, { disabled: !seen.online });
    drawFacts({ online: seen.online, version: seen.version, ring: seen.ring, reported: seen.reported });
    drawHouse(seen.house);
    drawFindings({ examined: seen.examined, all: seen.findings });
  }

  return { element, draw };
}
