// One table of the room as a card: its game, whose move it is, who leads, what is left of the hourglass.
import { patch } from "../shared/cloth.js";
import { el, icon, mark, whenChanged, write } from "../shared/dom.js";
import { known, say } from "../shared/strings.js";
import { now } from "./clock.js";

/** The card of the table of this id: `element`, `draw(card, needs)`, `tick()` for the seconds. */
export function createCard(table) {
  const name = el("h2", {});
  const round = el("span", { class: "round" });
  const game = el("p", { class: "game" });
  const step = el("p", { class: "step" });
  const standings = el("ol", { class: "standings" });
  const seconds = el("span", { class: "seconds", hidden: true });
  const badges = el("p", { class: "badges" });
  const element = el("article", { class: "card of-table" },
    el("header", {}, name, round, seconds), game, step, standings, badges);
  let shown = null;

  const drawStandings = whenChanged((all) => {
    standings.replaceChildren(...all.map(({ castle, points, leads }) =>
      el("li", { "data-leads": leads, title: nameOf(castle) },
        patch(castle), el("span", { class: "unseen" }, nameOf(castle)),
        points === null ? null : el("b", {}, String(points)),
        leads ? [icon("crown"), el("span", { class: "unseen" }, say("room-leads"))] : null)));
  });
  const drawStep = whenChanged(({ to_act, text, language }) => {
    step.replaceChildren(...(to_act ? [patch(to_act)] : []), text);
    mark(step, { lang: language || null });
  });
  const drawBadges = whenChanged(({ codes, lost }) => {
    badges.replaceChildren(...codes.map((code) =>
      el("span", { class: "badge", "data-code": code }, say(`need-${code}`, { devices: lost.join(", ") }))));
  });
  const drawName = whenChanged(({ title, table }) => {
    name.replaceChildren(el("a", { href: `/table/${table}` }, title));
  });

  function draw(card, needs) {
    shown = card;
    drawName({ title: card.name, table });
    const plays = card.online && card.playing;
    write(round, plays && card.round !== null ? say("room-round", { number: card.round }) : "");
    write(game, !card.online ? say("room-away") : card.game ?? say("room-free"));
    drawStep(card.online ? card : { to_act: null, text: "", language: "" });
    drawStandings(card.online ? card.standings : []);
    const codes = [...(card.help ? ["help"] : []), ...(card.online && card.lost.length > 0 ? ["device"] : [])];
    drawBadges({ codes, lost: card.lost });
    mark(element, { "data-state": !card.online ? "away" : plays ? "playing" : "free", "data-needed": needs.length > 0, "data-help": card.help });
    tick();
  }

  function tick() {
    if (shown === null) return;
    const left_s = !shown.online ? null : shown.paused ? shown.left_s : shown.ends_s === null ? null : shown.ends_s - now();
    const runs = left_s !== null && left_s > -5;
    mark(seconds, { hidden: !runs, "data-paused": shown.paused, "data-short": runs && !shown.paused && left_s < 5 });
    if (runs) write(seconds, say(shown.paused ? "room-paused" : "room-seconds", { number: Math.max(0, Math.ceil(left_s)) }));
  }

  return { element, draw, tick };
}

/** A castle's name, if it is one of ours. */
export function nameOf(castle) {
  return known(castle) ? say(castle) : castle;
}
