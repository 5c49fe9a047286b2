// A tile in the hand without dragging: taken by click or key, carried by a button for each gate.
import { patch } from "../shared/cloth.js";
import { el, keyed } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const DWELL_S = 0.25;

/**
 * `take(tile, button)` opens it for a tile; the focus goes back to `button` when it closes. `drawTile(face)` draws the
 * tile, or its back for null; `faceText(face)` says it.
 */
export function createHeldTile(acts, { drawTile, faceText }) {
  const look = el("span", { class: "tile still" });
  const words = el("span", { class: "words", "aria-live": "polite" });
  const gates = el("div", { class: "gates" });
  const element = el(
    "section",
    { class: "held-tile", hidden: true, "aria-label": say("held-title"), onkeydown: (event) => event.key === "Escape" && close() },
    look,
    el("div", {}, el("h2", {}, say("held-title")), words),
    el("div", { class: "ways" }, el("span", {}, say("held-carry")), gates),
    el("button", { type: "button", class: "quiet", onclick: close }, say("held-back")),
  );
  let held = null;

  async function take(tile, button) {
    held = { handle: tile.handle, button };
    show(null);
    element.hidden = false;
    gates.firstElementChild?.focus();
    const face = await acts.lift(tile.handle);
    if (held?.handle === tile.handle) show(face);
  }

  function show(face) {
    look.replaceChildren(drawTile(face));
    words.textContent = face ? faceText(face) : say("held-blind");
  }

  function close() {
    element.hidden = true;
    const back = held?.button;
    held = null;
    if (back?.isConnected) back.focus();
    else document.querySelector('.middle [data-handle][tabindex="0"], .middle [data-handle]')?.focus();
  }

  function carry(color) {
    if (held !== null) acts.pass(held.handle, color, DWELL_S);
    close();
  }

  function draw(view, table) {
    const colors = (view.players ?? []).map((player) => player.color);
    const tray = table?.rf?.tray === undefined ? [] : ["tray"];
    keyed(gates, [...colors, ...tray], (gate) => gate, (gate) =>
      gate === "tray"
        ? el("button", { type: "button", onclick: () => carry(gate) }, say("tray"))
        : el("button", { type: "button", "aria-label": say("gate-of", { color: say(gate) }), onclick: () => carry(gate) },
          patch(gate), say(gate)));
  }

  return { element, draw, take };
}
