// What is said of a game or a player in more than one place: names at castles, lengths, days, one line of a list.
import { nameOf } from "../room/card.js";
import { patch } from "../shared/cloth.js";
import { el, icon, svg } from "../shared/dom.js";
import { language, say } from "../shared/strings.js";

/** Who sat at a castle: its cloth, the player's name with the way to him, points, a crown for who has won. */
export function castle(game, color) {
  const seat = game.seats[color];
  const won = game.winners?.includes(color) ?? false;
  const points = game.points?.[color];
  const who = seat?.name ? el("a", { href: `/player/${seat.player}` }, seat.name)
    : el("span", { class: "nobody" }, seat ? say("book-forgotten") : nameOf(color));
  return el("span", { class: "at-castle", "data-won": won },
    patch(color), el("span", { class: "unseen" }, nameOf(color)), who,
    points === undefined ? null : el("b", {}, String(points)), won ? [icon("crown"), el("span", { class: "unseen" }, say("book-won"))] : null);
}

/** A game as a line of a list. `title` is for people. */
export function gameRow(game, title) {
  return el("li", {},
    el("a", { href: `/game/${game.journal}/${game.game}` }, title, ", ", game.table_name),
    el("span", { class: "facts" }, [when(game.ended_s), lasted(game.lasted_s)].filter(Boolean).join(" · ")),
    el("span", { class: "who" }, inPlaces(game).map((color) => castle(game, color))));
}

/** The castles, who has won first. */
export function inPlaces(game) {
  return game.places ? [...game.castles].sort((one, other) => game.places[one] - game.places[other]) : game.castles;
}

/** How long something has lasted, in hours and minutes; "" where nobody knows. */
export function lasted(seconds) {
  if (!seconds) return "";
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60 ? say("book-minutes", { minutes }) : say("book-hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** A moment, in this browser's time. */
export function when(at_s) {
  return at_s ? new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(at_s * 1000)) : "";
}

/** A list of facts: pairs of name and value; those without a value are left out. */
export function figures(pairs) {
  return el("dl", { class: "figures" }, pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

/** What whoever is new hears once: the code of `name`, as people read it out, and for his own phone where there is a `qr`. */
export function shownCode({ name, code, qr = null }) {
  const told = [say("book-code", { name }), " ", el("b", { class: "code" }, `${code.slice(0, 4)} ${code.slice(4)}`)];
  return qr === null ? told : [...told, el("span", { class: "phone", role: "img", "aria-label": say("book-code-qr", { name }) }, picture(qr))];
}

function picture([side, path]) {
  return svg("svg", { viewBox: `0 0 ${side} ${side}`, width: 140, height: 140 },
    svg("path", { fill: "white", d: `M0 0h${side}v${side}H0z` }), svg("path", { d: path }));
}

/** What of games is counted, such as alarms: pairs for `figures`. */
export function counted(all) {
  return all.map(({ words, times }) => [words[language()] ?? words.en, String(times)]);
}
