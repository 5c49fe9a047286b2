// A television: nobody touches it, so it shows no controls, and it stays awake where its browser allows that.
const ON = "#tv";

/** On at the address `#tv`, until somebody touches it. Once for a page. */
export function watchTelevision() {
  let lock = null;

  const isOn = () => location.hash === ON;

  /** Browsers allow it over HTTPS only. */
  async function stayAwake() {
    lock = document.visibilityState === "visible" ? await navigator.wakeLock?.request("screen").catch(() => null) : null;
  }

  function apply() {
    document.documentElement.toggleAttribute("data-tv", isOn());
    lock?.release();
    lock = null;
    if (isOn()) stayAwake();
  }

  function leave() {
    if (!isOn()) return;
    history.replaceState(null, "", location.pathname);
    apply();
  }

  addEventListener("hashchange", apply);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, leave);
  document.addEventListener("visibilitychange", () => isOn() && stayAwake());
  apply();
}
