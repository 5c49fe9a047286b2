// Carrying things by pointer, mouse or finger: what hangs below it, and the gates it passes; several fingers, several things.
import { useEffect } from "./view.js";

const START_PX = 5; // less is a click
const SETTLE_MS = 450;
const SHORTEST_DWELL_S = 0.2; // how long a gate needs a piece to see it for certain
const LONGEST_DWELL_S = 2;

/**
 * Makes every element inside the area of `ref` that fits the selector `what` one that can be carried. `begin(element, area)`
 * gives the load: `content`, an element that is shown below the pointer; `moved(from, to)` for each part of the way, points
 * of the window; `dropped(at)`, true where the thing stays; `cancelled()`.
 */
export function useCarry(ref, what, begin) {
  useEffect(() => {
    const area = ref.current;
    const carries = new Map();
    const end = (event, how) => {
      carries.get(event.pointerId)?.[how]();
      carries.delete(event.pointerId);
    };
    const listeners = {
      pointerdown: (event) => {
        const element = event.target.closest(what);
        if (element === null || event.button !== 0 || carries.has(event.pointerId)) return;
        carries.set(event.pointerId, new Carry(area, element, event, begin));
      },
      pointermove: (event) => carries.get(event.pointerId)?.move(event),
      pointerup: (event) => end(event, "drop"),
      pointercancel: (event) => end(event, "cancel"),
      dragstart: (event) => event.preventDefault(),
    };
    for (const [name, listener] of Object.entries(listeners)) area.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) area.removeEventListener(name, listener);
    };
  }, []);
}

class Carry {
  constructor(area, element, event, begin) {
    this.area = area;
    this.element = element;
    this.begin = begin;
    this.from = this.at = { x: event.clientX, y: event.clientY };
    this.home = element.getBoundingClientRect();
    this.ghost = null;
    this.pointer = event.pointerId;
  }

  move(event) {
    const to = { x: event.clientX, y: event.clientY };
    if (this.ghost === null) {
      if (Math.hypot(to.x - this.from.x, to.y - this.from.y) < START_PX) return;
      this.lift();
    }
    this.ghost.style.setProperty("translate", `${to.x}px ${to.y}px`);
    this.load.moved(this.at, to);
    this.at = to;
  }

  lift() {
    this.load = this.begin(this.element, this.area);
    this.ghost = document.createElement("div");
    this.ghost.className = "ghost";
    this.ghost.setAttribute("aria-hidden", "true");
    this.ghost.append(this.load.content);
    this.element.classList.add("lifted");
    this.area.setPointerCapture(this.pointer); // the area, which is not drawn anew
    document.body.append(this.ghost);
  }

  drop() {
    if (this.ghost !== null) this.settle(this.load.dropped(this.at));
  }

  cancel() {
    if (this.ghost === null) return;
    this.load.cancelled();
    this.settle(false);
  }

  /** The thing stays where it was put until the page shows it there; one that may not lie there goes back. */
  settle(stays) {
    const { ghost, element } = this;
    this.ghost = null;
    if (!stays) {
      const home = element.isConnected ? element.getBoundingClientRect() : this.home;
      ghost.classList.add("back-home");
      ghost.style.setProperty("translate", `${home.x + home.width / 2}px ${home.y + home.height / 2}px`);
    }
    setTimeout(() => {
      ghost.remove();
      element.classList.remove("lifted");
    }, SETTLE_MS);
  }
}

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

const LONG_MS = 700;

/** Properties of a button that tells short presses from long ones, by finger, mouse or key: `...${pressable(onPress)}`. */
export function pressable(onPress) {
  const timers = pressable.timers;

  function down(button) {
    if (timers.has(button)) return;
    button.classList.add("down");
    timers.set(button, setTimeout(() => {
      timers.set(button, "long");
      button.classList.remove("down");
      button.classList.add("held");
      onPress(true);
    }, LONG_MS));
  }

  function release(button) {
    if (timers.get(button) !== "long") clearTimeout(timers.get(button));
    timers.delete(button);
    button.classList.remove("down", "held");
  }

  function up(button) {
    const timer = timers.get(button);
    release(button);
    if (timer !== undefined && timer !== "long") onPress(false);
  }

  const isKey = (event) => event.key === "Enter" || event.key === " ";
  return {
    onPointerDown: (event) => event.button === 0 && down(event.currentTarget),
    onPointerUp: (event) => up(event.currentTarget),
    onPointerLeave: (event) => release(event.currentTarget),
    onPointerCancel: (event) => release(event.currentTarget),
    onContextMenu: (event) => event.preventDefault(),
    onKeyDown: (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) down(event.currentTarget);
    },
    onKeyUp: (event) => isKey(event) && up(event.currentTarget),
    onBlur: (event) => release(event.currentTarget),
    // A screen reader clicks without a pointer or key before it.
    onClick: (event) => event.detail === 0 && event.pointerType === "" && onPress(false),
  };
}
pressable.timers = new WeakMap();
