// Carrying things by pointer, mouse or finger: what hangs below it, the way that it goes; several fingers, several things.
import { el } from "./dom.js";

const START_PX = 5; // less is a click
const SETTLE_MS = 450;

/**
 * Makes every element inside `area` that fits the selector `what` one that can be carried. `begin(element)` is called once
 * it is, and gives the load: `content`, an element that is shown below the pointer; `moved(from, to)` for each part of the
 * way, points of the window; `dropped(at)`, true where the thing stays; `cancelled()`.
 */
export function attachCarry(area, what, begin) {
  const carries = new Map();

  area.addEventListener("pointerdown", (event) => {
    const element = event.target.closest(what);
    if (element === null || event.button !== 0 || carries.has(event.pointerId)) return;
    carries.set(event.pointerId, new Carry(area, element, event, begin));
  });
  area.addEventListener("pointermove", (event) => carries.get(event.pointerId)?.move(event));
  area.addEventListener("pointerup", (event) => end(event, "drop"));
  area.addEventListener("pointercancel", (event) => end(event, "cancel"));
  area.addEventListener("dragstart", (event) => event.preventDefault());

  function end(event, how) {
    carries.get(event.pointerId)?.[how]();
    carries.delete(event.pointerId);
  }
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
    this.load = this.begin(this.element);
    this.ghost = el("div", { class: "ghost", "aria-hidden": "true" }, this.load.content);
    this.element.classList.add("lifted");
    // The area, not the element: it may be drawn anew while the thing is still on its way.
    this.area.setPointerCapture(this.pointer);
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
