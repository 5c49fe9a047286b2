// What happened, step by step, beside the board of any game: a sentence, the game's drawing of it, and the way on.
import { Button } from "../lib/design.js";
import { Patch, Why } from "../lib/pieces.js";
import { say } from "../lib/texts.js";
import { createContext, html, memo, useClock, useEffect, useMemo } from "../lib/view.js";

/** The scene that every face shows at its own place; null where none can be. */
export const Shown = createContext(null);

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** `scene` of a view; `Drawn({ scene, view })` is the game's own drawing. `goOn(skip)` is null for those who only look on; at a `seat` the table's knob is named then. */
export const Scene = memo(({ view, Drawn = null, goOn = null, seat = false }) => {
  const { scene } = view;
  useEffect(() => document.querySelector("[data-told], .people[data-scene=count]")?.scrollIntoView({ block: "nearest" }), [scene?.name, scene?.left]);
  if (!scene) return null;
  const { name, text, rules, left, drawn } = scene;
  return html`<section class="scene" aria-label=${say("scene")} data-scene=${name}>
    ${Drawn && html`<${Drawn} key=${`${name} ${left}`} scene=${scene} view=${view} />`}
    <p key=${`p ${name} ${left}`} data-long=${text.length > 120 ? "" : null} role="status" aria-live="polite">${drawn.color && html`<${Patch} color=${drawn.color} /> `}${text}${rules.length > 0 && html`\u00a0<${Why} ids=${rules} />`}</p>
    ${seat && !goOn && html`<p class="hint">${say("scene-knob")}</p>`}
    ${goOn && left > 1 && html`<${Button} quiet onClick=${() => goOn(true)}>${say("scene-skip")}<//>`}
  </section>`;
});

/** A number that grows from 0 to 1 within so many milliseconds, anew for each `key`; at once where motion is not wanted. */
export function useCountUp(lasts_ms, key) {
  const begun_ms = useMemo(() => performance.now(), [key]);
  const share = lasts_ms > 0 && !calm() ? Math.min(1, (performance.now() - begun_ms) / lasts_ms) : 1;
  useClock(share < 1, 30);
  return share;
}

/** Lets an element slide to where it lies from where another one is; it is there at once where motion is not wanted. */
export function fly(element, from, waits_ms = 0) {
  if (!element || !from || calm()) return;
  const [to, start] = [element.getBoundingClientRect(), from.getBoundingClientRect()];
  const copy = element.cloneNode(true);
  copy.classList.add("flying");
  Object.assign(copy.style, { left: `${to.x}px`, top: `${to.y}px` });
  document.body.append(copy);
  element.style.opacity = 0;
  const way = [{ translate: `${start.x + start.width / 2 - to.x}px ${start.y + start.height / 2 - to.y}px`, scale: 1.6 }, { translate: "0 0", scale: 1 }];
  const end = () => { copy.remove(); element.style.opacity = ""; };
  copy.animate(way, { duration: 900, delay: waits_ms, easing: "ease-in-out", fill: "both" }).finished.then(end, end);
}
