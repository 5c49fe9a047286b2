// Marks that stand for things on every page: a player's cloth and name, a rule that can be asked about, a chart of lines.
import { ask } from "./api.js";
import { Button, Dialog } from "./design.js";
import { isNewerThere } from "./live.js";
import { language, say } from "./texts.js";
import { html, memo, useFetched, useListeners, useState } from "./view.js";

/** A patch of the player's cloth, so that no one is known by colour alone. */
export const Patch = ({ color }) => html`<svg class="patch" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4" fill=${`url(#cloth-${color})`} /></svg>`;
/** A castle's player, in games that do not call them otherwise. */
export const seatOf = (castle) => ({ color: castle, name: say(castle) });
export const Named = ({ color, name = say(color) }) => html`<span class="named"><${Patch} color=${color} />${name}</span>`;

/** Offers to load the page again where the server has another version of it, unless that would disturb just now. */
export function Newer({ disturbs = false }) {
  const [offered, offer] = useState(isNewerThere);
  useListeners({ newer: () => offer(true) });
  return offered && !disturbs && html`<${Button} onClick=${() => location.reload()}>${say("newer")}<//>`;
}

const CITED = /\s*\(((?:[A-Z]{2}-\d[\d.]*(?:, )?)+)\)/g; // how rules are cited in a sentence of any game

/** One button that says the rules behind an event. */
export function Why({ ids }) {
  const [open, setOpen] = useState(false);
  const rules = useFetched(async () => (await ask(`/api/rules/${language()}`)).value ?? {}, open ? language() : null);
  return html`<button type="button" class="rule" aria-label=${`${say("why")} ${say("why-rule", { rule: ids.join(", ") })}`} onClick=${() => setOpen(true)}>?</button>
    ${open && rules && html`<${Dialog} title=${say("why")} onClose=${() => setOpen(false)}>
      ${ids.map((id) => html`<p key=${id}><b>${say("why-rule", { rule: id })}</b><br />${rules[id] ?? say("error-network")}</p>`)}<//>`}`;
}

/** A sentence of the table, with one button for the rules that it cites. */
export const Explained = memo(({ text }) => {
  const ids = [...new Set([...text.matchAll(CITED)].flatMap(([, cited]) => cited.split(", ")))];
  return html`${text.replace(CITED, "")}${ids.length > 0 && html`\u00a0<${Why} ids=${ids} />`}`;
});

/** The points of a line through `values`, from left to right of a box whose bottom is `low`. */
export function linePoints(values, width, height, low = Math.min(...values)) {
  const range = Math.max(...values) - low || 1;
  return values.map((value, at) => `${(width * at) / (values.length - 1)},${height - (height * (value - low)) / range}`).join(" ");
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [320, 150, 24, 20];
const DASHES = ["", "7 3", "2 3", "9 3 2 3"]; // so that no line is known by colour alone

/**
 * `lines`: `{ color, name, values }`, a value for each of the `rounds`, numbers that grow. The scale begins at 0,
 * or below it where a value does, and reaches at least `least`. `caption` says what is drawn.
 */
export function LineChart({ caption, rounds, lines, least = 1 }) {
  const all = lines.flatMap(({ values }) => values);
  const [fewest, most] = [Math.min(0, ...all), Math.max(least, ...all)];
  const last = Math.max(1, rounds.at(-1));
  const x = (round) => LEFT + ((WIDTH - LEFT - 8) * round) / last;
  const y = (value) => 8 + (HEIGHT - BOTTOM - 8) * (1 - (value - fewest) / (most - fewest));
  const words = lines.map(({ name, values }) => `${name}: ${values.join(", ")}`);
  return html`<figure>
    <figcaption>${caption}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${caption}. ${words.join("; ")}`}>
      ${[fewest, Math.round((fewest + most) / 2), most].map((value, at) => html`<g key=${`tick-${at}`}>
        <line class="grid" x1=${LEFT} x2=${WIDTH - 8} y1=${y(value)} y2=${y(value)} />
        <text x=${LEFT - 4} y=${y(value) + 3} text-anchor="end">${value}</text></g>`)}
      ${rounds.map((round) => html`<text key=${`round-${round}`} x=${x(round)} y=${HEIGHT - 4} text-anchor="middle">${round}</text>`)}
      ${lines.map(({ color, values }, at) => html`<polyline key=${color} class=${`line of-${color}`} stroke-dasharray=${DASHES[at]}
        points=${values.map((value, point) => `${x(rounds[point])},${y(value)}`).join(" ")} />`)}
      ${lines.map(({ color, values }) => html`<rect key=${`end-${color}`} class=${`end of-${color}`} x=${x(rounds.at(-1)) - 6} y=${y(values.at(-1)) - 6}
        width="12" height="12" rx="3" fill=${`url(#cloth-${color})`} />`)}
    </svg>
  </figure>`;
}
