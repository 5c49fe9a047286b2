// Who stands where, with what decides among equals; and as if all ended now.
import { el, keyed, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const SHOWN = 300; // rows; whoever looks for another types his name
const COLUMNS = ["rank", "people", "points", "wins", "game-points", "share", "opponents"];

/** `most` rows; `find` is whether one may look for a name. */
export function createStanding({ most = SHOWN, find = true } = {}) {
  const wanted = el("input", { type: "search", maxlength: 60, oninput: () => shown && draw(shown) });
  const now = el("th", { scope: "col" }, say("tournament-if-now"));
  const body = el("tbody", {});
  const more = el("p", { class: "hint" });
  const element = el("section", { class: "card standing", "aria-labelledby": "standing-title" },
    el("h2", { id: "standing-title" }, say("tournament-standing")),
    find ? el("label", {}, say("tournament-find"), " ", wanted) : null,
    el("div", { class: "wide" }, el("table", {}, el("thead", {}, el("tr", {}, COLUMNS.map((name) => el("th", { scope: "col" }, say(`tournament-${name}`))), now)), body)), more);
  let shown = null;

  function draw(value) {
    shown = value;
    const places = new Map((value.if_now ?? []).map(([entrant], index) => [entrant, index + 1]));
    mark(now, { hidden: value.if_now === null });
    const words = wanted.value.trim().toLowerCase();
    const all = value.standing.map((row, index) => ({ row, rank: index + 1, name: value.entrants[row[0]].name }))
      .filter(({ name }) => name.toLowerCase().includes(words));
    keyed(body, all.slice(0, most), ({ row }) => row[0], () => el("tr", {}, COLUMNS.map(() => el("td", {})), el("td", {})), (line, { row, rank, name }) => {
      const [entrant, points, wins, counted, share, opponents] = row;
      const cells = [rank, name, points, wins, counted, (share / 1000).toFixed(3), opponents, places.get(entrant) ?? ""];
      cells.forEach((cell, index) => write(line.children[index], String(cell)));
      mark(line.lastElementChild, { hidden: value.if_now === null });
    });
    write(more, all.length > most ? say("tournament-more", { number: all.length - most }) : "");
  }

  return { element, draw };
}
