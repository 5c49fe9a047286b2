// What a game of Tudor asks before it begins: colours, cards, who is first, and the board where people have laid it.
import { choice } from "../../../shared/choice.js";
import { named } from "../../../shared/cloth.js";
import { el, mark } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { word } from "../words.js";
import { createBoard } from "./board.js";

const SCORING = ["1", "2", "3", "4", "5", "6"];
const SCENARIOS = ["1", "2", "3", "4", "5"];
const BY_CHANCE = { "tudor-cards": "drawn" }; // whatever is not dealt

export function createSetup() {
  const colors = el("div", { class: "picks" });
  const first = el("select", { name: "first" });
  const board = createBoard();
  const all = el("div", { class: "setup" },
    el("fieldset", {}, el("legend", {}, say("tudor-new-colors")), colors),
    el("label", {}, say("tudor-new-first"), " ", first),
    cards("scoring", SCORING, ["1", "4"]),
    cards("scenario", SCENARIOS, ["2"]),
    choice("board", ["chance", "dealt"], "chance", (value) => say(`tudor-new-board-${value}`), "tudor-new-board"),
    board.element);
  let palette = []; // of the players
  const chosen = (name) => all.querySelector(`select[name="${name}"]`).value;

  /** As many selects as there are presets; each card may be drawn. */
  function cards(name, values, presets) {
    const title = say(`tudor-new-${name}`);
    return el("fieldset", { class: "picks" }, el("legend", {}, title), presets.map((preset, at) =>
      el("select", { name: `${name}-${at}`, "aria-label": `${title} ${at + 1}` },
        el("option", { value: "" }, say("tudor-new-drawn")),
        values.map((value) => el("option", { value, selected: value === preset }, `${value}: ${say(`tudor-${name}-short-${value}`)}`)))));
  }

  function offer({ box }) {
    palette = box.colors;
    board.unpack(box);
  }

  /** A colour for each castle: what was chosen, else its own, else one that is left. */
  function fit(seats) {
    const before = new Map([...colors.querySelectorAll("select")].map((one) => [one.name, one.value]));
    const usual = usualColors(seats, palette);
    colors.replaceChildren(...seats.map((castle, seat) => el("label", {}, named(castle), " ",
      el("select", { name: `color-${castle}` }, palette.map((color) =>
        el("option", { value: color, selected: color === (before.get(`color-${castle}`) ?? usual[seat]) }, word(color)))))));
    const firstBefore = first.value;
    first.replaceChildren(el("option", { value: "" }, say("tudor-new-drawn")),
      ...seats.map((castle) => el("option", { value: castle, selected: castle === firstBefore }, say(castle))));
    const laid = all.querySelector('[name="board"]:checked').value === "dealt";
    mark(board.element, { hidden: !laid });
    if (laid) board.fit(seats.length);
  }

  function value(seats) {
    const picked = (name, number) => Array.from({ length: number }, (_, at) => chosen(`${name}-${at}`)).filter(Boolean).map(Number);
    const dealt = { players: seats.map((castle) => ({ color: chosen(`color-${castle}`), gate: castle })) };
    const [scoring, [scenario]] = [picked("scoring", 2), picked("scenario", 1)];
    if (first.value) dealt.first = chosen(`color-${first.value}`);
    if (scoring.length > 0) dealt.scoring = scoring;
    if (scenario) dealt.scenario = scenario;
    if (!board.element.hidden) dealt.spaces = board.spaces();
    return { options: BY_CHANCE, dealt };
  }

  return { elements: [all], offer, fit, value };
}

/** Each castle's own colour where there is such a player, else the next that nobody has. */
function usualColors(seats, palette) {
  const free = palette.filter((color) => !seats.includes(color));
  return seats.map((castle) => (palette.includes(castle) ? castle : free.shift()));
}
