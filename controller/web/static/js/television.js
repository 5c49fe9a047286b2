// A television: nobody touches it, so the page turns by itself, a screen at a time, and goes back to its head when there is news.
const ON = "#tv";
const TURN_MS = 12_000;
const TURNED = 0.9; // of a screen: the rest is seen again

/** On at the address `#tv`, until somebody touches it; `draw(view)` tells it of news. Once for a page. */
export function createTelevision() {
  let timer = null;
  let lock = null;
  let shown = null;

  const isOn = () => location.hash === ON;

  function turn() {
    const { scrollHeight } = document.documentElement;
    const atEnd = scrollY + innerHeight >= scrollHeight - 2;
    const head = document.querySelector(".banner").offsetHeight; // it stays above whatever is turned
    go(atEnd ? 0 : scrollY + (innerHeight - head) * TURNED);
  }

  function go(top) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({ top, behavior: still ? "auto" : "smooth" });
    clearTimeout(timer);
    timer = setTimeout(turn, TURN_MS);
  }

  /** A screen must not fall asleep; browsers allow that over HTTPS only. */
  async function stayAwake() {
    lock = document.visibilityState === "visible" ? await navigator.wakeLock?.request("screen").catch(() => null) : null;
  }

  function apply() {
    document.documentElement.toggleAttribute("data-tv", isOn());
    clearTimeout(timer);
    lock?.release();
    lock = null;
    if (!isOn()) return;
    go(0);
    stayAwake();
  }

  function leave() {
    if (!isOn()) return;
    history.replaceState(null, "", location.pathname);
    apply();
  }

  function draw(view) {
    const news = `${view.waiting_for?.step} ${view.waiting_for?.color}`;
    if (isOn() && shown !== null && news !== shown) go(0);
    shown = news;
  }

  addEventListener("hashchange", apply);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, leave);
  document.addEventListener("visibilitychange", () => isOn() && stayAwake());
  apply();
  return { draw };
}
