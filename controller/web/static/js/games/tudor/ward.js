// What everybody sees of a player: prestige, supply, the screen's five fingers with their rings, and what lies before it.
import { el, whenChanged, write } from "../../shared/dom.js";
import { say } from "../../shared/strings.js";
import { figure, player as named, ring, token } from "./drawn.js";

export function createWard() {
  const prestige = el("b", { class: "prestige" });
  const who = el("span", { class: "who" });
  const first = el("span", { class: "first", hidden: true }, say("tudor-first"));
  const facts = el("p", { class: "facts" });
  const hand = el("ol", { class: "hand" });
  const more = el("div", { class: "more" });

  const redraw = whenChanged(({ of, player, letters }) => {
    who.replaceChildren(named(of));
    const said = [
      player.to_place ? say("tudor-to-place", { number: player.to_place }) : "",
      player.ambassadors ? say("tudor-ambassadors", { number: player.ambassadors }) : "",
      player.enhanced.length ? say("tudor-enhanced", { letters: player.enhanced.join(" ") }) : "",
    ];
    facts.replaceChildren(
      el("span", { title: say("tudor-supply-of") }, figure(of), ` ${player.supply}`),
      ...said.filter(Boolean).map((words) => el("span", {}, words)),
    );
    hand.replaceChildren(...Object.entries(player.hand).map(([finger, worn]) =>
      el("li", { class: "finger", "data-finger": finger },
        el("span", { class: "rings" }, worn.map(ring)), el("small", {}, say(`tudor-finger-${finger}`)),
        el("i", { class: "of-letters" }, Object.entries(letters).filter(([, fingers]) => fingers.includes(finger)).map(([letter]) => letter).join(" ")))));
    more.replaceChildren(
      ...(player.unworn.length ? [el("span", { class: "label" }, say("tudor-unworn")), ...player.unworn.map(ring)] : []),
      ...(player.spent.length ? [el("span", { class: "label" }, say("tudor-spent")), ...player.spent.map((faction) => token(faction))] : []),
    );
  });

  function draw(player, view) {
    write(prestige, say("tudor-prestige", { number: player.prestige }));
    first.hidden = view.first !== player.of;
    redraw({ of: player.of, player, letters: view.enhancements ?? {} });
  }

  return { beside: prestige, elements: [el("p", { class: "line" }, who, first), facts, hand, more], draw };
}
