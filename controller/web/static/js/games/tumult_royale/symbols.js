// The game's drawings for `Icon`: what a player has. Kinds of field and commodities are in the style sheet's picture.
import { html } from "../../lib/view.js";

const DRAWINGS = {
  statue: html`<path d="M12 1.5a3.8 3.8 0 0 1 2.3 6.8c2.8.8 4.2 3.2 4.2 6.2v1.5h1v2H4.5v-2h1v-1.5c0-3 1.4-5.4 4.2-6.2A3.8 3.8 0 0 1 12 1.5zM3.5 19.5h17V23h-17z" />`,
  supporter: html`<path fill="currentColor" d="M12 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3.5 21.5c0-5 3.5-8.5 8.5-8.5s8.5 3.5 8.5 8.5z" />`,
  mercy: html`<path fill="currentColor" d="M12 21C5 15.5 2 12.3 2 8.5A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10 2.5c0 3.8-3 7-10 12.5z" />`,
};

export const Symbols = () => Object.entries(DRAWINGS).map(([name, drawing]) => html`<symbol key=${name} id=${name} viewBox="0 0 24 24">${drawing}</symbol>`);
