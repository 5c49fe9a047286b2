// The journal: all games, and whether every entry is as it was written.
import { named } from "../shared/cloth.js";
import { el } from "../shared/dom.js";
import { language, say } from "../shared/strings.js";

export function createGames(acts) {
  const rows = el("tbody", {});
  const list = el("table", { class: "health", hidden: true },
    el("thead", {}, el("tr", {}, ["game", "begun", "who", "actions"].map((name) => el("th", { scope: "col" }, say(`owner-${name}`))))), rows);
  const told = el("ul", { class: "findings", role: "status" });
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, say("owner-games")),
    el("div", { class: "ends" },
      el("button", { type: "button", onclick: look }, say("owner-games-list")),
      el("button", { type: "button", onclick: verify }, say("owner-games-verify"))),
    told,
    el("div", { class: "rolls", tabindex: 0, role: "region", "aria-label": say("owner-games") }, list),
  );

  async function look() {
    const games = await acts.games();
    if (games === null) return;
    list.hidden = false;
    rows.replaceChildren(...games.map(drawGame));
  }

  async function verify() {
    const faults = await acts.verify();
    if (faults === null) return;
    const words = faults.length > 0 ? faults : [say("owner-games-whole")];
    told.replaceChildren(...words.map((one) => el("li", { class: faults.length > 0 ? "finding-error" : "" }, one)));
  }

  return { element, show: () => {} };
}

function drawGame({ game, begun_utc, castles, actions, state }) {
  const begun = new Date(begun_utc).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return el("tr", {}, el("th", { scope: "row" }, `${game} ${say(`owner-game-${state}`)}`), el("td", {}, begun),
    el("td", {}, castles.map((color) => [named(color), " "])), el("td", {}, String(actions)));
}
