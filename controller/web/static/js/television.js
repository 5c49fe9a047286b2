// A television, which is only looked at: it shows no controls, and stays awake where its browser allows that, over HTTPS only.
const isOn = () => location.hash === "#tv";

/** On at the address `#tv`, until somebody touches it. Once for a page. */
export function watchTelevision() {
  let lock = null;

  async function apply() {
    document.documentElement.toggleAttribute("data-tv", isOn());
    lock?.release();
    lock = null;
    if (isOn() && document.visibilityState === "visible") lock = await navigator.wakeLock?.request("screen").catch(() => null);
  }

  function leave() {
    if (!isOn()) return;
    history.replaceState(null, "", location.pathname);
    apply();
  }

  addEventListener("hashchange", apply);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, leave);
  document.addEventListener("visibilitychange", apply);
  apply();
}
