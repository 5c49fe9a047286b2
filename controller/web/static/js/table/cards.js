// Cards of any game: the story, complaints, devices and faults, draws, where hands are opened, the referee's desk, the end.
import { ask } from "../lib/api.js";
import { Button, Card, Download, Field, toast } from "../lib/design.js";
import { Explained, Named, Patch, seatOf as usual } from "../lib/pieces.js";
import { play } from "../lib/sound.js";
import { language, say, speakAlso } from "../lib/texts.js";
import { html, Icon, memo, submitted, useContext, useEffect, useFetched, useRef, useState } from "../lib/view.js";
import { Embedded } from "./parts.js";

const SHOWN = 60;

/** What happened, sentence by sentence, newest last and in sight; each rule in it can be asked about. */
export const Story = memo(({ view }) => {
  const story = view.story ?? [];
  const log = useRef();
  useEffect(() => { if (log.current?.matches(":not(:hover)")) log.current.scrollTop = 0; }, [story.at?.(-1)]); // which is its end
  if (!Array.isArray(story)) return story; // a replay's own, to choose from
  return html`<${Card} title=${say("story")} class="story"><div ref=${log} class="log" role="log" aria-live="polite" tabindex="0" aria-label=${say("story")}><ol>
    ${story.length === 0 ? html`<li>${say("story-empty")}</li>` : keyed(story.slice(-SHOWN)).map(([key, sentence]) => html`<li key=${key}><${Explained} text=${sentence} /></li>`)}
  </ol></div><//>`;
});

/** Sentences with keys that stay while older ones go: the sentence, and how often it comes after this one. */
function keyed(sentences) {
  const after = new Map();
  return sentences.toReversed().map((sentence) => {
    const times = after.get(sentence) ?? 0;
    after.set(sentence, times + 1);
    return [`${times} ${sentence}`, sentence];
  }).toReversed();
}

/** What the table refused lately, and at which castle. */
export const Complaints = memo(({ view, seatOf = usual }) => {
  const complaints = view.complaints ?? [];
  return html`<${Card} title=${say("complaints")} class="complaints"><ul>
    ${complaints.map(({ castle, text }, at) => html`<li key=${at} class="complaint">${castle ? html`<${Named} ...${seatOf(castle, view)} />` : html`<b>${say("complaints-table")}</b>`}: <${Explained} text=${text} /></li>`)}
    ${complaints.length === 0 && html`<li class="hint">${say("complaints-none")}</li>`}
  </ul><//>`;
});

/** Which devices of the table do not work; the owner's page has all. */
export const Devices = memo(({ view, seatOf = usual }) => html`<footer class="devices" aria-label=${say("devices")}><ul>${(view.devices ?? []).filter(({ ok }) => !ok).map(({ name, label: told }) => {
  const castle = name.split(" ")[0];
  const label = view.players?.some(({ color, gate = color }) => gate === castle) ? told.replace(say(castle), seatOf(castle, view).name) : told;
  return html`<li key=${name}>${say("device-bad", { name: label })}</li>`;
})}</ul></footer>`);

/** Every fault of the simulated parts and every mistake in their wiring by name, to switch on and to mend. */
export const Faults = memo(({ table, acts }) => {
  const [open, setOpen] = useState(false);
  const told = useFetched(async () => (await speakAlso("/api/texts/*?of=faults"), true), open ? "told" : null);
  if (table === null) return null;
  const card = (title, lead, faults, describe) => html`<details class="faults" onToggle=${({ currentTarget }) => currentTarget.open && setOpen(true)}><summary>${say(title)}</summary><p>${say(lead)}</p><ul>
    ${told && (faults ?? []).map(({ name, places, present }) => html`<li key=${name} class=${present.length > 0 ? "broken" : null}>
      ${describe(name)}
      ${(places.length > 0 ? places : [""]).map((place) => {
        const broken = present.includes(place);
        const label = place === "" ? say(broken ? "faults-mend" : "faults-break") : say(place);
        return html`<${Button} key=${place} quiet aria-pressed=${String(broken)} onClick=${() => acts.post("/api/table/fault", { name, place, on: !broken })}>${label}<//>`;
      })}</li>`)}
  </ul></details>`;
  return html`${card("faults", "faults-lead", table.faults, (name) => html`<b>${say(`fault-${name}`)}</b><p>${say(`fault-${name}-what`)} <i>${say("faults-does")}</i> ${say(`fault-${name}-does`)}</p>`)}
    ${card("mistakes", "mistakes-lead", table.mistakes, (name) => html`<b>${say(`mistake-${name}`)}</b><p>${say(`mistake-${name}-what`)}</p>`)}`;
});

/** To what the table has committed itself, and what it has opened since; asked for only while that is in sight. */
export const Draws = memo(({ view, acts }) => {
  const [open, setOpen] = useState(false);
  const kept = useFetched(() => acts.got("/api/draws"), open && view.draw ? view.draw.commitment : null, true);
  const line = (words, { commitment, seed = null }) => html`<li key=${commitment}><b>${words}</b>
    <span>${say("draws-commitment")} <code>${commitment}</code></span>${seed && html`<span>${say("draws-seed")} <code>${seed}</code></span>`}</li>`;
  return html`<details class="draws" onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say("draws")}</summary>
    <p>${say("draws-lead")}</p>
    ${kept?.standing.given && html`<p class="given">${say("draws-given")}</p>`}
    <ol>${kept && [
      line(say("draws-standing", { number: kept.standing.n }), kept.standing),
      kept.standing.commitment !== kept.coming.commitment && line(say("draws-coming"), kept.coming),
      ...kept.opened.toReversed().map((draw) => line(say(`draws-${draw.kind}`, { number: draw.n, value: draw.drawn }), draw)),
    ]}</ol>
  </details>`;
});

/** How a player opens his hand on a phone: the address for its camera, and where the code is, which the console alone shows. */
export const Phones = memo(({ address }) => html`<details class="phones"><summary>${say("phones")}</summary><div>
    <img src="/seat.svg" alt=${say("phones-code")} width="150" height="150" /><p><b>${address}</b>${say("phones-lead")}</p></div></details>`);

/** The referee's buttons: the decisions of the game that are due (`children`), a pause, a step back, and `more`; on a phone, what came of the latest. */
export function Desk({ view, acts, more = null, children }) {
  const paused = view.hourglass?.paused ?? false;
  return html`<${Card} title=${say("desk")} class="desk"><div class="passes">${children}
    ${view.question?.starts_hourglass && html`<${Button} key="start" primary onClick=${() => acts.answer(true)}>${say("hourglass-start")}<//>`}
    ${view.hourglass?.state === "running" && html`<${Button} key="pause" onClick=${() => acts.post("/api/pause", { on: !paused })}>${say(paused ? "desk-go-on" : "desk-pause")}<//>`}
    ${(view.seq ?? 0) >= 2 && html`<${Button} key="undo" onClick=${() => acts.act({ do: "undo" })}>${say("desk-undo")}<//>`}
    ${more}
  </div><p class="latest hint" role="status">${view.story?.length > 0 && html`<${Explained} text=${view.story.at(-1)} />`}</p>
  ${Object.keys(view.bots?.castles ?? {}).length > 0 && html`<${Players} bots=${view.bots} acts=${acts} />`}<//>`;
}

/** A piece that a gate did not read; a gate that is out stands first, and pieces that were entered here last. */
export function PieceEntry({ view, acts, tileName }) {
  const [open, setOpen] = useState(false);
  const [entered, setEntered] = useState([]); // with their castles
  const box = useFetched(acts.box, open ? view.game : null, true);
  const out = (castle) => Number(view.devices?.some(({ name, ok }) => name === castle && !ok));
  const plays = (castle) => !view.players?.length || view.players.some(({ color, gate = color }) => gate === castle);
  const placeOf = ({ id }) => entered.findIndex(({ piece }) => piece === id);
  const field = (name, label, options, key) => html`<${Field} key=${key} name=${name} label=${say(label)} options=${options} />`;
  const enter = async ({ castle, piece }) => await acts.enterPiece(castle, piece) && void setEntered([...entered.filter((one) => one.piece !== piece), { castle, piece }]);
  const last = entered.at(-1);
  return html`<details class="card entry" open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say("piece-entry")}</summary>
    ${box && html`<form onSubmit=${submitted(enter)}>
      ${field("castle", "piece-entry-gate", box.castles.filter(plays).sort((one, other) => out(other) - out(one)).map((one) => [one, say(one)]))}
      ${field("piece", "piece-entry-piece", box.pieces.toSorted((one, other) => placeOf(one) - placeOf(other)).map((one) => [one.id, tileName(one)]), last?.piece)}
      <div class="ends"><${Button} primary type="submit">${say("piece-entry-send")}<//><output>${last && `✓ ${say(last.castle)}: ${tileName(box.pieces.find(({ id }) => id === last.piece))}`}</output></div></form>`}</details>`;
}

/** Who plays each castle from now on: a person, or a bot that takes over. */
function Players({ bots: { castles, levels }, acts }) {
  const bots = Object.keys(levels).length > 0 ? Object.entries(levels).map(([level, name]) => [level, `${say("new-seat-bot")}, ${name}`]) : [["", say("new-seat-bot")]];
  const options = [["person", say("new-seat-person")], ...bots];
  return html`<details class="players"><summary>${say("desk-players")}</summary>${Object.entries(castles).map(([castle, level]) => html`<label key=${castle}>${say(castle)}
    <select value=${level === null ? "person" : level || bots[0][0]} onChange=${({ target }) => acts.post("/api/bots", { castle, level: target.value === "person" ? null : target.value })}>
      ${options.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}</select></label>`)}</details>`;
}

/**
 * How a game ended: its winners in order, and what to do next. `standing` is `[{ color, name, score }]`, best first; `unit` says what a
 * score counts, `tied` what decides between equal scores, `drawn` that the game has pictures.
 */
export function Podium({ title, standing, unit = "", tied = "", drawn = true }) {
  const embedded = useContext(Embedded);
  const podium = useRef();
  useEffect(() => {
    play("fanfare");
    if (!embedded && document.documentElement.dataset.page !== "replay") podium.current.scrollIntoView({ block: "nearest" });
  }, []);
  return html`<section class="podium" ref=${podium} aria-label=${title}><h2>${title}</h2>
    <ol>${standing.slice(0, 4).map(({ color, name, score }, at) => html`<li key=${color} class=${`of-${color}`} data-rank=${at + 1} style=${{ "--below": at }}>
      ${at === 0 ? html`<${Icon} name="crown" />` : html`<i aria-hidden="true">${at + 1}</i>`}<span class="named"><${Patch} color=${color} />${name}</span><b>${score} <small>${unit}</small></b></li>`)}</ol>
    ${tied && new Set(standing.map(({ score }) => score)).size < standing.length && html`<p class="hint"><${Explained} text=${tied} /></p>`}
    ${!embedded && html`<div class="ends">
      <a class="button" href="/replay">${say("view-replay")}</a>
      ${drawn && html`<${Film} /><${Picture} />`}
    </div>`}</section>`;
}

/** The film of a finished game, 0 the latest. The table needs some seconds or a minute to make it. */
export const Film = ({ game = 0 }) => html`<${Download} name="royaltable.gif" words=${say("film")} waits=${say("film-making")} get=${async () => {
  const { ok, value, status } = await ask(`/api/replay/${game}/film?language=${language()}`);
  return ok ? value : toast(say(status === 503 ? "error-503" : "film-failed"));
}} />`;

/** How the latest game ended, as a picture: shared where the browser shares files, else a download. */
function Picture() {
  const [address, name, type] = [`/course.png?language=${language()}`, "royaltable.png", { type: "image/png" }];
  const share = async () => {
    const files = [new File([await (await fetch(address)).blob()], name, type)];
    await navigator.share({ files, title: say("app") }).catch(() => {}); // the viewer thought better of it
  };
  return navigator.canShare?.({ files: [new File([], name, type)] }) ? html`<${Button} onClick=${share}>${say("share")}<//>`
    : html`<a class="button" href=${address} download=${name}>${say("course-picture")}</a>`;
}
