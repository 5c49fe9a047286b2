// The game's drawings for `Icon`: kinds of field, commodities, what a player has.
import { html } from "../../lib/view.js";

const DRAWINGS = {
  pasture: html`<g fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"><path d="M4 19c.3-3-.3-5-1.6-7M4.5 19c0-4 .5-6 2-8.5M5 19c.4-2.5 1.5-4 3.2-5M14 14c.1-3-.6-5-1.8-6.5M14.5 14c0-4 .5-6 2-8M15 14c.4-2.5 1.5-4 3-5M15 21c0-2-.5-3.5-1.5-5M15.5 21c0-3 .8-4.5 2-6.5M16 21c.4-2 1.5-3 3-3.8" /></g>`,
  forest: html`<path fill="currentColor" d="M8 2l4.6 6.5h-2.3l3.8 5.5h-2.6l2.9 4.5H9.1V22H6.9v-3.5H1.6L4.5 14H2l3.7-5.5H3.4zM17.5 8l3.5 5h-1.7l3.2 4.8H18.4V22h-1.8v-4.2h-1.8l-1.6-2.5h1.8L13.6 12z" />`,
  mountain: html`<path fill="currentColor" d="M1 21L9 5l3.3 6.4L14.5 8 23 21z" />
    <path fill="#fff" fill-opacity=".85" d="M9 5l-2.7 5.4 1.7-.9 1.3 1.5 1.5-1.4 1.2 1z" />`,
  village: html`<path fill="currentColor" d="M1.5 11.5L7 6l5.5 5.5H11V19H3v-7.5zM12.5 15L17.3 10l5 5H21v5.5h-7.5V15z" />
    <path fill="#fff" fill-opacity=".8" d="M5.8 14h2.4v5H5.8zM16.2 16.5h2v4h-2z" />`,
  palace: html`<path fill="currentColor" d="M2 21V8h1.5v1.5H5V8h1.5v4H9V5h-.2L12 1.5 15.2 5H15v7h2.5V8H19v1.5h1.5V8H22v13h-8v-4a2 2 0 0 0-4 0v4z" />`,
  bread: html`<path d="M2.5 15.5C2.5 10 7 6 12 6s9.5 4 9.5 9.5c0 2-1 3-3 3h-13c-2 0-3-1-3-3z" fill="#b8701f" />
    <path d="M7.5 9.5l2.5 4M12 8l2 4.5M16.3 9.3l1.5 3.5" stroke="#fff3d6" stroke-width="1.7" stroke-linecap="round" fill="none" />`,
  marble: html`<path d="M3 8l9-4.5L21 8v9l-9 4.5L3 17z" fill="#8fa6bd" />
    <path d="M3 8l9-4.5L21 8l-9 4.5z" fill="#f6fafd" />
    <path d="M3 8l9 4.5v9L3 17z" fill="#c9d6e2" />
    <path d="M5 11l2.5 3.5-.5 3M16 11l-1.5 4 2 2.5" stroke="#5f7690" stroke-width="1" fill="none" />`,
  tools: html`<path d="M4 20.5L14 9.5" stroke="#7a4a21" stroke-width="3.4" stroke-linecap="round" />
    <path d="M9.5 5.5L14 3c2.5 0 4 .7 5.5 2.5l2 2.5-3.3 3.2-1.7-1.7-1.7 1.5-4-4z" fill="#4b535b" />`,
  statue: html`<path d="M12 1.5a3.8 3.8 0 0 1 2.3 6.8c2.8.8 4.2 3.2 4.2 6.2v1.5h1v2H4.5v-2h1v-1.5c0-3 1.4-5.4 4.2-6.2A3.8 3.8 0 0 1 12 1.5zM3.5 19.5h17V23h-17z" />`,
  supporter: html`<path fill="currentColor" d="M12 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3.5 21.5c0-5 3.5-8.5 8.5-8.5s8.5 3.5 8.5 8.5z" />`,
  mercy: html`<path fill="currentColor" d="M12 21C5 15.5 2 12.3 2 8.5A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10 2.5c0 3.8-3 7-10 12.5z" />`,
};

export const Symbols = () => Object.entries(DRAWINGS).map(([name, drawing]) => html`<symbol key=${name} id=${name} viewBox="0 0 24 24">${drawing}</symbol>`);
