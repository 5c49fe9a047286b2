// A tournament as its people see it: where it stands, who plays where, the standing; for its organiser with all controls.
import { createNotice } from "../notice.js";
import { ask } from "../shared/api.js";
import { el, mark, whenChanged, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";
import { createHead } from "../room/head.js";
import { createBegin } from "./begin.js";
import { createControls } from "./controls.js";
import { createPeople } from "./people.js";
import { createResult } from "./result.js";
import { createRounds } from "./rounds.js";
import { createStanding } from "./standing.js";
import { clockOf, namesOfTables, refusal, stateOf } from "./words.js";

export function createTournamentPage(me, { choose, lookAgain }) {
  const organiser = me.roles.includes("organiser");
  const notice = createNotice();
  const clock = el("span", { class: "clock" });
  const head = createHead(me, { here: "tournament", choose, lookAgain, more: [clock], tv: "/tournament/tv" });
  const state = el("p", { class: "state", role: "status" });
  const unfit = el("p", { class: "hint", role: "status", hidden: true });
  const controls = organiser ? createControls(act, post, () => value) : null;
  const now = el("section", { class: "card now" }, state, unfit, controls?.element ?? null);
  const begin = organiser ? createBegin(post) : null;
  const result = organiser ? createResult(act, post) : null;
  const rounds = createRounds(organiser ? (fixture) => result.open(value, fixture, tables) : null, { earlier: true });
  const standing = createStanding();
  const people = createPeople(organiser ? act : null);
  const proof = createProof();
  const parts = [now, rounds.element, standing.element, people.element, proof.element];
  const main = el("main", { id: "main", class: "tournament" }, begin?.element ?? null, parts);
  const tables = namesOfTables(() => value !== null && draw(value));
  let value = null;

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
    head.entitle(value.exists ? value.name : say("tournament-title"));
    offerToBegin(!value.exists || value.ended);
    for (const part of parts.slice(1)) mark(part, { hidden: !value.exists });
    write(state, value.exists ? stateOf(value) : say("tournament-none"));
    if (controls) mark(controls.element, { hidden: !value.exists });
    mark(unfit, { hidden: !value.unfit });
    if (!value.exists) return;
    write(unfit, say("tournament-unfit", { number: value.unfit }));
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

  const dialogs = result === null ? head.dialogs : [...head.dialogs, result.element];
  return { elements: [...head.elements, notice.element, main, ...dialogs], draw, tick, connection: head.connection };
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
