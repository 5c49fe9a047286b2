// Stickers, between games: teach which one is under which tile, replace one, count the box.
import { el, mark, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createStickers(acts, look, tileName) {
  const state = el("p", {});
  const due = el("p", { class: "due", role: "status", "aria-live": "polite" });
  const said = el("p", { class: "hint", role: "status" });
  const tile = el("select", {});
  const begin = (doing, which) => () => acts.stickers(doing, which?.() ?? "").then(look);
  const rest = el("div", { class: "ends" },
    el("button", { type: "button", onclick: begin("teach") }, say("owner-teach")),
    el("button", { type: "button", onclick: begin("census") }, say("owner-census")),
    el("label", {}, say("owner-tile"), " ", tile),
    el("button", { type: "button", onclick: begin("teach", () => tile.value) }, say("owner-replace")));
  const end = el("button", { type: "button", class: "do", onclick: begin("end") }, say("owner-end"));
  const element = el("section", { class: "card stickers" }, el("h2", {}, say("owner-stickers")), state, rest, due, said, end);
  let faces = new Map();
  let before = "";

  const redraw = whenChanged((stickers) => {
    state.textContent = say("owner-taught", { number: stickers.taught, total: stickers.tiles });
    const [next] = stickers.due;
    const words = {
      teach: () => say("owner-hold", { tile: faces.get(next) ?? next, number: stickers.due.length }),
      census: () => say("owner-missing", { number: stickers.due.length, tiles: stickers.due.slice(0, 12).map((id) => faces.get(id) ?? id).join(", ") }),
    };
    due.textContent = stickers.playing ? say("owner-between")
      : stickers.doing ? words[stickers.doing]() : before ? say(`owner-${before}-done`) : "";
    const [kind, ...reason] = stickers.said.split(": ");
    said.textContent = kind ? [say(`owner-said-${kind}`), ...reason].join(": ") : "";
    before = stickers.doing;
  });

  function show({ stickers, playing }) {
    redraw({ ...stickers, playing, known: faces.size });
    mark(rest, { hidden: stickers.doing !== "" });
    mark(end, { hidden: stickers.doing === "" });
    for (const button of rest.querySelectorAll("button")) mark(button, { disabled: playing });
  }

  function unpack(box) {
    faces = new Map(box.pieces.map((one) => [one.id, tileName(one)]));
    tile.replaceChildren(...[...faces].map(([value, words]) => el("option", { value }, words)));
  }

  return { element, show, unpack };
}
