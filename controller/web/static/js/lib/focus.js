// Keyboard focus that is never lost: where the focused element goes, the focus stays in the part of the page where it was.
const PARTS = ".heap, .builds, .offers, .passes, .stand, .fields, .throne-grid, .chambers, .ward, .slot-offers";

/** Draws with `draw()`; an element that has the focus and goes hands it to its neighbour, or to the page's main part. */
export function keepFocus(draw) {
  const before = document.activeElement;
  const part = before?.closest?.(PARTS);
  const place = part ? focusable(part).indexOf(before) : -1;
  draw();
  if (!before || before === document.body || document.activeElement !== document.body) return;
  const left = part?.isConnected ? focusable(part) : [];
  const next = before.isConnected ? before : left[Math.min(Math.max(place, 0), left.length - 1)]; // a moved element loses the focus, too
  (next ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

const focusable = (part) => [...part.querySelectorAll("button:not(:disabled), select, input")];
