// Who was entered and who is here: an organiser types names, pastes a list, ticks those who came, or all at once, and takes out who was entered wrongly.
import { Button, Card, Check, EmptyState, Field, sure } from "./lib/design.js";
import { say } from "./lib/texts.js";
import { html, submitted, useState } from "./lib/view.js";
import { flag } from "./frame.js";
import { ListForm, SHOWN } from "./lists.js";

const LEVELS = ["easy", "normal", "hard"]; // of bots
const numbered = (value) => Object.entries(value.entrants).map(([number, each]) => ({ number: Number(number), ...each }));

/** Those who say that they are here and have no tick yet, as the hub keeps them. */
export const unticked = (value) => numbered(value).filter((each) => each.announced);

/** `words`, and how many those are. */
export const withUnticked = (value, words, number = unticked(value).length) => (number === 0 ? words : `${words} (${say("tournament-unticked", { number })})`);

/** Lists as they were entered, of which nobody has been drawn. */
function undoable(all, drawn) {
  return [...Map.groupBy(all, ({ entry }) => entry).values()].filter((list) => list.length > 1 && !list.some(({ number }) => drawn.has(number)));
}

/** `act(act)` does something as organiser; null for all others. */
export function People({ value, act }) {
  const [words, search] = useState("");
  const all = numbered(value);
  const here = all.filter((each) => each.here).length;
  const found = all.filter((each) => each.name.toLowerCase().includes(words)).sort((one, other) => other.announced - one.announced);
  const waiting = unticked(value);
  const fixed = act === null || value.closed;
  const drawn = new Set(value.played.flatMap(({ games }) => games.flatMap(({ seats }) => seats.map(([, entrant]) => entrant))));
  const lists = undoable(all, drawn);
  const takeOut = async (people, question) => await sure(question) && act({ do: "removed", entrants: people.map(({ number }) => number) });
  const tickWaiting = async () => { for (const { number } of waiting) if (!await act({ do: "here", entrant: number, here: true })) return; };
  return html`<${Card} title=${withUnticked(value, say("tournament-people", { here, all: all.length }))}>
    ${act && !value.closed && html`<${Desk} value=${value} act=${act} />`}
    <div class="bar">
      ${!fixed && all.length > 0 && html`<${Button} quiet=${here === all.length} onClick=${() => act({ do: "all_here", here: here < all.length })}>${say(here < all.length ? "tournament-tick-all" : "tournament-tick-none")}<//>`}
      ${!fixed && waiting.length > 0 && html`<${Button} onClick=${tickWaiting}>${say("tournament-tick-announced", { number: waiting.length })}<//>`}
      ${!fixed && lists.map((list) => html`<${Button} key=${list[0].entry} quiet onClick=${() => takeOut(list, say("tournament-undo-list-sure", { number: list.length, name: list[0].name }))}>${say("tournament-undo-list")} (${list.length}: ${list[0].name} …)<//>`)}
      ${all.length > 16 && html`<${Field} label=${say("tournament-find")} name="find" type="search" maxlength="60" onInput=${(event) => search(event.target.value.trim().toLowerCase())} />`}
    </div>
    ${all.length === 0 && html`<${EmptyState} title=${say("tournament-nobody")}>${!act && html`<a href="/tournament/sign-up">${say("tournament-sign-up")}</a>`}<//>`}
    <ul class="pills people">${found.slice(0, SHOWN).map((each) => html`<li key=${each.number} data-announced=${flag(each.announced)}><${Person} each=${each} act=${act} fixed=${fixed} />
      ${!fixed && !drawn.has(each.number) && html`<${Button} quiet class="take-out" aria-label=${say("tournament-take-out", { name: each.name })} onClick=${() => takeOut([each], say("tournament-take-out-sure", { name: each.name }))}>×<//>`}</li>`)}</ul>
    ${found.length > SHOWN && html`<p class="hint">${say("tournament-more", { number: found.length - SHOWN })}</p>`}
  <//>`;
}

function Person({ each, act, fixed }) {
  const [ticked, tick] = useState(null); // what was ticked and is not told yet
  if (ticked === each.here) tick(null);
  const change = async ({ target: { checked: here } }) => (tick(here), await act({ do: "here", entrant: each.number, here }) || tick(null));
  const label = html`<span class="name">${each.name}</span>${each.club && html`<span class="hint">${each.club}</span>`}
    ${each.bot && html`<span class="hint">${say(`tournament-bot-${each.bot}`)}</span>`}
    ${each.announced && html`<b class="hint">${say("tournament-announced")}</b>`}`;
  return html`<${Check} name="here" checked=${ticked ?? each.here} disabled=${fixed} aria-label=${say("tournament-is-here", { name: each.name })} onChange=${change} label=${label} />`;
}

function Desk({ value, act }) {
  async function enter({ person, club, bot }, form) {
    const entered = await act({ do: "entered", people: [{ name: person, club, bot: bot || null }], here: true });
    form.elements.person.focus();
    return entered;
  }
  const table = ({ people }) => ({ head: ["list-line", "list-column-name", "list-column-club"], rows: people });
  return html`<details class="desk" open=${value.played.length === 0}><summary>${say("tournament-enter")}</summary>
    <div class="desk-forms">
      <${ListForm} kind="list" columns=${["name", "first", "surname", "club", "other"]} table=${table} count=${({ people }) => people.length} more=${({ present }) => ({ here: present === "on" })}>
        <${Check} name="present" label=${say("tournament-list-here")} /><//>
      <form class="form-stack" onSubmit=${submitted(enter)}>
        <${Field} label=${say("tournament-enter-who")} name="person" required maxlength="60" />
        <${Field} label=${say("tournament-enter-club")} name="club" maxlength="60" />
        <${Field} label=${say("tournament-enter-bot")} name="bot" options=${[["", say("tournament-person")], ...LEVELS.map((level) => [level, say(`tournament-bot-${level}`)])]} />
        <${Button} type="submit">${say("tournament-enter-do")}<//>
      </form>
      <figure class="phone">${["sign-up", "check-in"].map((page) => html`
        <img key=${page} class="qr" src=${`/api/tournament/${page}.svg`} alt="" loading="lazy" /><figcaption>${say(`tournament-${page}-scan`)} <a href=${`/tournament/${page}`}>${say(`tournament-${page}`)}</a></figcaption>`)}</figure>
    </div></details>`;
}
