// What the acting castle can build, with the tiles it would pay.
import { named } from "../../../shared/cloth.js";
import { el, mark, whenChanged } from "../../../shared/dom.js";
import { say } from "../../../shared/strings.js";
import { kindMark } from "../kinds.js";
import { playerOf } from "../players.js";
import { still } from "../tiles.js";

/** `hint(field | null)` lights a choice's field up on the map. */
export function createChoices(acts, hint) {
  const title = el("h2", {});
  const list = el("ul", { class: "builds" });
  const passes = el("div", { class: "passes" });
  const element = el("section", { class: "card choices", hidden: true }, title, list, passes);

  const redraw = whenChanged(({ color, castle, builds, map }) => {
    const focused = document.activeElement?.dataset.build;
    title.replaceChildren(named(color), ` ${say("choices")}`);
    list.replaceChildren(...builds.map((build) => drawBuild(build, color, castle)));
    if (builds.length === 0) list.append(el("li", { class: "hint" }, say("choices-none")));
    passes.replaceChildren(...(map === "honour" ? honourPasses(color) : [passButton(color, "choices-pass")]));
    if (focused) list.querySelector(`[data-build="${focused}"]`)?.focus();
  });

  function drawBuild({ field, kind, adjacent, tiles, gains, ways }, color, castle) {
    const action = field ? { do: "build", player: color, field, tiles } : { do: "build", player: color, kind, adjacent, tiles };
    const facts = [
      say(adjacent ? "choices-touching" : "choices-double"),
      gains ? say("choices-gains", { number: gains }) : null,
      ways > 1 ? say("choices-more", { number: ways - 1 }) : null,
    ].filter(Boolean);
    return el("li", {}, el(
      "button",
      {
        type: "button",
        class: "build",
        "data-build": `${field ?? kind}-${adjacent}`,
        onclick: () => acts.act(action),
        onmouseenter: () => hint(field),
        onmouseleave: () => hint(null),
        onfocus: () => hint(field),
        onblur: () => hint(null),
      },
      kindMark(kind),
      el("span", { class: "words" }, el("b", {}, `${say(kind)} ${field ?? ""}`), el("small", {}, facts.join(" · "))),
      el("span", { class: "pays" }, tiles.map((id) => still(castle.find((face) => face.id === id)))),
    ));
  }

  function passButton(color, key, more = {}) {
    return el("button", { type: "button", onclick: () => acts.act({ do: "pass", player: color, ...more }) }, say(key));
  }

  function honourPasses(color) {
    return [passButton(color, "choices-pass-would"), passButton(color, "choices-pass-stuck", { stuck: true })];
  }

  function draw(view) {
    const color = view.waiting_for?.color;
    const acting = view.phase === "statues" && color;
    mark(element, { hidden: !acting });
    if (!acting) {
      hint(null);
      return;
    }
    redraw({ color, map: view.map, castle: playerOf(view, color)?.castle ?? [], builds: offered(view) });
  }

  return { element, draw };
}

/** Each build with what the options say about it, and in how many ways it can be paid. */
function offered(view) {
  return (view.payable ?? []).map((one) => {
    const option = (view.options ?? []).find((other) =>
      one.field ? other.field === one.field : other.kind === one.kind && other.adjacent === one.adjacent);
    return { ...option, ...one, ways: option?.payments?.length ?? 1 };
  });
}
