// Carrying things by pointer, mouse or finger: what hangs below it, and the gates it passes; several fingers, several things.
import { play } from "./sound.js";
import { useListeners, useRef } from "./view.js";

const START_PX = 5; // less is a click
const PART_PX = 10; // between two points of a drag: a quick hand moves far between two events
const SETTLE_MS = 450;
const SHORTEST_DWELL_S = 0.2; // how long a gate needs a piece to see it for certain
const LONGEST_DWELL_S = 2;

/**
 * Makes every element inside the area of `ref` that fits the selector `carry.what` one that can be carried; none where `carry` is null.
 * `carry.begin(element, area)` gives the load: `content`, an element that is shown at the mouse, or above the finger, which says where
 * it is; `moved(at)` for points of the drag at most `PART_PX` apart; `dropped(at)`, true where the thing stays; `cancelled()`.
 */
export function useCarry(ref, carry) {
  const carries = useRef(new Map()).current;
  const end = ({ pointerId }, how) => {
    const carried = carries.get(pointerId);
    carries.delete(pointerId);
    carried?.[how]();
  };
  useListeners({
    pointerdown: (event) => {
      const element = carry && event.target.closest(carry.what);
      if (!element || event.button !== 0 || carries.has(event.pointerId)) return;
      carries.set(event.pointerId, createCarry(ref.current, element, event, carry.begin));
    },
    pointermove: (event) => (event.buttons === 0 ? end(event, "cancel") : carries.get(event.pointerId)?.move(event)), // let go outside
    pointerup: (event) => end(event, "drop"),
    pointercancel: (event) => end(event, "cancel"),
    dragstart: (event) => event.preventDefault(),
  }, ref);
}

function createCarry(area, element, { clientX, clientY, pointerId, pointerType }, begin) {
  const start = { x: clientX, y: clientY };
  const home = element.getBoundingClientRect();
  let at = start;
  let ghost = null;
  let load = null;

  function move(event) {
    const to = { x: event.clientX, y: event.clientY };
    if (ghost === null) {
      if (Math.hypot(to.x - start.x, to.y - start.y) < START_PX) return;
      load = begin(element, area);
      ghost = Object.assign(document.createElement("div"), { className: `ghost${pointerType === "touch" ? " by-finger" : ""}`, ariaHidden: "true" });
      ghost.append(load.content);
      element.classList.add("lifted");
      area.setPointerCapture(pointerId); // the area, which is not drawn anew
      document.body.append(ghost);
    }
    ghost.style.setProperty("translate", `${to.x}px ${to.y}px`);
    const parts = Math.ceil(Math.hypot(to.x - at.x, to.y - at.y) / PART_PX);
    const { x, y } = at;
    for (let part = 1; part <= parts; part += 1) load.moved({ x: x + ((to.x - x) * part) / parts, y: y + ((to.y - y) * part) / parts });
    at = to;
  }

  /** The thing stays where it was put until the page shows it there; one that may not lie there goes back. */
  function settle(stays) {
    if (!stays) {
      const back = element.isConnected ? element.getBoundingClientRect() : home;
      ghost.classList.add("back-home");
      ghost.style.setProperty("translate", `${back.x + back.width / 2}px ${back.y + back.height / 2}px`);
    }
    setTimeout(() => {
      ghost.remove();
      element.classList.remove("lifted");
    }, SETTLE_MS);
  }

  function cancel() {
    if (ghost === null) return;
    load.cancelled();
    settle(false);
  }

  return { move, drop: () => ghost && settle(load.dropped(at)), cancel };
}

/** The gates as the piece of this handle meets them; `passed()` tells whether it left one behind. */
export function createCrossing(acts, handle) {
  let over = null; // the gate below the piece: { gate, since_ms }
  let passed = false;

  function leave() {
    if (!over) return;
    const { gate, since_ms } = over;
    over = null;
    passed = true;
    play("knock");
    setTimeout(() => gate.classList.remove("passing"), 200);
    const dwell_s = (performance.now() - since_ms) / 1000;
    acts.pass(handle, gate.dataset.gate, Math.min(LONGEST_DWELL_S, Math.max(SHORTEST_DWELL_S, dwell_s)));
  }

  return {
    leave,
    passed: () => passed,
    moved({ x, y }) {
      const gate = document.elementFromPoint(x, y)?.closest("[data-gate]");
      if (gate === over?.gate) return;
      leave();
      over = gate && { gate, since_ms: performance.now() };
      gate?.classList.add("passing");
    },
    cancelled() {
      over?.gate.classList.remove("passing");
      over = null;
    },
  };
}

const LONG_MS = 700;

const pressed = new WeakMap(); // buttons that are down, with the timer of a long press, or "long" after it

/** Properties of a button that tells short presses from long ones, by finger, mouse or key: `...${pressable(onPress)}`. */
export function pressable(onPress) {
  function down(button) {
    if (pressed.has(button)) return;
    button.classList.add("down");
    pressed.set(button, setTimeout(() => {
      pressed.set(button, "long");
      button.classList.replace("down", "held");
      onPress(true);
    }, LONG_MS));
  }

  /** Ends a press; whether it was a short one. */
  function release({ currentTarget: button }) {
    const timer = pressed.get(button);
    clearTimeout(timer);
    button.classList.remove("down", "held");
    return pressed.delete(button) && timer !== "long";
  }

  const up = (event) => release(event) && onPress(false);
  const isKey = (event) => event.key === "Enter" || event.key === " ";
  return {
    onPointerDown: (event) => event.button === 0 && down(event.currentTarget),
    onPointerUp: up,
    onPointerLeave: release,
    onPointerCancel: release,
    onContextMenu: (event) => event.preventDefault(),
    onKeyDown: (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) down(event.currentTarget);
    },
    onKeyUp: (event) => isKey(event) && up(event),
    onBlur: release,
    // A screen reader clicks without a pointer or key before it.
    onClick: (event) => event.detail === 0 && event.pointerType === "" && onPress(false),
  };
}
