// The head of each of the room's pages: where one is, whether it is live, the way in, what a viewer chooses.
import { pick } from "../prefs.js";
import { ask } from "../shared/api.js";
import { el, mark, write } from "../shared/dom.js";
import { LANGUAGES, language, say } from "../shared/strings.js";
import { setTheme, theme, THEMES } from "../shared/theme.js";
import { createLogin, wayToLogin } from "./door.js";

const PLACES = [["room", "/"], ["games", "/games"], ["players", "/players"], ["records", "/records"], ["mine", "/mine"], ["tournament", "/tournament"]];
const OF_OWNERS = [["fleet", "/fleet"]];

const WORDS = { room: "room-title", tv: "room-tv", tournament: "tournament-title", fleet: "fleet-title" };

/**
 * `here` is the place's name, `more` are further elements, `live` says whether a stream tells the page,
 * `tv` is its address for a television. Gives `elements` for the page's beginning, `dialogs` for its end, `connection(state)`,
 * and `entitle(text)` and `count(text)`, which stand at the top.
 */
export function createHead(me, { here, choose, lookAgain, more = [], live = true, tv = "/tv" }) {
  const title = el("h1", {}, me.name || say("room-title"));
  const link = el("span", { class: "link", role: "status", hidden: !live }, say("room-connecting"));
  const counts = el("span", { class: "counts" });
  const login = createLogin(lookAgain);
  const element = el("header", { class: "banner" },
    el("a", { class: "skip", href: "#main" }, say(here === "room" ? "room-skip" : "skip")),
    el("div", { class: "top" }, title, counts, link, more,
      me.logged_in ? null : wayIn(), prefs()),
    el("nav", { class: "places", "aria-label": say("views") }, [...PLACES, ...(me.roles.includes("owner") ? OF_OWNERS : []), ["tv", tv]].map(([name, path]) =>
      el("a", { href: path, "aria-current": name === here && "page" }, say(WORDS[name] ?? `book-${name}`)))));

  function wayIn() {
    return me.log_in_at ? wayToLogin(me) : el("button", { type: "button", class: "quiet", onclick: login.open }, say("room-login"));
  }

  function prefs() {
    return el("details", { class: "prefs" },
      el("summary", { "aria-label": `${language().toUpperCase()}: ${say("language")} ${LANGUAGES[language()]}` }, language().toUpperCase()),
      el("div", { class: "sheet" },
        pick("language", Object.entries(LANGUAGES), language(), choose),
        pick("theme", THEMES.map((name) => [name, say(`theme-${name}`)]), theme(), setTheme),
        me.logged_in ? el("button", { type: "button", class: "quiet", onclick: leave }, say("logout")) : null));
  }

  async function leave() {
    await ask("/api/logout", {});
    await lookAgain();
  }

  function connection(state) {
    mark(link, { "data-state": state });
    write(link, say(`room-${state}`));
  }

  return { elements: [element], dialogs: [login.element], connection, entitle: (text) => write(title, text), count: (text) => write(counts, text) };
}
