// A tournament as its people see it: where it stands, who plays where, the standing; for its organiser with all controls.
import { createNotice } from "../notice.js";
import { pick } from "../prefs.js";
import { ask } from "../shared/api.js";
import { el, mark, whenChanged, write } from "../shared/dom.js";
import { LANGUAGES, language, say } from "../shared/strings.js";
import { setTheme, theme, THEMES } from "../shared/theme.js";
import { createLogin } from "../room/door.js";
import { createBegin } from "./begin.js";
import { createControls } from "./controls.js";
import { createPeople } from "./people.js";
import { createResult } from "./result.js";
import { createRounds } from "./rounds.js";
import { createStanding } from "./standing.js";
import { clockOf, refusal, stateOf } from "./words.js";

export function createTournamentPage(me, { choose, lookAgain }) {
  const organiser = me.roles.includes("organiser");
  const notice = createNotice();
  const login = createLogin(lookAgain);
  const link = el("span", { class: "link", role: "status" }, say("room-connecting"));
  const title = el("h1", {}, say("tournament-title"));
  const clock = el("span", { class: "clock" });
  const state = el("p", { class: "state", role: "status" });
  const controls = organiser ? createControls(act, post, () => value) : null;
  const now = el("section", { class: "card now" }, state, controls?.element ?? null);
  const begin = organiser ? createBegin(post) : null;
  const result = organiser ? createResult(act, post) : null;
  const rounds = createRounds(organiser ? (fixture) => result.open(value, fixture, tables) : null, { earlier: true });
  const standing = createStanding();
  const people = createPeople(organiser ? act : null);
  const proof = createProof();
  const parts = [now, rounds.element, standing.element, people.element, proof.element];
  const main = el("main", { id: "main", class: "tournament" }, begin?.element ?? null, parts);
  const head = el("header", { class: "banner" }, el("a", { class: "skip", href: "#main" }, say("tournament-skip")),
    el("div", { class: "top" }, title, clock, link,
      me.logged_in ? null : el("button", { type: "button", class: "quiet", onclick: login.open }, say("room-login")), prefs()));
  const tables = new Map();
  let value = null;
  lookForTables();

  function prefs() {
    return el("details", { class: "prefs" },
      el("summary", { "aria-label": `${language().toUpperCase()}: ${say("language")} ${LANGUAGES[language()]}` }, language().toUpperCase()),
      el("div", { class: "sheet" },
        el("nav", { "aria-label": say("views") }, el("a", { href: "/" }, say("tournament-room")),
          el("a", { href: "/tournament", "aria-current": "page" }, say("tournament-title")), el("a", { href: "/tournament/tv" }, say("tournament-tv"))),
        pick("language", Object.entries(LANGUAGES), language(), choose),
        pick("theme", THEMES.map((name) => [name, say(`theme-${name}`)]), theme(), setTheme),
        me.logged_in ? el("button", { type: "button", class: "quiet", onclick: leave }, say("logout")) : null));
  }

  async function leave() {
    await ask("/api/logout", {});
    await lookAgain();
  }

  async function lookForTables() {
    const answer = await ask("/api/room");
    if (!answer.ok) return;
    for (const id of answer.value.order) tables.set(id, answer.value.cards[id].name);
    if (value !== null) draw(value);
  }

  async function post(path, body) {
    const answer = await ask(path, body);
    if (answer.status === 401 || answer.status === 403) await lookAgain();
    else if (!answer.ok) notice.show(refusal(answer));
    return answer.ok;
  }

  function act(done, seen = value.count) {
    return post("/api/tournament/do", { act: done, seen });
  }

  const offerToBegin = whenChanged((offered) => {
    if (begin === null) return;
    mark(begin.element, { hidden: !offered });
    if (offered) begin.look();
  });

  function draw(told) {
    value = told;
    write(title, value.exists ? value.name : say("tournament-title"));
    offerToBegin(!value.exists || value.ended);
    for (const part of parts.slice(1)) mark(part, { hidden: !value.exists });
    write(state, value.exists ? stateOf(value) : say("tournament-none"));
    if (controls) mark(controls.element, { hidden: !value.exists });
    if (!value.exists) return;
    controls?.draw(value);
    rounds.draw(value, tables);
    standing.draw(value);
    mark(standing.element, { hidden: value.played.length === 0 });
    people.draw(value);
    proof.draw(value);
    tick();
  }

  function tick() {
    const left = value?.exists ? clockOf(value) : null;
    write(clock, left?.text ?? "");
    mark(clock, { "data-up": left?.up ?? false });
  }

  function connection(word) {
    mark(link, { "data-state": word });
    write(link, say(`room-${word}`));
  }

  return { elements: [head, notice.element, main, login.element, result?.element ?? null].filter((each) => each !== null), draw, tick, connection };
}

/** What binds the draws, and the files to take along. */
function createProof() {
  const seeds = el("dl", { class: "seeds" });
  const files = [["slips", "/tournament/slips"], ["csv", "/api/tournament/standing.csv"], ["json", "/api/tournament/tournament.json"]];
  const element = el("section", { class: "card proof" }, el("h2", {}, say("tournament-proof")), el("p", { class: "hint" }, say("tournament-proof-how")), seeds,
    el("h3", {}, say("tournament-files")), el("p", { class: "line" }, files.map(([name, href]) => el("a", { href }, say(`tournament-file-${name}`)))));
  const draw = whenChanged((all) => seeds.replaceChildren(...all.flatMap(([number, seed, said]) => [
    el("dt", {}, number === 0 ? "" : say("tournament-proof-draw", { number })), el("dd", {}, seed, said ? ` · ${said}` : "")])));
  return { element, draw: ({ commitment, played }) => draw([[0, commitment, ""], ...played.map((round) => [round.draw, round.seed, round.said])]) };
}
