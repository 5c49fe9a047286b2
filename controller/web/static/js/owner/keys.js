// Who may come in: the owner's password, the referee's PIN, tokens for machines. Secrets are told once.
import { el, mark, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createKeys(acts, look) {
  const old = secret("owner-old", "current-password");
  const fresh = secret("owner-new", "new-password", 8);
  const again = secret("owner-again", "new-password", 8);
  const none = el("p", { class: "complaint" }, say("owner-no-password"));
  const changed = el("p", { role: "status" });
  const guessed = el("p", { class: "complaint", role: "status" }, say("owner-guessed"));
  const password = el("form", { onsubmit: setPassword }, guessed, none, old.element, fresh.element, again.element,
    el("button", { type: "submit", class: "do" }, say("owner-set-password")), changed);
  const pin = el("output", { class: "secret" });
  const name = el("input", { maxlength: 40, required: true, autocomplete: "off" });
  const token = el("output", { class: "secret" });
  const machines = el("ul", { class: "machines" });
  const element = el(
    "section",
    { class: "card keys" },
    el("h2", {}, say("owner-password")), password,
    el("h2", {}, say("owner-pin")), el("p", { class: "hint" }, say("owner-pin-note")),
    el("div", { class: "ends" }, el("button", { type: "button", onclick: drawPin }, say("owner-pin-new")), pin),
    el("h2", {}, say("owner-tokens")), el("p", { class: "hint" }, say("owner-tokens-note")), machines,
    el("form", { onsubmit: addToken }, el("label", {}, say("owner-token-name"), " ", name),
      el("button", { type: "submit" }, say("owner-token-new")), token),
  );

  const redraw = whenChanged((names) => machines.replaceChildren(...names.map((one) =>
    el("li", {}, el("b", {}, one), " ",
      el("button", { type: "button", "aria-label": `${say("owner-revoke")} ${one}`, onclick: () => acts.revoke(one).then(look) }, say("owner-revoke"))))));

  async function setPassword(event) {
    event.preventDefault();
    changed.textContent = fresh.value() === again.value() ? "" : say("owner-differ");
    if (changed.textContent) return;
    if (await acts.password(fresh.value(), old.value()) === null) return;
    for (const one of [old, fresh, again]) one.clear();
    changed.textContent = say("owner-password-set");
    look();
  }

  async function drawPin() {
    const drawn = await acts.pin();
    if (drawn !== null) pin.textContent = drawn.pin;
  }

  async function addToken(event) {
    event.preventDefault();
    const made = await acts.token(name.value);
    if (made === null) return;
    token.textContent = made.token;
    name.value = "";
    look();
  }

  function show(overview) {
    mark(guessed, { hidden: !overview.guessed });
    mark(none, { hidden: overview.password });
    mark(old.element, { hidden: !overview.password });
    redraw(overview.tokens);
  }

  return { element, show };
}

function secret(key, autocomplete, minlength = 0) {
  const field = el("input", { type: "password", autocomplete, minlength: minlength || null, maxlength: 200, required: minlength > 0 });
  return { element: el("label", {}, say(key), " ", field), value: () => field.value, clear: () => { field.value = ""; } };
}
