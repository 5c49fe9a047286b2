// What everybody sees of a player: prestige, supply, the screen's five fingers with their rings, and what lies before it.
import { el, mark, whenChanged, write } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { carried, figure, player as named, ring, token } from "./drawn.js";
import { createLying } from "./lying.js";

export function createWard(choosing) {
  const prestige = el("b", { class: "prestige" });
  const who = el("span", { class: "who" });
  const first = el("span", { class: "first", hidden: true }, say("tudor-first"));
  const facts = el("p", { class: "facts" });
  const hand = el("ol", { class: "hand" });
  const more = el("div", { class: "more" });
  const place = el("div", { class: "tudor-ward" }, el("p", { class: "line" }, who, first), facts, hand, more);

  const redraw = whenChanged(({ of, player, letters, acts, lord, worn, handles }) => {
    mark(place, { "data-place": `castle:${of}` });
    who.replaceChildren(named(of));
    const said = [
      player.to_place ? say("tudor-to-place", { number: player.to_place }) : "",
      player.ambassadors ? say("tudor-ambassadors", { number: player.ambassadors }) : "",
      player.enhanced.length ? say("tudor-enhanced", { letters: player.enhanced.join(" ") }) : "",
    ];
    facts.replaceChildren(
      el("span", { title: say("tudor-supply-of") }, acts ? carried(figure(of), choosing, "figure:supply") : figure(of), ` ${player.supply}`),
      ...(lord ? [acts ? carried(figure(of, "lord"), choosing, "lord") : figure(of, "lord")] : []),
      ...said.filter(Boolean).map((words) => el("span", {}, words)),
    );
    const piece = (one) => carried(ring(one), choosing, `ring:${one.id}`, handles[one.id]);
    hand.replaceChildren(...Object.entries(worn).map(([finger, rings]) =>
      el("li", { class: "finger", "data-finger": finger, "data-place": acts ? `finger:${finger}` : null },
        el("span", { class: "rings" }, rings.map(piece)), el("small", {}, say(`tudor-finger-${finger}`)),
        el("i", { class: "of-letters" }, Object.entries(letters).filter(([, fingers]) => fingers.includes(finger)).map(([letter]) => letter).join(" ")))));
    const lies = Object.values(worn).flat().map((one) => one.id);
    const unworn = player.unworn.filter((one) => !lies.includes(one.id));
    more.replaceChildren(
      ...(unworn.length ? [el("span", { class: "label" }, say("tudor-unworn")), ...unworn.map(piece)] : []),
      ...(player.spent.length ? [el("span", { class: "label" }, say("tudor-spent")), ...player.spent.map((faction) => token(faction))] : []),
    );
  });

  function draw(player, view, table) {
    write(prestige, say("tudor-prestige", { number: player.prestige }));
    first.hidden = view.first !== player.of;
    const acts = choosing.offers()[0]?.player === player.of;
    const lies = createLying(table);
    const rings = [...player.unworn, ...Object.values(player.hand).flat()];
    redraw({
      of: player.of, player, letters: view.enhancements ?? {}, acts,
      lord: !(view.chambers ?? []).some(({ lords }) => lords.some(({ color }) => color === player.of)),
      worn: acts ? asLaid(player.hand, [...rings, ...view.stand, ...view.players.flatMap((one) => Object.values(one.hand).flat())], choosing.asked()) : player.hand,
      offers: choosing.offers().map((offer) => [offer.do, offer.player, offer.asks]),
      handles: Object.fromEntries(rings.map((one) => [one.id, lies("hand", player.gate, one.faction)])),
    });
  }

  return { beside: prestige, elements: [place], draw };
}

/** The fingers as they are being laid: with the rings that were put on one and not sent yet. */
function asLaid(hand, rings, asked) {
  const laid = Object.entries(asked?.chosen ?? {}).filter(([name]) => name.startsWith("finger:"))
    .map(([name, finger]) => [name === "finger:new" ? asked.chosen.ring : name.slice("finger:".length), finger]);
  if (laid.length === 0) return hand;
  const moved = new Map(laid);
  const at = (finger) => laid.filter(([, to]) => to === finger).map(([id]) => rings.find((one) => one.id === id)).filter(Boolean);
  return Object.fromEntries(Object.entries(hand).map(([finger, worn]) => [finger, [...worn.filter((one) => !moved.has(one.id)), ...at(finger)]]));
}
