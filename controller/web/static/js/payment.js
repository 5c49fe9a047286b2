// A payment as it is laid down: which tiles, and what they pay for so far.
import { el, icon, whenChanged } from "./dom.js";
import { named, playerOf } from "./players.js";
import { say } from "./strings.js";
import { still } from "./tiles.js";

export function createPayment() {
  const title = el("h2", {});
  const tiles = el("p", { class: "moved" });
  const list = el("ul", { class: "builds" });
  const element = el("section", { class: "card payment", hidden: true, "aria-live": "polite" }, title, tiles, list);

  const redraw = whenChanged(({ color, faces, fitting }) => {
    element.hidden = faces.length === 0;
    if (faces.length === 0) return;
    title.replaceChildren(named(color), " ", say("paying"));
    tiles.replaceChildren(...faces.map(still));
    list.replaceChildren(...fitting.map(({ kind, field, adjacent, gains }) =>
      el("li", {},
        el("i", { class: `kind kind-${kind}` }, icon(kind)),
        el("b", {}, `${say(kind)} ${field ?? ""}`), " ",
        el("small", {}, [say(adjacent ? "choices-touching" : "choices-double"), gains ? say("choices-gains", { number: gains }) : ""].filter(Boolean).join(" · ")))));
  });

  function draw(view) {
    const color = view.waiting_for?.color;
    const castle = playerOf(view, color)?.castle ?? [];
    const tapped = view.phase === "statues" ? view.tapped ?? [] : [];
    redraw({ color, faces: tapped.map((id) => castle.find((face) => face.id === id)).filter(Boolean), fitting: view.payable ?? [] });
  }

  return { element, draw };
}
