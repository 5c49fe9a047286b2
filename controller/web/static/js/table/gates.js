// Over which gates a piece is carried, and how long each saw it.

const SHORTEST_DWELL_S = 0.2; // how long a gate needs a piece to see it for certain
const LONGEST_DWELL_S = 2;

/** The gates inside `area` as the piece of this handle meets them; `passed()` tells whether it left one behind. */
export function createCrossing(area, acts, handle) {
  let over = null; // the gate below the piece: { gate, since_ms }
  let passed = false;

  /** A quick hand moves far between two events: what counts is the way, not its ends. */
  function moved(from, to) {
    const gates = [...area.querySelectorAll("[data-gate]")];
    const below = gates.find((gate) => meets(gate.getBoundingClientRect(), to, to));
    const crossed = gates.find((gate) => meets(gate.getBoundingClientRect(), from, to));
    const gate = below ?? (over ? null : crossed) ?? null;
    if (over !== null && over.gate !== below) leave();
    if (gate !== null && over === null) {
      over = { gate, since_ms: performance.now() };
      gate.classList.add("passing");
      if (gate !== below) leave();
    }
  }

  function leave() {
    if (over === null) return;
    const { gate, since_ms } = over;
    over = null;
    passed = true;
    setTimeout(() => gate.classList.remove("passing"), 200);
    const dwell_s = (performance.now() - since_ms) / 1000;
    acts.pass(handle, gate.dataset.gate, Math.min(LONGEST_DWELL_S, Math.max(SHORTEST_DWELL_S, dwell_s)));
  }

  function cancelled() {
    over?.gate.classList.remove("passing");
    over = null;
  }

  return { moved, leave, cancelled, passed: () => passed };
}

/** Whether the way between two points meets a rectangle. */
function meets(box, from, to) {
  let [enter, leave] = [0, 1];
  for (const [start, end, low, high] of [[from.x, to.x, box.left, box.right], [from.y, to.y, box.top, box.bottom]]) {
    const way = end - start;
    if (way === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [near, far] = [(low - start) / way, (high - start) / way].sort((a, b) => a - b);
    enter = Math.max(enter, near);
    leave = Math.min(leave, far);
  }
  return enter <= leave;
}
