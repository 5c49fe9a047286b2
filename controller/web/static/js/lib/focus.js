// Keyboard focus that is never lost: where the focused element goes, its neighbour gets the focus, or what the table waits for.
const PARTS = ".heap, .builds, .offers, .passes, .stand, .fields, .throne-grid, .chambers, .ward";

/** What a step can wait for, the likeliest first: a hint to read, a question, the red button, an offer, a place or piece. */
const DUE = [".tour button:not(.quiet)", ".notes button", ".now button:not(details *)", ".middle [data-due=tap] button", ".choices :is(button, summary), .offers :is(button, summary)", ".middle button:not([tabindex='-1'])", ".slot-board button:not(.buttons button)"];

const redButton = () => document.querySelector(".now .do:not([aria-disabled])");

/**
 * Draws with `draw()`; an element that has the focus and goes hands it to its neighbour, or to what is due. From tiles and the
 * main part as a whole the focus goes to a red button that appears, unless a tile is held.
 */
export function keepFocus(draw) {
  const before = document.activeElement;
  const part = before?.closest?.(PARTS);
  const place = part ? enabled(part).indexOf(before) : -1;
  const awaited = (part?.matches(".heap, .ward") || before?.id === "main") && redButton() === null;
  draw();
  if (awaited && !document.querySelector(".held-tile")) redButton()?.focus({ preventScroll: true });
  if (!before || before === document.body || document.activeElement !== document.body) return;
  const left = part?.isConnected ? focusable(part) : [];
  const next = before.isConnected ? before : left[Math.min(Math.max(place, 0), left.length - 1)]; // a moved element loses the focus, too
  next ? next.focus({ preventScroll: true }) : regainFocus();
}

/** Focuses what the table waits for, or the main part of the page; only if nothing has the focus, unless `asked` to. */
export function regainFocus(asked = false) {
  if (!asked && document.activeElement !== document.body) return;
  const due = DUE.map((one) => focusable(document, one)[0]).find(Boolean);
  (due ?? document.getElementById("main"))?.focus({ preventScroll: !asked });
}

const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** For `onKeyDown` of a part of the board: an arrow key goes to the nearest button ahead; at an edge to the next or previous one. */
export function walk(event) {
  const ahead = AHEAD[event.key];
  const places = enabled(event.currentTarget, "button");
  const at = places.indexOf(document.activeElement);
  if (!ahead || at < 0) return;
  event.preventDefault();
  const middle = (place) => { const box = place.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(places[at]);
  let [nearest, least] = [null, Infinity];
  for (const place of places) {
    const [across, down] = middle(place).map((value, axis) => value - [x, y][axis]);
    const [on, aside] = [across * ahead[0] + down * ahead[1], Math.abs(across * ahead[1] + down * ahead[0])];
    if (on > 1 && aside <= on && on + 2 * aside < least) [nearest, least] = [place, on + 2 * aside];
  }
  (nearest ?? places.at((at + ahead[0] + ahead[1]) % places.length)).focus();
}

const enabled = (part, what = "button, select, input, summary") => [...part.querySelectorAll(what)].filter((element) => !element.disabled);
const focusable = (part, what) => enabled(part, what).filter((element) => element.checkVisibility());

/** What a tap is due at, the likeliest first, and the part of the board that then comes into sight as a whole. */
const LIT = ["[data-due]", ".middle-board button", "[data-acting] .yes:enabled", ".castle .yes:enabled"]; // the last where tiles go over gates
const LIT_PARTS = "[data-due], .middle-board > *, .castle";

const RAISED_PX = 72; // a tile in the hand lies over so much of the board's lower edge

/** On a phone, what a tap is due at comes into sight between the head and the choices or tabs below, once all of it is painted. */
export const showDue = () => void requestAnimationFrame(() => setTimeout(scrollToDue));

function scrollToDue() {
  const lit = LIT.map((one) => document.querySelector(`.slot-board ${one}`)).find(Boolean);
  if (!lit?.checkVisibility() || !matchMedia("(max-width: 900px)").matches) return;
  const top = Math.max(0, document.querySelector(".banner").getBoundingClientRect().bottom);
  const below = [...document.querySelectorAll(".slot-offers, .stage .tab-list")].filter((one) => one.checkVisibility());
  const end = Math.min(...below.map((one) => one.getBoundingClientRect().top));
  const part = (lit.closest(LIT_PARTS) ?? lit).getBoundingClientRect();
  const by = part.bottom - end + Math.min(RAISED_PX, Math.max(0, end - top - part.height) / 2);
  const isSeen = part.top >= top && by <= 0; // a scroll that still runs to another part ends
  scrollBy({ top: isSeen ? 0 : by, behavior: isSeen || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
}
