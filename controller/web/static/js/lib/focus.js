// Keyboard focus that is never lost: where the focused element goes, the focus stays in the part of the page where it was.
const PARTS = ".heap, .builds, .offers, .passes, .stand, .fields, .throne-grid, .chambers, .ward, .slot-offers";

/** Draws with `draw()`; an element that has the focus and goes hands it to its neighbour, or to the page's main part. */
export function keepFocus(draw) {
  const before = document.activeElement;
  const part = before?.closest?.(PARTS);
  const place = part ? focusable(part).indexOf(before) : -1;
  draw();
  if (!before || before === document.body || before.isConnected) return;
  const left = part?.isConnected ? focusable(part) : [];
  (left[Math.min(Math.max(place, 0), left.length - 1)] ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

const focusable = (part) => [...part.querySelectorAll("button:not(:disabled), select, input")];
