// What a viewer chooses for this browser: language, light or dark, which page of the table.
import { el } from "./shared/dom.js";
import { LANGUAGES, language, say } from "./shared/strings.js";
import { setTheme, theme, THEMES } from "./shared/theme.js";

const PAGES = [["table", "/"], ["spectator", "/spectator"], ["seat", "/seat"], ["referee", "/referee"], ["owner", "/owner"]];

/** `seats`: the game has hands to open; `choose(language)` switches at once; `onLogout` is null where nobody is logged in. */
export function createPrefs({ page, virtual, seats, choose, onLogout }) {
  const there = { table: virtual, seat: seats };
  const links = PAGES.filter(([name]) => there[name] ?? true).map(([name, path]) =>
    el("a", { href: !virtual && name === "spectator" ? "/" : path, "aria-current": name === page && "page" }, say(`view-${name}`)));
  links.push(el("a", { href: "/spectator#tv" }, say("view-tv")));
  const element = el(
    "details",
    { class: "prefs", onkeydown: (event) => event.key === "Escape" && close() },
    el("summary", { "aria-label": `${language().toUpperCase()}: ${say("language")} ${LANGUAGES[language()]}` }, language().toUpperCase()),
    el("div", { class: "sheet" },
      el("nav", { "aria-label": say("views") }, links),
      pick("language", Object.entries(LANGUAGES), language(), choose),
      pick("theme", THEMES.map((name) => [name, say(`theme-${name}`)]), theme(), setTheme),
      onLogout ? el("button", { type: "button", class: "quiet", onclick: onLogout }, say("logout")) : null),
  );

  function close() {
    element.open = false;
    element.firstElementChild.focus();
  }

  return { element };
}

/** A choice of one of `options`, pairs of value and words; the text `name` says what of. */
export function pick(name, options, chosen, choose) {
  return el("label", {}, say(name), el("select", { name, onchange: (event) => choose(event.target.value) },
    options.map(([value, words]) => el("option", { value, selected: value === chosen, lang: name === "language" && value }, words))));
}
