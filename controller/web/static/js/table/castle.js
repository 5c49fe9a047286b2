// One castle: its gate, its tiles, what its player has.
import { el, icon, keyed, mark, write } from "../shared/dom.js";
import { patch } from "../shared/cloth.js";
import { pressable } from "../shared/press.js";
import { say } from "../shared/strings.js";
import { carried, fit, still } from "../games/tumult_royale/tiles.js";

/** The castle of a colour. `draw(player, view, table)` fits it to the game. */
export function createCastle(color, acts, lift) {
  const name = say(color);
  const rank = el("span", { class: "rank" });
  const supporters = el("b", {});
  const statues = el("b", {});
  const mercy = el("span", { class: "mercy", title: say("mercy-note") }, icon("mercy"), say("mercy"));
  const tiles = el("b", { class: "tiles" });
  const aside = el("span", { class: "aside" });
  const confirmed = el("span", { class: "confirmed" }, say("confirmed"));
  const board = el("div", { class: "board" });
  const complaint = el("p", { class: "complaint", role: "alert", hidden: true });
  const lamps = el("span", { class: "lamps", role: "img" }, el("i"), el("i"), el("i"));
  const buttons = el(
    "div",
    { class: "buttons" },
    lamps,
    pressable(el("button", { type: "button", class: "yes", "aria-label": say("yes-of", { color: name }) }, say("yes")), (long) =>
      acts.press(`yes:${color}`, long)),
    pressable(el("button", { type: "button", class: "no", "aria-label": say("no-of", { color: name }) }, say("no")), (long) =>
      acts.press(`no:${color}`, long)),
  );
  const gate = el("div", { class: "gate", "data-gate": color }, el("span", { class: "arch" }, el("span", {}, say("gate"))));
  const supportersStat = el("span", { class: "stat", role: "img" }, icon("supporter"), supporters);
  const statuesStat = el("span", { class: "stat", role: "img" }, icon("statue"), statues);
  const element = el(
    "section",
    { class: `castle of-${color}`, "aria-label": say("castle", { color: name }), "data-castle": color },
    el("div", { class: "ward" },
      el("header", {}, patch(color), el("h2", {}, name), rank),
      el("div", { class: "stats" }, supportersStat, statuesStat, mercy),
      el("div", { class: "count" }, tiles, aside, confirmed),
      board,
      complaint,
      buttons),
    gate,
  );

  let tilesBefore = 0;

  function drawBoard(player, table) {
    const faces = player.castle;
    const own = (table?.tiles ?? []).filter((tile) => tile.where === "castle" && tile.color === color);
    if (own.length > 0 && (faces === null || own.every((tile) => tile.face))) {
      keyed(board, own, (tile) => tile.handle, (tile) => {
        const button = carried(tile);
        button.tabIndex = 0;
        button.addEventListener("click", () => lift(tile, button));
        return button;
      }, fit);
      return;
    }
    const shown = faces ?? Array.from({ length: player.tiles }, (_, place) => ({ id: `down-${place}`, down: true }));
    keyed(board, shown, (face) => face.id, (face) => still(face.down ? null : face));
  }

  function draw(player, view, table) {
    write(rank, say(`rank-${player.rank}`));
    mark(rank, { "data-rank": player.rank });
    write(supporters, String(player.supporters));
    called(supportersStat, say("supporters", { number: player.supporters }));
    write(statues, `${player.placed}/${view.statues_each}`);
    called(statuesStat, say("statues", { number: player.placed, of: view.statues_each }));
    mark(mercy, { hidden: !player.mercy });
    if (player.tiles > tilesBefore) flash(tiles);
    tilesBefore = player.tiles;
    write(tiles, say("tiles", { number: player.tiles }));
    write(aside, player.set_aside ? say("aside", { number: player.set_aside }) : "");
    mark(confirmed, { hidden: !player.confirmed });
    mark(element, { "data-acting": view.waiting_for?.color === color });
    drawBoard(player, table);

    const told = (view.complaints ?? []).find((one) => one.castle === color);
    mark(complaint, { hidden: !told });
    write(complaint, told?.text ?? "");

    const lit = table?.lamps?.[color];
    mark(buttons, { hidden: !lit });
    if (lit) {
      [...lamps.children].forEach((lamp, place) => mark(lamp, { class: lit[place] ? "lit" : "" }));
      mark(lamps, { "aria-label": say("lamps", { lit: lit.filter(Boolean).length }) });
    }
    mark(gate, { hidden: table === null, "data-field-on": table?.rf?.[color] ?? false });
  }

  return { element, draw };
}

/** A drawing with a number, in words for a pointer that rests on it and for a screen reader. */
function called(stat, words) {
  mark(stat, { title: words, "aria-label": words });
}

/** A tile was counted: the number jumps, so that an eye in a hurry sees it. */
function flash(number) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  number.animate([{ scale: "1.5", color: "var(--gold)" }, { scale: "1" }], { duration: 450, easing: "ease-out" });
}
