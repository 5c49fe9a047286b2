// Looking on: what everybody in the room may see, large enough for a television.
import { el } from "../../shared/dom.js";
import { createDevices } from "../../table/devices.js";
import { createStory } from "../../table/story.js";
import { createCards } from "./cards.js";
import { NOTHING } from "./choices/choosing.js";
import { createEnding } from "./ending.js";
import { layFelt } from "./felt.js";

export function createSpectator(acts) {
  const felt = layFelt(acts, NOTHING);
  const side = [createEnding(acts), createCards(), createStory()];
  const devices = createDevices();
  const parts = [felt, ...side, devices];
  return {
    elements: [
      el("main", { id: "main" }, felt.element, el("aside", { class: "side" }, side.map((part) => part.element))),
      devices.element,
    ],
    draw: (view) => parts.forEach((part) => part.draw(view, null)),
  };
}
