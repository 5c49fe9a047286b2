// Carrying tiles by pointer over the gates; several fingers, several tiles.
import { el } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const START_PX = 5; // less is a click
const SHORTEST_DWELL_S = 0.2; // how long a gate needs a tile to see it for certain
const LONGEST_DWELL_S = 2;
const SETTLE_MS = 450;

/** Makes every `[data-handle]` tile inside `felt` one that can be carried; `drawTile(face)` draws it, or its back for null. */
export function attachDrag(felt, acts, drawTile) {
  const carries = new Map();

  felt.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest("[data-handle]");
    if (tile === null || event.button !== 0 || carries.has(event.pointerId)) return;
    carries.set(event.pointerId, new Carry(tile, event, { felt, acts, drawTile }));
  });
  felt.addEventListener("pointermove", (event) => carries.get(event.pointerId)?.move(event));
  felt.addEventListener("pointerup", (event) => end(event, "drop"));
  felt.addEventListener("pointercancel", (event) => end(event, "cancel"));
  felt.addEventListener("dragstart", (event) => event.preventDefault());

  function end(event, how) {
    carries.get(event.pointerId)?.[how](event);
    carries.delete(event.pointerId);
  }
}

class Carry {
  constructor(tile, event, { felt, acts, drawTile }) {
    this.tile = tile;
    this.handle = tile.dataset.handle;
    this.felt = felt;
    this.acts = acts;
    this.drawTile = drawTile;
    this.from = this.at = { x: event.clientX, y: event.clientY };
    this.ghost = null;
    this.over = null; // the gate below the tile: { gate, since_ms }
    this.passed = false;
    this.pointer = event.pointerId;
  }

  move(event) {
    const to = { x: event.clientX, y: event.clientY };
    if (this.ghost === null) {
      if (Math.hypot(to.x - this.from.x, to.y - this.from.y) < START_PX) return;
      this.lift();
    }
    this.ghost.style.setProperty("translate", `${to.x}px ${to.y}px`);
    this.cross(this.at, to);
    this.at = to;
  }

  lift() {
    this.ghost = el("div", { class: "tile ghost", "aria-hidden": "true" }, this.drawTile(null));
    this.tile.classList.add("lifted");
    // The felt, not the tile: the table may redraw the tile while it is still on its way.
    this.felt.setPointerCapture(this.pointer);
    document.body.append(this.ghost);
    this.acts.lift(this.handle).then((face) => face && this.ghost?.replaceChildren(this.drawTile(face)));
  }

  /** A quick hand moves far between two events: what counts is the way, not its ends. */
  cross(from, to) {
    const gates = [...this.felt.querySelectorAll("[data-gate]")];
    const below = gates.find((gate) => meets(gate.getBoundingClientRect(), to, to));
    const crossed = gates.find((gate) => meets(gate.getBoundingClientRect(), from, to));
    const gate = below ?? (this.over ? null : crossed) ?? null;
    if (this.over !== null && this.over.gate !== below) this.leave();
    if (gate !== null && this.over === null) {
      this.over = { gate, since_ms: performance.now() };
      gate.classList.add("passing");
      if (gate !== below) this.leave();
    }
  }

  leave() {
    const { gate, since_ms } = this.over;
    this.over = null;
    this.passed = true;
    setTimeout(() => gate.classList.remove("passing"), 200);
    const dwell_s = (performance.now() - since_ms) / 1000;
    this.acts.pass(this.handle, gate.dataset.gate, Math.min(LONGEST_DWELL_S, Math.max(SHORTEST_DWELL_S, dwell_s)));
  }

  drop() {
    if (this.ghost === null) return;
    if (this.over !== null) this.leave();
    const castle = document.elementFromPoint(this.at.x, this.at.y)?.closest("[data-castle]");
    if (!this.passed && castle && !castle.contains(this.tile)) this.acts.complain(say("gate-missed"));
    this.settle(this.passed);
  }

  cancel() {
    if (this.ghost === null) return;
    this.over?.gate.classList.remove("passing");
    this.settle(false);
  }

  /** The tile stays where it was put until the table shows it there; one that passed no gate goes back. */
  settle(stays) {
    const { ghost, tile } = this;
    this.ghost = null;
    if (!stays) {
      const home = tile.getBoundingClientRect();
      ghost.classList.add("back-home");
      ghost.style.setProperty("translate", `${home.x + home.width / 2}px ${home.y + home.height / 2}px`);
    }
    setTimeout(() => {
      ghost.remove();
      tile.classList.remove("lifted");
    }, SETTLE_MS);
  }
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
