// The page in the table's own network: choose a Wi-Fi for the table, name it, set the owner's password.
import { ask } from "./lib/api.js";
import { Button, Card, Check, ErrorPage, Field } from "./lib/design.js";
import { language, say, speak, wantedLanguage } from "./lib/texts.js";
import { applyTheme } from "./lib/theme.js";
import { html, render, submitted, useState } from "./lib/view.js";

const HIDDEN = ""; // no network has an empty name

function Wifi({ seen }) {
  const { networks } = seen;
  const [network, choose] = useState(networks.includes(seen.tried) ? seen.tried : (networks[0] ?? HIDDEN));
  const [shown, show] = useState(false);
  const [complaint, complain] = useState(seen.failure ?? "");
  const [joined, setJoined] = useState(null);
  const field = (name, label, rest) => html`<${Field} label=${say(label)} name=${name} required maxlength="63" ...${rest} />`;

  async function join({ network: chosen, name = chosen, password, table, owner }) {
    const answer = await ask(`/api/wifi?language=${language()}`, { network: name, password, table, owner });
    if (answer.ok) setJoined({ name, ...answer.value });
    else complain(answer.message);
  }

  if (joined) return html`<${Joining} ...${joined} address=${seen.address} />`;
  return html`<main id="main" class="gatehouse"><${Card} title=${say("wifi-title")} class="login"><form class="setup" onSubmit=${submitted(join)}>
    ${complaint && html`<p class="complaint" role="alert">${complaint}</p>`}
    <${Field} label=${say("wifi-network")} name="network" value=${network} hint=${say("wifi-network-note")}
      options=${[...networks.map((name) => [name, name]), [HIDDEN, say("wifi-other")]]} onChange=${({ target }) => choose(target.value)} />
    ${network === HIDDEN && field("name", "wifi-name", { maxlength: 32, defaultValue: seen.tried })}
    ${field("password", "wifi-password", { type: shown ? "text" : "password", required: false, hint: say("wifi-password-note") })}
    <${Check} label=${say("wifi-show")} name="shown" checked=${shown} onChange=${({ target }) => show(target.checked)} />
    ${field("table", "wifi-table", { maxlength: 60, defaultValue: seen.table })}
    ${seen.has_owner ? field("owner", "wifi-owner", { type: "password", maxlength: 200 })
      : field("owner", "wifi-owner-new", { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 })}
    <${Button} primary type="submit">${say("wifi-join")}<//>
  </form><//></main>`;
}

const Joining = ({ name, note, address }) => html`<main id="main" class="gatehouse"><${Card} title=${say("wifi-joining", { name })} class="login">
  <ol role="status"><li>${say("wifi-then-phone", { name })}</li>
    <li>${say("wifi-then-page")} ${address && html`<a href=${`${address}owner`}>${address}owner</a>`}</li>
    <li>${say("wifi-then-teach")}</li></ol>
  ${note && html`<p class="complaint" lang="en">${note}</p>`}
  <p class="hint">${say("wifi-back")}</p><//></main>`;

applyTheme();
await speak(wantedLanguage("en"));
const answer = await ask(`/api/wifi?language=${language()}`);
const page = answer.ok ? html`<${Wifi} seen=${answer.value} />` : html`<${ErrorPage} title=${say("error-missing")} text=${answer.message} />`;
render(page, document.getElementById("page"));
document.body.classList.add("drawn");
