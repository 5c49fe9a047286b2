// Who may come in: the owner's password, the referee's PIN, tokens for machines. Secrets are told once.
import { Button, Card, Field } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, submitted, useState } from "../lib/view.js";

export const Access = ({ owner }) => html`<${Password} owner=${owner} /><${Pin} owner=${owner} /><${Machines} owner=${owner} />`;

function Password({ owner }) {
  const [differ, tellDiffer] = useState(false);
  const [told, tell] = useState("");
  const field = (name, rest) => html`<${Field} label=${say(`owner-${name}`)} name=${`${name}-password`} type="password" maxlength="200" required autocomplete="new-password" ...${rest} />`;
  const compare = ({ currentTarget: { elements } }) => tellDiffer(!["", elements["new-password"].value].includes(elements["again-password"].value));

  async function keep({ "old-password": old = "", "new-password": password }) {
    tell("");
    const kept = !differ && (await owner.act("/api/owner/password", { password, old })) !== null;
    if (kept) tell("owner-password-set");
    return kept;
  }

  return html`<${Card} title=${say("owner-password")}><form class="rows" onInput=${compare} onSubmit=${submitted(keep)}>
    ${owner.overview.password && field("old", { autocomplete: "current-password" })}
    ${field("new", { minlength: 8 })}
    ${field("again", { error: differ ? say("owner-differ") : "" })}
    <${Button} type="submit">${say("owner-set-password")}<//>
    <p role="status">${told && say(told)}</p>
  </form><//>`;
}

function Pin({ owner }) {
  const [pin, setPin] = useState("");
  const draw = async () => setPin((await owner.act("/api/owner/pin"))?.pin ?? "");
  return html`<${Card} title=${say("owner-pin")}><p class="hint">${say("owner-pin-note")}</p>
    <div class="ends"><${Button} id="new-pin" onClick=${draw}>${say("owner-pin-new")}<//><output class="secret">${pin}</output></div><//>`;
}

function Machines({ owner }) {
  const [token, setToken] = useState("");

  async function add({ machine }) {
    const made = await owner.act("/api/owner/tokens", { name: machine });
    if (made) setToken(made.token);
    return made;
  }

  async function revoke(one) {
    if ((await owner.act("/api/owner/tokens/revoke", { name: one })) !== null) document.getElementById("field-machine").focus();
  }

  return html`<${Card} title=${say("owner-tokens")}><p class="hint">${say("owner-tokens-note")}</p>
    <ul class="machines">${owner.overview.tokens.map((one) => html`<li key=${one}><b>${one}</b>
      <${Button} aria-label=${`${say("owner-revoke")} ${one}`} onClick=${() => revoke(one)}>${say("owner-revoke")}<//></li>`)}</ul>
    <form class="bar" onSubmit=${submitted(add)}><${Field} label=${say("owner-token-name")} name="machine" maxlength="40" required />
      <${Button} type="submit">${say("owner-token-new")}<//></form>
    <output class="secret">${token}</output><//>`;
}
