// How the devices are, what they have done so far, and what the doctor says.
import { el, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createHealth(acts) {
  const rows = el("tbody", {});
  const found = el("ul", { class: "findings", "aria-live": "polite" });
  const version = el("p", { class: "hint" });
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, say("devices")),
    el("table", { class: "health" },
      el("thead", {}, el("tr", {}, ["device", "state", "counts"].map((name) => el("th", { scope: "col" }, say(`owner-${name}`))))),
      rows),
    version,
    el("button", { type: "button", onclick: examine }, say("owner-examine")),
    found,
  );

  const redraw = whenChanged((devices) => rows.replaceChildren(...devices.flatMap(drawDevice)));

  async function examine() {
    const findings = await acts.doctor();
    if (findings === null) return;
    found.replaceChildren(...(findings.length > 0 ? findings.map(drawFinding) : [el("li", {}, say("owner-healthy"))]));
  }

  function show(overview) {
    redraw(overview.devices);
    version.textContent = say("owner-version", { version: overview.version });
  }

  return { element, show };
}

function drawDevice({ label, ok, text, counts }) {
  const words = Object.entries(counts).map(([name, number]) => say(`owner-count-${name}`, { number }));
  const row = el("tr", { class: ok ? "ok" : "bad" },
    el("th", { scope: "row" }, label), el("td", {}, say(ok ? "owner-works" : "owner-broken")), el("td", {}, words.join(" · ")));
  return ok ? [row] : [row, el("tr", { class: "bad why" }, el("td", { colspan: 3 }, text))];
}

function drawFinding({ code, severity, device, cause, cure, command }) {
  return el("li", { class: `finding-${severity}` },
    el("b", {}, `${code} · ${device}`), el("p", {}, cause), cure ? el("p", {}, cure) : null,
    command ? el("code", {}, command) : null);
}
