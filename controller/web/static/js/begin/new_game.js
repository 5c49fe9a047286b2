// Beginning a game: which one, who sits where, and what it asks itself; or being led through a first round, or going on with a parked one.
import { loadGame } from "../games/games.js";
import { asked } from "../lib/api.js";
import { Button, Check, Choice, Dialog } from "../lib/design.js";
import { Named, Patch } from "../lib/pieces.js";
import { language, lastPlayed, say, speakAlso } from "../lib/texts.js";
import { html, submitted, useEffect, useFetched, useRef, useState } from "../lib/view.js";
import { forgetTour, leadThrough } from "./tour.js";

/** The form in a dialog; `close()` is called when a game has begun or the form is left. */
export function NewGame({ acts, close, replaces }) {
  const [told, tell] = useState("");
  const [wanted, choose] = useState(null); // the name of the game whose form is wanted
  const [box, parked] = useFetched(() => Promise.all([acts.box(), acts.got(`/api/parked?language=${language()}`)]), "box") ?? [];
  useEffect(() => { if (box === null) close(); }, [box]);
  const chosen = wanted ?? box?.game ?? null;
  const offer = useFetched(async () => {
    const game = await acts.got(`/api/playable?game=${encodeURIComponent(chosen)}&language=${language()}`);
    return game && { game, module: (await Promise.all([loadGame(game.page), speakAlso(`/api/texts/*?game=${chosen}`)]))[0] };
  }, chosen, true);
  if (offer === null) return null;
  const { game, module } = offer;

  async function tried(path, body) {
    const answer = await asked(`${path}?language=${language()}`, body);
    tell(answer.ok ? "" : answer.message);
    if (answer.ok) close();
    return answer;
  }

  /** A first round of as many as are chosen, all but the first one bots. */
  async function lead([own, ...bots]) {
    leadThrough(game.page, own); // before the answer: the first view may come earlier
    if ((await tried("/api/game", { game: game.name, castles: [own, ...bots], bots, ...module.tour.game })).refused) forgetTour();
  }

  async function begin(body) {
    forgetTour();
    await tried("/api/game", body);
  }

  return html`<${Dialog} class="new-game" title=${say("new-title")} onClose=${close}>
    ${box.games.length > 1 && html`<${Choice} legend=${say("new-game")} name="game" options=${box.games.map(({ name, title }) => [name, title])} value=${chosen} onChange=${(name) => { tell(""); choose(name); }} />`}
    <${OfGame} key=${game.name} game=${game} module=${module} begin=${begin} lead=${lead} told=${told}
      waits=${chosen !== game.name} replaces=${replaces} cancel=${close} />
    ${parked?.length > 0 && html`<div class="parked">${say("new-parked")}${parked.map(({ game: number, title, last_utc, points }) => html`<${Button} key=${number} onClick=${() => tried("/api/parked/take-up", { game: number })}>
      ${[title, lastPlayed(last_utc)].filter(Boolean).join(", ")} <span class="at">${Object.entries(points).map(([castle, has]) => html`<span key=${castle} role="img" aria-label=${`${say(castle)}: ${has}`}><${Patch} color=${castle} /> ${has}</span>`)}</span><//>`)}</div>`}
  <//>`;
}

function OfGame({ game, module, begin, lead, told, waits, replaces, cancel }) {
  const [sitters, setSitters] = useState(game.sitters);
  const [order, setOrder] = useState(() => game.castles.filter((castle) => sitters[castle] !== "nobody")); // seats in the order in which they are taken
  const [level, setLevel] = useState(game.level);
  const given = useRef({ value: () => ({}) }).current;
  const alert = useRef();
  useEffect(() => told && alert.current.scrollIntoView({ block: "nearest" }), [told]);

  const sit = (castle) => (sitter) => {
    setSitters({ ...sitters, [castle]: sitter });
    const others = order.filter((one) => one !== castle);
    setOrder(sitter === "nobody" ? others : order.includes(castle) ? order : [...order, castle]);
  };
  const seat = (castle) => html`<${Named} ...${module.seatOf(castle, {}, { ...game.box, castles: game.castles })} />`;
  const bots = game.castles.filter((castle) => sitters[castle] === "bot");
  const submit = ({ practice }) =>
    begin({ game: game.name, castles: order, bots, levels: level ? Object.fromEntries(bots.map((castle) => [castle, level])) : {}, practice: practice === "on", ...given.value() });
  return html`<form class="of-the-game" onSubmit=${submitted(submit)}><fieldset class="all" disabled=${waits}>
    ${module.tour !== null && game.unhelped.length > 1 && html`<div class="guide"><p>${say("new-guide")}</p><${Button} onClick=${() => lead(order)}>${say("new-guide-begin")}<//></div>`}
    <div class="seat-choice">${game.castles.map((castle) => html`<${Choice} key=${castle} legend=${seat(castle)} name=${`seat-${castle}`} value=${sitters[castle]} onChange=${sit(castle)} data-seat=${order.indexOf(castle) + 1 || ""}
      options=${["nobody", "person", ...(game.bots.includes(castle) ? ["bot"] : [])].map((sitter) => [sitter, say(`new-seat-${sitter}`)])} />`)}
      ${level && bots.length > 0 && html`<${Choice} legend=${say("new-level")} name="level" value=${level} onChange=${setLevel} options=${Object.entries(game.levels)} />`}</div>
    ${bots.some((castle) => !game.unhelped.includes(castle)) && html`<p class="hint">${say("new-helped")}</p>`}
    ${game.practice && html`<${Check} name="practice" label=${say("new-practice")} />`}
    <${module.Setup} game=${game} seats=${order} given=${given} />
    <p class="complaint" role="alert" ref=${alert} hidden=${!told}>${told}</p>
    <div class="ends">${replaces && html`<p>${say("new-replaces")}</p>`}<${Button} primary type="submit">${say("new-start")}<//><${Button} quiet onClick=${cancel}>${say(replaces ? "new-close" : "close")}<//></div>
  </fieldset></form>`;
}
