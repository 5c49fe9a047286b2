// Tudor's cards in our own words, a player's own hand, and the end of a game: what brought each player's prestige.
import { Card, Table } from "../../lib/design.js";
import { LineChart } from "../../lib/pieces.js";
import { say } from "../../lib/texts.js";
import { html, Icon, useFetched } from "../../lib/view.js";
import { Podium } from "../../table/cards.js";
import { personAt } from "../../table/parts.js";
import { useCountUp } from "../../table/scene.js";
import { Ward } from "./hand.js";
import { Behind, Figure, Pile, piles, Player, playerName, Portrait } from "./pieces.js";

const LISTS = { 1: "alike", 3: "different" };

/** What scores, what the scenario allows, the Garter. */
export function Cards({ view }) {
  const { scoring, scenario, numbers } = view;
  if (!scoring || view.phase === "over") return null;
  const part = (title, words) => html`<div key=${title}><h3>${title}</h3><p>${words}</p></div>`;
  const printed = (card) => (LISTS[card] ? ` ${numbers[LISTS[card]].map((points, at) => `${at + 1}: ${points}`).join(" · ")}`
    : card === 2 && html`<span class="held-cards">${Object.entries(numbers.essentials).map(([faction, worth]) => html`<${Pile} key=${faction} faction=${faction} number=${worth} />`)}</span>`);
  return html`<${Card} title=${say("tudor-cards")} class="tudor-deck"><div class="tudor-cards">
    ${scoring.map((card) => part(say("tudor-scoring-title", { card }), html`${say(`tudor-scoring-${card}`, numbers)}${printed(card)}`))}
    ${part(say("tudor-scenario-title", { card: scenario }), `${say("tudor-scenario-assigned", { first: numbers.assigned[0], later: numbers.assigned[1] })} ${say(`tudor-scenario-${scenario}`)}`)}
    ${part(say("tudor-garter"), say("tudor-garter-how", { numbers: numbers.garter.join(", ") }))}</div><//>`;
}

/** What lies behind a player's screen: cards and tokens by faction, the round tokens, and the fingers that everybody sees. */
export function Own({ view, choosing }) {
  const mine = view.own;
  const player = view.players.find((one) => one.color === mine?.player);
  return html`<${Card} class="own-hand"><h2>${mine ? html`<${Player} color=${mine.player} />` : say("tudor-own-none")}</h2>
    <p class="held-cards"><span class="label">${say("tudor-ending-prestige")}</span>${view.players.map(({ color, prestige }) => html`<span key=${color} class="part"><${Player} color=${color} /> ${prestige}</span>`)}</p>
    <div class="own">${mine && html`<${Behind} own=${mine} label />`}</div>
    ${player && html`<${Ward} player=${{ ...player, of: player.color }} view=${view} name=${null} choosing=${choosing} />`}<//>`;
}

const ABOUT = { chairs: "rooms", "pushed-out": "rooms", idle: "rooms", column: "ranks", "round-ended": "ranks" }; // others are about one player

/** What a scene is drawn with: who sits in the chambers, an office, what all have or brought a player's prestige, which counts up, or whose figure it is. */
export function Staged({ scene: { name, drawn: { color, column, sums, cards = [], total } }, view }) {
  const shown = useCountUp(sums ? 1200 : 0, color);
  const sits = (one, kind, key) => html`<span key=${key} class=${`seat ${kind === "lord" ? "throne-of" : "chair"}`} data-used=${one?.used ? "" : null}>${one && html`<${Figure} color=${one.color} kind=${kind} />`}</span>`;
  if (ABOUT[name] === "rooms") return html`<div class="rooms" aria-hidden="true">${view.chambers.map(({ lords, chairs }, at) => html`<p key=${at}><b>${at + 1}</b>${lords.map((one, place) => sits(one, "lord", `lord-${place}`))}${chairs.map((one, place) => sits(one, "courtier", place))}</p>`)}</div>`;
  const names = sums && [say("tudor-scene-played"), ...cards.map((card) => say(`tudor-scoring-short-${card}`)), say("tudor-garter"), say("tudor-ending-prestige")];
  const rows = sums ? [...sums, total].map((points, at) => [names[at], Math.round(shown * points)]) : ABOUT[name] && view.players.map((one) => [html`<${Player} color=${one.color} />`, one.prestige]);
  return (color || rows) && html`<div class="told">${column && html`<div class="office" data-held=""><${Portrait} column=${column} color=${color} /><b class="plaque">${column}</b></div>`}
    ${color && !ABOUT[name] && html`<${Figure} color=${color} />`}${name === "over" && html`<${Icon} name="crown" />`}
    ${rows && html`<dl class=${sums ? "sums" : null}>${rows.map(([what, points], at) => html`<div key=${at}><dt>${what}</dt><dd>${points}</dd></div>`)}</dl>`}</div>`;
}

const WHILE_PLAYED = { 4: "offices", 5: "crowded" }; // scoring cards that bring prestige before the end

export function Ending({ view, acts }) {
  const { phase, final, scoring, winners, players, tie } = view;
  const named = (color) => personAt(view, players.find((player) => player.color === color).gate, playerName(color));
  const over = phase === "over" && Boolean(final) && !view.scene;
  const course = useFetched(() => acts.course(), over ? view.seq : null);
  if (!over || !course?.length) return null;
  const standing = [...players].sort((one, other) => winners.includes(other.color) - winners.includes(one.color) || other.prestige - one.prestige);
  const brought = course.at(-1).sources;
  const row = (name, of) => [name, ...standing.map(({ color }) => of(color))];
  const head = row("", (color) => html`<span role="img" aria-label=${named(color)} title=${named(color)}><${Figure} color=${color} />${winners.includes(color) && html`<${Icon} name="crown" />`}</span>`);
  const rows = [
    [say("tudor-ending-tokens"), ...standing.map(({ tokens }) => html`<div class="part">${piles(tokens, "token")}</div>`)],
    ...scoring.map((card, at) => row(say("tudor-ending-card", { card, what: say(`tudor-scoring-short-${card}`) }),
      (color) => (card in WHILE_PLAYED ? brought[color][WHILE_PLAYED[card]] : final[color].scoring[at]))),
    row(say("tudor-garter"), (color) => final[color].garter),
    ...(Object.values(brought).some(({ corrected }) => corrected !== 0) ? [row(say("tudor-ending-corrected"), (color) => brought[color].corrected)] : []),
    [say("tudor-ending-prestige"), ...standing.map(({ prestige }) => prestige)],
  ];
  return html`<${Card} class="chart ending"><${Podium} title=${say("tudor-won", { count: winners.length, players: winners.map(named).join(", ") })} tied=${tie ? `${say("tudor-tied")} ${say(`tudor-tied-${tie.by}`, { counts: tie.counts.join(" : ") })}` : ""} standing=${standing.map(({ color, prestige }) => ({ color, name: named(color), score: prestige }))} />
    <${Table} class="scores" total head=${head} rows=${rows} />
    <${LineChart} caption=${say("tudor-ending-course")} rounds=${course.map(({ round }) => round)} lines=${players.map(({ color }) => ({ color, name: named(color), values: course.map(({ prestige }) => prestige[color]) }))} /><//>`;
}
