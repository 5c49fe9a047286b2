// Tudor's pieces in the hand: figures, rings and tokens are carried to their places, and over the gates of a drawn table.
import { attachCarry } from "../../shared/carry.js";
import { createCrossing } from "../../table/gates.js";

const LOOK_PX = 10; // between two looks at what a quick hand passed

/** Makes every `[data-piece]` and `[data-handle]` inside `area` one that can be carried; where it may go shines meanwhile. */
export function attachDragging(area, acts, choosing) {
  attachCarry(area, "[data-piece], [data-handle]", (element) => {
    const { piece, handle } = element.dataset;
    const gates = handle ? createCrossing(area, acts, handle) : null;
    let last = null;
    shine(piece ? [...choosing.places(piece).keys()] : []);

    function moved(from, to) {
      gates?.moved(from, to);
      if (!piece) return;
      const looks = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LOOK_PX));
      for (let look = 1; look <= looks; look += 1) {
        const place = placeAt({ x: from.x + ((to.x - from.x) * look) / looks, y: from.y + ((to.y - from.y) * look) / looks });
        if (place?.startsWith("space:") && place !== last) choosing.over(piece, place.slice("space:".length));
        last = place;
      }
    }

    function dropped(at) {
      shine([]);
      gates?.leave();
      if (gates?.passed()) {
        choosing.put(piece ?? "", null);
        return true;
      }
      return piece ? choosing.put(piece, placeAt(at, choosing.places(piece))) : false;
    }

    function cancelled() {
      shine([]);
      gates?.cancelled();
      if (piece) choosing.put(piece, null);
    }

    return { content: element.cloneNode(true), moved, dropped, cancelled };
  });

  function shine(places) {
    for (const place of area.querySelectorAll("[data-place]")) place.classList.toggle("open", places.includes(place.dataset.place));
  }
}

/** The place at a point; of several, one in another, the innermost that is in `wanted`. */
function placeAt({ x, y }, wanted = null) {
  let place = document.elementFromPoint(x, y)?.closest("[data-place]") ?? null;
  while (wanted !== null && place !== null && !wanted.has(place.dataset.place) && place.parentElement.closest("[data-place]")) {
    place = place.parentElement.closest("[data-place]");
  }
  return place?.dataset.place ?? null;
}
