// What a player has at the castle: rank, supporters, statues, mercy, tiles.
import { el, icon, keyed, mark, write } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { carried, fit, still } from "./tiles.js";

/** `lift(tile, button)` is called when a tile is taken by click or keyboard; null where nobody may. */
export function createWard(color, lift) {
  const rank = el("span", { class: "rank" });
  const supporters = el("b", {});
  const statues = el("b", {});
  const mercy = el("span", { class: "mercy", title: say("mercy-note") }, icon("mercy"), say("mercy"));
  const tiles = el("b", { class: "tiles" });
  const aside = el("span", { class: "aside" });
  const confirmed = el("span", { class: "confirmed" }, say("confirmed"));
  const board = el("div", { class: "board" });
  const supportersStat = el("span", { class: "stat", role: "img" }, icon("supporter"), supporters);
  const statuesStat = el("span", { class: "stat", role: "img" }, icon("statue"), statues);
  let tilesBefore = 0;

  function drawBoard(player, table) {
    const faces = player.castle;
    const own = (table?.tiles ?? []).filter((tile) => tile.where === "castle" && tile.color === color);
    if (own.length > 0 && (faces === null || own.every((tile) => tile.face))) {
      keyed(board, own, (tile) => tile.handle, (tile) => {
        const button = carried(tile, lift);
        button.tabIndex = 0;
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
    drawBoard(player, table);
  }

  const stats = el("div", { class: "stats" }, supportersStat, statuesStat, mercy);
  return { beside: rank, elements: [stats, el("div", { class: "count" }, tiles, aside, confirmed), board], draw };
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
