// The hub's clock, as far as this browser knows it: of all that was said, what came soonest is nearest.
let ahead_s = null;
const FORGET_S = 600; // a browser's clock may run a little apart
let set_s = 0;

/** The hub has just said that it is `now_s`. */
export function setClock(now_s) {
  const here_s = performance.now() / 1000;
  if (ahead_s === null || now_s - here_s > ahead_s || here_s - set_s > FORGET_S || ahead_s - (now_s - here_s) > 30) {
    ahead_s = now_s - here_s;
    set_s = here_s;
  }
}

/** Seconds on the hub's clock. */
export function now() {
  return performance.now() / 1000 + (ahead_s ?? 0);
}
