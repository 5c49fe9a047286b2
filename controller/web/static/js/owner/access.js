// Who may come in: the owner's password, the referee's PIN, tokens for machines. Secrets are told once.
import { Button, Card, Field } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, submitted, useState } from "../lib/view.js";
import { Bar } from "./problems.js";

export const Access = ({ owner }) => html`<${Password} owner=${owner} /><div><${Pin} owner=${owner} /><${Machines} owner=${owner} /></div>`;

function Password({ owner }) {
  const [differ, tellDiffer] = useState(false);
  const [refused, tellRefused] = useState(false);
  const field = (name, rest) => html`<${Field} label=${say(`owner-${name}`)} name=${`${name}-password`} type="password" maxlength="200" required autocomplete="new-password" ...${rest} />`;
  const compare = ({ currentTarget: { elements } }) => tellDiffer(!["", elements["new-password"].value].includes(elements["again-password"].value));

  async function keep({ "old-password": old = "", "new-password": password }) {
    if (differ) return false;
    const kept = (await owner.act("/api/owner/password", { password, old }, say("owner-password-set"))) !== null;
    tellRefused(!kept);
    if (kept) owner.lookAgain(); // logged in now
    else document.getElementById("field-old-password")?.focus();
    return kept;
  }

  return html`<${Card} title=${say("owner-password")}><form class="rows" onInput=${compare} onSubmit=${submitted(keep)}>
    ${owner.overview.password && field("old", { autocomplete: "current-password", error: refused ? say("owner-old-refused") : "" })}
    ${field("new", { minlength: 8 })}
    ${field("again", { error: differ ? say("owner-differ") : "" })}
    <${Button} type="submit">${say("owner-set-password")}<//>
  </form><//>`;
}

function Pin({ owner }) {
  const [pin, setPin] = useState("");
  const draw = async () => setPin((await owner.act("/api/owner/pin"))?.pin ?? "");
  return html`<${Card} title=${say("owner-pin")}><p class="hint">${say("owner-pin-note")}</p>
    <${Button} id="new-pin" onClick=${draw}>${say("owner-pin-new")}<//><output class="secret">${pin}</output><//>`;
}

function Machines({ owner }) {
  const [token, setToken] = useState("");

  async function add({ machine }) {
    const made = await owner.act("/api/owner/tokens", { name: machine });
    if (made) setToken(made.token);
    return made;
  }

  const revoke = (name) => owner.act("/api/owner/tokens/revoke", { name }, say("owner-revoked", { name }));

  return html`<${Card} title=${say("owner-tokens")}><p class="hint">${say("owner-tokens-note")}</p>
    <ul class="machines">${owner.overview.tokens.map((one) => html`<li key=${one}><b>${one}</b>
      <${Button} aria-label=${`${say("owner-revoke")} ${one}`} onClick=${() => revoke(one)}>${say("owner-revoke")}<//></li>`)}</ul>
    <${Bar} done=${add} does=${say("owner-token-new")} label=${say("owner-token-name")} name="machine" maxlength="40" required />
    <output class="secret">${token}</output><//>`;
}
