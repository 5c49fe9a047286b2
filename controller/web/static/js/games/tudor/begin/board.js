// A board as people have laid it: which tokens lie on each space, entered by tapping.
import { el, write } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { round, token } from "../drawn.js";
import { word } from "../words.js";

const ROUNDS = ["influence", "intrigue"];

export function createBoard() {
  const told = el("p", { class: "hint", role: "status" });
  const grid = el("div", { class: "throne-grid" });
  const palette = el("div", { class: "lay-palette", role: "group", "aria-label": say("tudor-lay-palette") });
  const element = el("div", { class: "lay", hidden: true }, el("p", { class: "hint" }, say("tudor-lay-how")), grid, told, palette);
  let box = null;
  let names = []; // column by column, each from below
  let due = { influence: 0, intrigue: 0 };
  let laid = new Map(); // by space: { faction, kind }
  let chosen = null;

  function unpack(unpacked) {
    box = unpacked;
    names = [];
    palette.replaceChildren(...ROUNDS.flatMap((kind) => box.factions.map((faction) => {
      const words = `${word(faction)}, ${word(kind)}`;
      return el("button", { type: "button", class: "lay-pair", "aria-label": words, title: words, onclick: () => lay(faction, kind) }, token(faction), round(kind));
    })));
  }

  /** The side of the board for so many players, empty; what was laid stays while it is the same side. */
  function fit(players) {
    const columns = box.columns[players] ?? [];
    const wanted = columns.flatMap((height, column) => Array.from({ length: height }, (_, row) => `${String.fromCharCode(65 + column)}${row + 1}`));
    const left_out = players === 2 ? box.two_players_without : { influence: 0, intrigue: 0 };
    due = Object.fromEntries(ROUNDS.map((kind) => [kind, box.round_tokens[kind] - left_out[kind]]));
    if (wanted.join() !== names.join()) {
      [names, laid, chosen] = [wanted, new Map(), wanted[0]];
      grid.style.setProperty("--columns", columns.length);
    }
    draw();
  }

  function draw() {
    const rows = Math.max(0, ...names.map((name) => Number(name.slice(1))));
    grid.replaceChildren(...names.map((name) => {
      const lies = laid.get(name);
      const words = `${name}: ${lies ? `${word(lies.faction)}, ${word(lies.kind)}` : say("tudor-lay-empty")}`;
      const space = el("button", { type: "button", class: "space", "data-lay": name, "aria-label": words, title: words, "aria-pressed": String(name === chosen), "data-lit": name === chosen, "data-empty": !lies, onclick: () => tap(name) },
        lies ? [token(lies.faction), round(lies.kind)] : null, el("span", { class: "name", "aria-hidden": "true" }, name));
      space.style.setProperty("grid-area", `${rows - Number(name.slice(1)) + 1} / ${name.charCodeAt(0) - 64}`);
      return space;
    }));
    const lying = (kind) => [...laid.values()].filter((lies) => lies.kind === kind).length;
    write(told, say("tudor-lay-left", { spaces: names.length - laid.size, influence: due.influence - lying("influence"), intrigue: due.intrigue - lying("intrigue") }));
  }

  /** The space that is laid next; a second tap clears it. */
  function tap(name) {
    if (name === chosen) laid.delete(name);
    chosen = name;
    draw();
    grid.querySelector(`[data-lay="${name}"]`).focus();
  }

  function lay(faction, kind) {
    laid.set(chosen, { faction, kind });
    chosen = names.find((name, at) => at > names.indexOf(chosen) && !laid.has(name)) ?? names.find((name) => !laid.has(name)) ?? chosen;
    draw();
  }

  /** As the game log has them (TU-0.5); of equal tokens of a faction the first ones of the box. */
  function spaces() {
    const left = Object.fromEntries(box.factions.map((faction) => [faction, box.tokens.filter((one) => one.faction === faction).map((one) => one.id)]));
    return Object.fromEntries([...laid].map(([name, { faction, kind }]) => [name, { round: kind, token: left[faction].shift() ?? "" }]));
  }

  return { element, unpack, fit, spaces };
}
