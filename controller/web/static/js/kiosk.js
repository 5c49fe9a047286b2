// A locked table's page that somebody has touched and left goes back to its start after a while, as nobody's.
const IDLE_MS = 120_000;

/** `locked()` says whether the table is; `leave()` logs out whoever is in. Once for a page. */
export function watchIdle(locked, leave) {
  let timer = null;

  async function goBack() {
    if (!locked()) return;
    await leave();
    localStorage.clear();
    location.replace("/");
  }

  const touched = () => { clearTimeout(timer); timer = setTimeout(goBack, IDLE_MS); };
  for (const name of ["pointerdown", "keydown", "wheel", "touchmove"]) addEventListener(name, touched, { passive: true });
}
