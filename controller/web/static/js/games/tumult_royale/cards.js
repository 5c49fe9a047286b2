// Cards beside the felt: what the people want, what can be built, payments, scenes, the chronicle, the game's end.
import { Button, Card, Table } from "../../lib/design.js";
import { LineChart, Named, Patch, Why } from "../../lib/pieces.js";
import { play } from "../../lib/sound.js";
import { say } from "../../lib/texts.js";
import { html, Icon, memo, useEffect, useFetched, useRef } from "../../lib/view.js";
import { Podium } from "../../table/cards.js";
import { personAt } from "../../table/parts.js";
import { fly, useCountUp } from "../../table/scene.js";
import { Chip, COMMODITIES, Commodity, faceText, faceWord, KindMark, playerOf, Still } from "./pieces.js";

export const Demand = memo(({ view }) =>
  html`<p class="demand"><span>${say("demand")}</span>${COMMODITIES.map((name) => html`<${Chip} key=${name} commodity=${name} number=${view.demand?.[name] ?? say("demand-unknown")} />`)}</p>`);

/** What each kind of field costs, and how many statues it holds. */
export const Prices = memo(({ view }) => html`<ul class="prices">${(view.prices ?? []).map(({ kind, statues, cost }) => {
  const due = COMMODITIES.filter((name) => cost[name] > 0);
  const words = say("price", { kind: say(kind), cost: due.map((commodity) => faceText({ commodity, value: cost[commodity] })).join(", "), statues: say("choices-statues", { number: statues }) });
  return html`<li key=${kind}><span role="img" title=${words} aria-label=${words}><${KindMark} kind=${kind} /><b>${statues}<${Icon} name="statue" /></b>
    <span>${due.map((name) => html`<${Commodity} key=${name} name=${name} />${cost[name]} `)}</span></span></li>`;
})}</ul>`);

/**
 * What the acting castle can build: `hint(field | null)` lights a choice's field up on the map. `chosen` is `{ field }` that was tapped
 * there, of which several ways to pay unfold; `choose(null)` forgets it.
 */
export const Choices = memo(({ view, acts, hint, chosen, choose }) => {
  const color = view.waiting_for?.color;
  useEffect(() => () => { hint(null); choose(null); }, [view.seq]); // a button that goes away below the pointer is not left
  if (view.phase !== "statues" || !color || view.scene) return null;
  const pass = (key, more = {}) => html`<${Button} key=${key} onClick=${() => acts.act({ do: "pass", player: color, ...more })}>${say(key)}<//>`;
  return html`<${Card} class="choices"><h2><${Named} color=${color} /> ${say("choices")}</h2>
    <ul class="builds">${view.payable.map((offer) => {
      const name = offer.field ?? `${offer.kind}-${offer.adjacent}`;
      return html`<${Offer} key=${name} name=${name} offer=${offer} castle=${playerOf(view, color)} paid=${view.payment.tiles} acts=${acts} hint=${hint} chosen=${chosen} />`;
    })}
    ${view.payable.length === 0 && html`<li class="hint">${say("choices-none")}</li>`}</ul>
    <div class="passes">${view.map === "honour" ? [pass("choices-pass-would"), pass("choices-pass-stuck", { stuck: true })] : pass("choices-pass")}</div><//>`;
});

/** A button that builds, or where there are several ways to pay, a button for each to unfold. */
function Offer({ name, offer: { field, kind, adjacent, statues, ways }, castle: { color, castle }, paid, acts, hint, chosen }) {
  const several = useRef();
  useEffect(() => { if (chosen?.field === name && several.current) several.current.open = true; }, [chosen]);
  const gained = ({ gains }) => (gains > 0 ? say("choices-gains", { number: gains }) : say("choices-exact"));
  const facts = [say("choices-statues", { number: statues }), say(adjacent ? "choices-touching" : "choices-double"), ways.length > 1 ? say("choices-ways", { number: ways.length }) : gained(ways[0])];
  const words = html`<${KindMark} kind=${kind} /><span class="words"><b>${`${say(kind)} ${field ?? ""}`}</b><small>${facts.join(" · ")}</small></span>`;
  const way = (pays, look, shown) => html`<button type="button" class="build" ...${look} onClick=${() => acts.act({ do: "build", player: color, tiles: pays.tiles, ...(field ? { field } : { kind, adjacent }) })}>
    ${shown}<span class="pays">${pays.tiles.map((id) => html`<${Still} key=${id} face=${castle.find((face) => face.id === id)} paid=${paid.includes(id)} />`)}</span></button>`;
  return html`<li onMouseEnter=${() => hint(field)} onMouseLeave=${() => hint(null)} onfocusin=${() => hint(field)} onfocusout=${() => hint(null)}>
    ${ways.length === 1 ? way(ways[0], { "data-build": name }, words)
      : html`<details ref=${several} onToggle=${({ currentTarget }) => currentTarget.open && currentTarget.querySelector("button").focus()}><summary class="build" data-build=${name}>${words}</summary>
        <ul aria-label=${say("choices-pay")}>${ways.map((pays) => html`<li key=${pays.tiles.join()}>${way(pays, {}, html`<small>${gained(pays)}</small>`)}</li>`)}</ul></details>`}</li>`;
}

/** A payment as it is laid down: which tiles, what they pay for so far, or what is missing or too many for the nearest. */
export const Payment = memo(({ view }) => {
  const { payment } = view;
  if (!payment?.tiles.length && !payment?.asks) return null;
  const color = view.waiting_for?.color;
  const castle = playerOf(view, color)?.castle ?? [];
  const faceOf = (id) => castle.find((face) => face.id === id);
  const faces = (ids) => ids.map((id) => faceText(faceOf(id))).join(", ");
  const row = ({ kind, adjacent, gains, fields = [], chosen, missing = {}, foreign = [], needless = [], rule }) => {
    const where = typeof chosen === "string" ? chosen : fields.length === 1 ? fields[0] : "";
    const short = Object.entries(missing).filter(([, number]) => number > 0).map(([name, number]) => `${number} ${say(name)}`);
    const facts = [say(adjacent ? "choices-touching" : "choices-double"), fields.length > 1 && say("paying-fields", { number: fields.length }), gains && say("choices-gains", { number: gains }),
      short.length > 0 && say("paying-missing", { tiles: short.join(", ") }), foreign.length > 0 && say("paying-foreign", { tiles: faces(foreign) }),
      needless.length > 0 && say("paying-needless", { tiles: faces(needless) })];
    return html`<li key=${`${kind}-${adjacent}`} data-chosen=${chosen ? "" : null}><${KindMark} kind=${kind} />
      <span><b>${`${say(kind)} ${where}`}</b> <small>${facts.filter(Boolean).join(" · ")}</small>${rule && html`<${Why} ids=${[rule]} />`}</span></li>`;
  };
  return html`<${Card} class="payment" aria-live="polite"><h2 class="moved"><${Named} color=${color} /> ${say("paying")} ${payment.tiles.map((id) => html`<${Still} key=${id} face=${faceOf(id)} />`)}</h2>
    <p class="hint">${say(payment.asks ? `paying-asks-${payment.asks}` : "paying-back")}</p>
    <ul>${[...payment.ways, ...payment.gaps.slice(0, 1)].map(row)}</ul><//>`;
});

/** What a scene is drawn with: what is left counts up against what is wanted, and what the greediest gives back slides to the heap. */
export function Staged({ scene: { name, drawn } }) {
  const { left, wanted = {}, color, returned = [] } = drawn;
  const shown = useCountUp(name === "count" ? 900 : 0, name);
  useEffect(() => {
    if (name === "tumult") play("drum");
    const lying = [...document.querySelectorAll(".heap .tile:has([data-face])")];
    const take = (face) => lying.splice(lying.findIndex((tile) => tile.querySelector("[data-face]").dataset.face === faceWord(face)), 1)[0];
    returned.forEach((face, at) => fly(take(face), document.querySelector(`[data-castle="${color}"] .board`), 500 + 150 * at));
  }, [drawn]);
  if (!left) return null;
  return html`<div class="sums">${Object.keys(left).map((one) => html`<div key=${one} class="sum" data-tumult=${left[one] < wanted[one] ? "" : null}>
    <${Commodity} name=${one} /><b>${Math.round(shown * left[one])}</b><span>${say("scene-wanted", { number: wanted[one] })}</span>
    <i style=${{ "--share": Math.min(1, (shown * left[one]) / wanted[one]) }} /></div>`)}
    ${returned.length > 0 && html`<p class="moved">${returned.map((face, at) => html`<${Still} key=${at} face=${face} />`)}</p>`}</div>`;
}

export const Chronicle = memo(({ view }) => {
  const crowned = view.chronicle ?? [];
  return html`<${Card} title=${say("chronicle")} class="chronicle"><ol>${Array.from({ length: view.rounds ?? 0 }, (_, at) => {
    const color = crowned[at];
    const words = color ? say("chronicle-round", { number: at + 1, color: say(color) }) : say("chronicle-open", { number: at + 1 });
    return html`<li key=${at} title=${words} aria-label=${words} aria-current=${at + 1 === view.round ? "step" : null}>${color ? html`<${Patch} color=${color} /><${Icon} name="crown" />` : at + 1}</li>`;
  })}</ol><//>`;
});

/** The end: who stands where, statues and supporters of each player round by round, and what comes next. */
export function Ending({ view, acts }) {
  const named = (color) => personAt(view, color, say(color));
  const over = view.phase === "over" && !view.scene;
  const course = useFetched(() => acts.course(), over ? view.seq : null);
  if (!over) return null;
  const standing = [...(view.players ?? [])].sort((one, other) => (other.color === view.winner) - (one.color === view.winner) || other.placed - one.placed || one.rank - other.rank);
  const onMap = (color) => Object.values(view.fields ?? {}).reduce((sum, { owner, statues }) => sum + (owner === color ? statues : 0), 0);
  const figure = (what) => html`<${LineChart} key=${what} caption=${say(`chart-${what}`)} rounds=${course.map(({ round }) => round)}
    lines=${view.players.map(({ color }) => ({ color, name: named(color), values: course.map((point) => point.players[color][what]) }))} />`;
  return html`<${Card} class="chart ending">
    <${Podium} title=${`${say("winner", { color: named(view.winner) })}. ${say(`ending-${view.ending.replaceAll(" ", "-")}`)}`} unit=${say("chart-statues")} tied=${say("statues-tied")} standing=${standing.map(({ color, placed }) => ({ color, name: named(color), score: placed }))} />
    <${Table} head=${["", say("chart-placed"), view.map === "tracked" && say("chart-where"), say("chart-supporters")].filter((words) => words !== false)} rows=${standing.map(({ color, placed, supporters }) => [html`<${Named} color=${color} name=${named(color)} />`, placed, view.map === "tracked" && `${onMap(color)} + ${placed - onMap(color)}`, supporters].filter((cell) => cell !== false))} />
    ${course?.length > 0 && html`${figure("placed")}${figure("supporters")}`}
  <//>`;
}
