// Who may come in: the owner's password, the referee's PIN, tokens for machines. Secrets are told once.
import { Button, Card, Field } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, useState } from "../lib/view.js";

export const Access = ({ owner }) => html`<${Password} owner=${owner} /><${Pin} owner=${owner} /><${Machines} owner=${owner} />`;

const NO_SECRETS = { old: "", fresh: "", again: "" };

function Password({ owner }) {
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const [told, tell] = useState("");
  const { password: known } = owner.overview;
  const differ = secrets.again !== "" && secrets.fresh !== secrets.again;
  const field = (key, name, label, rest) => html`<${Field} label=${say(label)} name=${name} type="password" maxlength="200" required value=${secrets[key]}
    onInput=${({ target }) => setSecrets((now) => ({ ...now, [key]: target.value }))} ...${rest} />`;

  async function keep(event) {
    event.preventDefault();
    tell("");
    if (differ || (await owner.act("/api/owner/password", { password: secrets.fresh, old: secrets.old })) === null) return;
    setSecrets(NO_SECRETS);
    tell("owner-password-set");
  }

  return html`<${Card} title=${say("owner-password")}><form class="rows" onSubmit=${keep}>
    ${known && field("old", "old-password", "owner-old", { autocomplete: "current-password" })}
    ${field("fresh", "new-password", "owner-new", { autocomplete: "new-password", minlength: 8 })}
    ${field("again", "again-password", "owner-again", { autocomplete: "new-password", error: differ ? say("owner-differ") : "" })}
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
  const [name, setName] = useState("");
  const [token, setToken] = useState("");

  async function add(event) {
    event.preventDefault();
    const made = await owner.act("/api/owner/tokens", { name });
    if (made === null) return;
    setToken(made.token);
    setName("");
  }

  async function revoke(one) {
    if ((await owner.act("/api/owner/tokens/revoke", { name: one })) !== null) document.getElementById("field-machine").focus();
  }

  return html`<${Card} title=${say("owner-tokens")}><p class="hint">${say("owner-tokens-note")}</p>
    <ul class="machines">${owner.overview.tokens.map((one) => html`<li key=${one}><b>${one}</b>
      <${Button} aria-label=${`${say("owner-revoke")} ${one}`} onClick=${() => revoke(one)}>${say("owner-revoke")}<//></li>`)}</ul>
    <form class="line" onSubmit=${add}><${Field} label=${say("owner-token-name")} name="machine" maxlength="40" required value=${name} onInput=${({ target }) => setName(target.value)} />
      <${Button} type="submit">${say("owner-token-new")}<//></form>
    <output class="secret">${token}</output><//>`;
}
