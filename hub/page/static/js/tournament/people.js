// Who was entered, and who is here; an organiser ticks those who come, types new ones, or pastes a list.
import { ask } from "../shared/api.js";
import { el, keyed, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { refusal } from "./words.js";

const SHOWN = 300;

/** `act(act)` does something as organiser; null where nobody here may. */
export function createPeople(act) {
  const title = el("h2", {});
  const wanted = el("input", { type: "search", maxlength: 60, oninput: () => shown && draw(shown) });
  const list = el("ul", { class: "people" });
  const more = el("p", { class: "hint" });
  const element = el("section", { class: "card" }, title, act === null ? null : createDesk(act),
    el("label", {}, say("tournament-find"), " ", wanted), list, more);
  const ticked = new Map(); // what was ticked and is not told yet
  let shown = null;

  function make({ number }) {
    const box = el("input", { type: "checkbox", disabled: act === null, onchange: async () => {
      ticked.set(number, box.checked);
      if (await act({ do: "here", entrant: number, here: box.checked })) return;
      ticked.delete(number);
      draw(shown);
    } });
    return el("li", {}, el("label", {}, box, el("span", { class: "name" }), el("span", { class: "hint" })));
  }

  function draw(value) {
    shown = value;
    const words = wanted.value.trim().toLowerCase();
    const all = Object.entries(value.entrants).map(([number, each]) => ({ number: Number(number), ...each }));
    write(title, `${say("tournament-people")}: ${all.filter((each) => each.here).length} / ${all.length}`);
    const found = all.filter((each) => each.name.toLowerCase().includes(words));
    keyed(list, found.slice(0, SHOWN), (each) => each.number, make, (line, each) => {
      const [box, name, club] = line.firstElementChild.children;
      if (ticked.get(each.number) === each.here) ticked.delete(each.number);
      box.checked = ticked.get(each.number) ?? each.here;
      mark(box, { "aria-label": `${each.name}: ${say("tournament-here")}`, disabled: act === null || value.closed || value.ended });
      write(name, each.name);
      write(club, each.club);
    });
    write(more, found.length > SHOWN ? say("tournament-more", { number: found.length - SHOWN }) : "");
  }

  return { element, draw };
}

function createDesk(act) {
  const name = el("input", { name: "name", required: true, maxlength: 60, autocomplete: "off" });
  const club = el("input", { name: "club", maxlength: 60, autocomplete: "off" });
  const text = el("textarea", { name: "list", rows: 4, maxlength: 1048576, required: true });
  const told = el("p", { class: "hint", role: "status" });

  async function enter(event) {
    event.preventDefault();
    if (await act({ do: "entered", people: [{ name: name.value, club: club.value }], here: true })) name.value = club.value = "";
    name.focus();
  }

  async function enterAll(event) {
    event.preventDefault();
    const answer = await ask("/api/tournament/list", { text: text.value });
    write(told, answer.ok ? say("tournament-list-done", { number: answer.value.entered }) : refusal(answer));
    if (answer.ok) text.value = "";
  }

  return el("details", { open: true }, el("summary", {}, say("tournament-enter")),
    el("form", { class: "line", onsubmit: enter },
      el("label", {}, say("tournament-enter-who"), " ", name), el("label", {}, say("tournament-enter-club"), " ", club),
      el("button", { type: "submit", class: "do" }, say("tournament-enter-do"))),
    el("form", { class: "line", onsubmit: enterAll },
      el("label", { class: "whole" }, say("tournament-list"), " ", text),
      el("button", { type: "submit", class: "do" }, say("tournament-list-do"))), told,
    el("figure", { class: "phone" }, el("img", { src: "/api/tournament/sign-up.svg", alt: "", width: 140, height: 140, loading: "lazy" }),
      el("figcaption", {}, say("tournament-phone"), " ", el("a", { href: "/tournament/sign-up" }, say("tournament-sign-up")))));
}
