// What an organiser does next: close the field, draw, start the clock, end it.
import { el, mark } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createTables } from "./tables.js";

/** `act(act)` and `post(path, body)` give whether it was done; `value()` is the tournament as it is shown. */
export function createControls(act, post, value) {
  const said = el("input", { name: "said", maxlength: 200, autocomplete: "off" });
  const button = (key, click, kind = "do") => el("button", { type: "button", class: kind, onclick: click }, say(`tournament-${key}`));
  const close = button("close", () => act({ do: "closed", closed: true }));
  const draw = el("div", { class: "line" }, el("label", {}, say("tournament-said"), " ", said),
    button("draw", async () => (await post("/api/tournament/draw", { seen: value().count, said: said.value.trim() })) && (said.value = "")),
    button("open", () => act({ do: "closed", closed: false }), "quiet"));
  const clock = button("clock", () => act({ do: "clocked", minutes: value().minutes }));
  const stop = button("clock-stop", () => act({ do: "clocked", minutes: null }), "quiet");
  const back = button("take-back", () => confirm(say("tournament-take-back-sure")) && act({ do: "taken_back" }), "quiet");
  const end = button("end", () => confirm(say("tournament-end-sure")) && act({ do: "ended" }), "quiet");
  const tables = createTables();
  const choose = el("details", { ontoggle: () => choose.open && tables.look((id) => value().tables.includes(id)) }, el("summary", {}, say("tournament-tables")),
    el("p", { class: "hint" }, say("tournament-tables-how")), tables.element, button("keep", async () => (await act({ do: "tables", tables: tables.chosen() })) && (choose.open = false)));
  const element = el("div", { class: "line controls" }, close, draw, clock, stop, back, end, choose);

  function update(now) {
    const games = now.played.at(-1)?.games ?? [];
    const open = games.some((game) => game.scores.length === 0);
    const untouched = games.length > 0 && games.every((game) => game.scores.length === 0);
    mark(element, { hidden: now.ended });
    mark(close, { hidden: now.closed || open || now.next === null });
    mark(draw, { hidden: !now.closed });
    mark(clock, { hidden: !open || now.minutes === null || now.clock_ends_utc !== null });
    mark(stop, { hidden: !open || now.clock_ends_utc === null });
    mark(back, { hidden: !untouched || now.closed });
    mark(end, { hidden: open || now.closed || now.played.length === 0 });
  }

  return { element, draw: update };
}
