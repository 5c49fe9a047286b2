// How Tudor's pieces are drawn and called: faction tokens and rings, round tokens, courtiers and lords in a player's cloth.
import { say } from "../../lib/texts.js";
import { html } from "../../lib/view.js";

/** A colour of a faction, or the kind of a round token; those of a house edition are said as they are. */
export const word = (name) => say(`tudor-${name}`, {}, name);

/** A player's colour as a name. */
export const playerName = (color) => word(color).replace(/^./, (letter) => letter.toUpperCase());

/** A castle's own colour where there are such figures, else one that no castle of the table has. */
export function usualColor(castle, { castles, colors }) {
  const others = colors.filter((color) => !castles.includes(color));
  return colors.includes(castle) ? castle : others[castles.filter((one) => !colors.includes(one)).indexOf(castle)];
}

/** The actions of a finger: stronger with rings on all fingers of their letter. */
export const lettersOf = (enhancements = {}, finger) => Object.keys(enhancements).filter((letter) => enhancements[letter].includes(finger)).join(" ");

/** A square token, a card (`card-of`) or a `ring` of a faction, or a `round-token` of a kind; what else it gets makes it one to carry. */
export const Token = ({ faction, kind = "token", ...rest }) => html`<span class=${`${kind} faction of-${faction}`} title=${word(faction)} ...${rest} />`;

const CLOTHS = ["blue", "yellow", "purple", "grey", "red", "green"]; // as the picture has them

/** A courtier, or a lord, of this colour. */
export const Figure = ({ color, kind = "courtier", ...rest }) => html`<i class=${`figure ${kind} of-${color}`} data-color=${color} style=${{ "--nth": CLOTHS.indexOf(color) }} aria-hidden="true" ...${rest} />`;
export const Portrait = ({ column, color }) => html`<i class="portrait" style=${{ "--face": (column.charCodeAt(0) - 65) % 6, "--nth": CLOTHS.indexOf(color) }} aria-hidden="true" />`;

export const Player = ({ color }) => html`<span class="named"><${Figure} color=${color} />${playerName(color)}</span>`;

export const Pile = ({ faction, kind, number }) => html`<span class="stack" role="img" aria-label=${`${word(faction)}: ${number}`}><${Token} faction=${faction} kind=${kind} /><b>${number}</b></span>`;

/** A pile of each faction, or of each kind of round tokens, that there is something of. */
export const piles = (numbers, kind) => Object.entries(numbers).filter(([, number]) => number > 0).map(([faction, number]) => html`<${Pile} key=${faction} faction=${faction} kind=${kind} number=${number} />`);

/** What a player holds behind the screen, in three groups: cards and tokens by faction, the round tokens. */
export function Behind({ own, label = false }) {
  const tokens = {};
  for (const { faction } of own.tokens) tokens[faction] = (tokens[faction] ?? 0) + 1;
  const rows = [[say("tudor-own-cards"), piles(own.cards, "card-of")], [say("tudor-own-tokens"), piles(tokens, "token")], [say("tudor-own-rounds"), piles({ influence: own.influence, intrigue: own.intrigue }, "round-token")]];
  return rows.map(([words, shown]) => (label || shown.length > 0) && html`<div key=${words} class="part" role="group" aria-label=${words}>${label && html`<span class="label">${words}</span>`}${shown.length ? shown : say("tudor-own-nothing")}</div>`);
}

/** Properties of a drawing to carry: to places while `choosing` holds the piece, over gates by its handle. */
export const carried = (choosing, piece, handle = null) => ({ "data-piece": choosing.holds(piece) ? piece : null, "data-handle": handle });

/** `lies(where, castle, faction)` gives the handle of another of the drawn pieces that lies there each time; null without one. */
export function createLying(tiles = []) {
  const left = new Set(tiles);
  return (where, castle = null, faction = null) => {
    for (const tile of left) {
      if (tile.where !== where || (castle && tile.color !== castle) || (faction && tile.face?.faction !== faction)) continue;
      left.delete(tile);
      return tile.handle;
    }
    return null;
  };
}
