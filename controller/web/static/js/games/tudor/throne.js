// The throne room: columns of spaces with their tokens and courtiers, above each its office.
import { el, whenChanged } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { carried, figure, round, token } from "./drawn.js";
import { createLying } from "./lying.js";
import { word } from "./words.js";

export function createThrone(choosing) {
  const grid = el("div", { class: "throne-grid" });
  const element = el("section", { class: "throne", "aria-label": say("tudor-throne") }, grid);

  const redraw = whenChanged(({ columns, spaces, offices, prestige, lit, path, from, handles }) => {
    const focused = document.activeElement?.dataset.space;
    const rows = Math.max(0, ...columns);
    grid.style.setProperty("--columns", columns.length);
    grid.replaceChildren(
      ...Object.entries(offices).map(([column, holder], at) => office(column, holder, prestige?.[column], at, rows - columns[at])),
      ...Object.entries(spaces).map(([name, space]) => drawSpace(name, space, rows, { lit, path, from, handle: handles[name] })),
    );
    if (focused) grid.querySelector(`[data-space="${focused}"]`)?.focus();
  });

  function office(column, holder, prestige, at, above) {
    const words = say(holder ? "tudor-office-of" : "tudor-office", { column, player: holder ? word(holder) : "" });
    const worth = prestige === undefined ? "" : say("tudor-office-worth", { prestige });
    const box = el("div", { class: "office", role: "img", "aria-label": `${words} ${worth}`.trim(), title: words },
      el("b", {}, column), prestige === undefined ? null : el("small", {}, String(prestige)), holder ? figure(holder) : null);
    box.style.setProperty("grid-area", `${1 + above} / ${at + 1}`);
    return box;
  }

  function drawSpace(name, { courtier, token: faction, round: kind }, rows, { lit, path, from, handle }) {
    const column = name.charCodeAt(0) - 65;
    const row = Number(name.slice(1));
    const parts = [faction ? word(faction) : say("tudor-no-token"), kind ? word(kind) : null, courtier ? say("tudor-courtier-of", { player: word(courtier) }) : null];
    const words = `${name}: ${parts.filter(Boolean).join(", ")}`;
    const step = path.indexOf(name);
    const look = {
      class: "space", "data-space": name, "data-place": `space:${name}`, "aria-label": words, title: words, "data-from": from === name,
      "data-lit": lit.includes(name), "data-step": step < 0 ? null : step + 1, "data-empty": faction === null,
    };
    const inside = [
      faction ? carried(token(faction), choosing, `token:${name}`, handle) : null,
      kind ? round(kind) : null,
      courtier ? carried(figure(courtier), choosing, `figure:${name}`) : null,
      el("span", { class: "name", "aria-hidden": "true" }, name), step < 0 ? null : el("b", { class: "step" }, String(step + 1)),
    ];
    const tapped = choosing.atSpace(name);
    const space = tapped
      ? el("button", { ...look, type: "button", "aria-pressed": String(step >= 0 || from === name), onclick: () => choosing.atSpace(name)?.() }, inside)
      : el("div", { ...look, role: "img" }, inside);
    space.style.setProperty("grid-area", `${rows - row + 2} / ${column + 1}`);
    return space;
  }

  function draw(view, table) {
    const spaces = view.spaces ?? {};
    const lies = createLying(table);
    redraw({
      columns: view.columns ?? [], spaces, offices: view.offices ?? {}, prestige: view.prestige_of,
      lit: Object.keys(spaces).filter((name) => choosing.atSpace(name) !== null),
      path: choosing.path().length ? choosing.path() : (view.said?.path ?? []),
      from: choosing.from() ?? view.said?.from ?? null,
      held: Object.keys(spaces).filter((name) => choosing.holds(`figure:${name}`) || choosing.holds(`token:${name}`)),
      handles: Object.fromEntries(Object.keys(spaces).map((name) => [name, lies(`space-${name}`)])),
    });
  }

  return { element, draw };
}
