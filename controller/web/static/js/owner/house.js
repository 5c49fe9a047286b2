// The rules of the house, which hold at once and stay after a restart, and what the table says aloud.
import { Card, Check, Field } from "../lib/design.js";
import { language, LANGUAGES, say } from "../lib/texts.js";
import { html, useState } from "../lib/view.js";

const ALOUD = ["story", "console", "complaints", "devices"];

/** A rule's value: what a person has just chosen, until the table has answered. */
function useRule(owner, name) {
  const [draft, setDraft] = useState(null);
  async function change(value, what) {
    setDraft(value);
    await owner.act("/api/owner/house", { [name]: value }, say("owner-saved", { what }));
    setDraft((now) => (now === value ? null : now));
  }
  return { value: draft ?? owner.overview.house[name], disabled: owner.overview.held.includes(name), setDraft, change };
}

export function House({ owner }) {
  const { form, held, voice } = owner.overview;
  const names = Object.keys(form).filter((name) => form[name].type !== "array" && name !== "locked");
  return html`<${Card} title=${say("owner-house")}>
      <div class="rows">${names.map((name) => html`<${Rule} key=${name} owner=${owner} name=${name} kind=${form[name]} />`)}</div>
      ${held.length > 0 && html`<p class="hint">${say("owner-held")}</p>`}
    <//>
    <div><${Card} title=${say("owner-visitors")}>
      <div class="rows"><${Rule} owner=${owner} name="locked" kind=${form.locked} /></div><p class="hint">${say("owner-locked-note")}</p><//>
    ${voice && html`<${Card} title=${say("said")}><div class="rows">
      <${Ticks} owner=${owner} rule="says" names=${ALOUD} words=${(name) => say(`owner-says-${name}`)} />
      <${Ticks} owner=${owner} rule="listeners" names=${voice.castles} words=${(castle) => say("owner-listens", { castle: say(castle) })} />
    </div><//>`}</div>`;
}

/** A setting: a switch, one of several values, or a number. */
function Rule({ owner, name, kind: { type, values, least, most, step } }) {
  const { value, disabled, setDraft, change } = useRule(owner, name);
  const [isOutside, setOutside] = useState(false);
  const [label, hint] = [say(`owner-${name}`), say(`owner-${name}-note`, {}, "")];
  if (type === "boolean") return html`<${Check} label=${label} name=${name} checked=${value} disabled=${disabled} onChange=${({ target }) => change(target.checked, label)} />`;
  if (values) {
    return html`<${Field} label=${label} hint=${hint} name=${name} value=${value} disabled=${disabled} options=${values.map((one) => [one, LANGUAGES[one] ?? say(`owner-${name}-${one}`)])} onChange=${({ target }) => change(target.value, label)} />`;
  }
  const limits = say("owner-limits", { least: least?.toLocaleString(language()), most });

  function enter({ target }) {
    setOutside(!target.checkValidity());
    if (target.checkValidity()) change(Number(target.value), label);
    else setDraft(null);
  }

  return html`<${Field} label=${label} hint=${`${limits} ${hint}`} error=${isOutside && say("owner-outside", { limits })} name=${name} type="number" min=${least} max=${most} step=${step} required
    value=${value} disabled=${disabled} onInput=${({ target }) => setDraft(target.value)} onChange=${enter} />`;
}

function Ticks({ owner, rule, names, words }) {
  const { value, disabled, change } = useRule(owner, rule);
  return names.map((name) => html`<${Check} key=${name} label=${words(name)} name=${`${rule}-${name}`} checked=${value.includes(name)} disabled=${disabled}
    onChange=${({ target }) => change(names.filter((one) => (one === name ? target.checked : value.includes(one))), words(name))} />`);
}
