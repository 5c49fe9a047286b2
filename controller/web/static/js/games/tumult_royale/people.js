// The people's tiles in the middle of the table, and how the keyboard walks over them.
import { el, keyed, mark, whenChanged, write } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { carried, chip, COMMODITIES, fit, still } from "./tiles.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** `lift(tile, button)` is called when a tile is taken by click or keyboard. */
export function createPeople(lift) {
  const number = el("span", { class: "number" });
  const aside = el("span", { class: "aside" });
  const left = el("span", { class: "left" });
  const heap = el("div", { class: "heap", role: "group", "aria-label": say("people-label"), onkeydown: walk });
  const hint = el("p", { class: "hint" }, say("people-hint"), " ", el("span", { class: "keys" }, say("people-keys")));
  const element = el(
    "section",
    { class: "people" },
    el("header", {}, el("h2", {}, say("people")), number, aside, left),
    heap,
    hint,
  );

  /** Arrow keys move between tiles; only one of them is a stop of the tab key. */
  function walk(event) {
    const step = STEPS[event.key];
    const tiles = [...heap.querySelectorAll("button")];
    const at = tiles.indexOf(document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const next = tiles[(at + step + tiles.length) % tiles.length];
    tiles[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  function drawHeap(view, table) {
    if (table === null) {
      const anonymous = Array.from({ length: view.people?.tiles ?? 0 }, (_, place) => place);
      keyed(heap, anonymous, (place) => `still-${place}`, () => still(null));
      return;
    }
    // Every tile keeps its place, taken or not: nothing slides away below a hand that reaches for it.
    keyed(
      heap,
      table.tiles.filter((tile) => tile.where !== "out"),
      (tile) => (tile.where === "people" ? tile.handle : `gone-${tile.handle}`),
      (tile) => (tile.where === "people" ? carried(tile, lift) : el("span", { class: "gap" })),
      (place, tile) => tile.where === "people" && fit(place, tile),
    );
    if (!heap.querySelector('button[tabindex="0"]')) heap.querySelector("button")?.setAttribute("tabindex", "0");
  }

  const drawLeft = whenChanged((counted) =>
    left.replaceChildren(...(counted ? [say("left"), ...COMMODITIES.map((name) => chip(name, counted[name]))] : [])));

  function draw(view, table) {
    write(number, say("tiles", { number: view.people?.tiles ?? 0 }));
    write(aside, view.set_aside ? say("aside", { number: view.set_aside }) : "");
    drawLeft(view.people?.left ?? null);
    mark(hint, { hidden: table === null });
    drawHeap(view, table);
  }

  return { element, draw };
}
