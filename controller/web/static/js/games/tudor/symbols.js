// Tudor's drawings for `Icon`: the sign of each faction, figures, round tokens, and the cloth of players that no castle has.
import { html } from "../../lib/view.js";

const SIGNS = {
  red: "M12 21C4 14.5 2.5 11 2.5 8.300A4.8 4.8 0 0 1 12 6a4.8 4.8 0 0 1 9.5 2.300C21.5 11 20 14.5 12 21z",
  grey: "M11 2h2l.800 11H18v2.200h-4.600V19l1 3h-4.800l1-3v-3.800H6V13h4.200z",
  brown: "M5 3h11a3 3 0 0 1 3 3v11h2v1.500A2.5 2.5 0 0 1 18.5 21H8a3 3 0 0 1-3-3zM8 7v1.600h8V7zm0 4v1.600h8V11zm0 4v1.600h5V15z",
  blue: "M4 3l4 2.500h8L20 3v10c0 5-3.5 8.5-8 8.500S4 18 4 13zm5 6a2.3 2.3 0 1 0 0 4.600A2.3 2.3 0 0 0 9 9zm6 0a2.3 2.3 0 1 0 0 4.600A2.3 2.3 0 0 0 15 9zm-3 5l-1.6 2.200L12 18l1.6-1.800z",
  yellow: "M8.5 2h7L17 5.5 14.7 8a7 7 0 1 1-5.4 0L7 5.500zM12 10.200a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.200z",
  green: "M12 2c5 3 7.5 6.5 7.5 10.5 0 4-2.7 6.7-6.4 7.300L13 22h-2l-.100-2.200c-3.7-.600-6.4-3.3-6.4-7.300C4.5 8.5 7 5 12 2zm-.700 6v9.500h1.400V8z",
  purple: "M3 19L1.5 7l5.7 4.500L12 4l4.8 7.500L22.5 7 21 19zM3.5 20.500h17V22h-17z",
};

/** What the heads of a court wear, an office each: flat cap, coif, tall hat, hood, helmet, beret with a feather, and so on again. */
const HATS = [
  "M8 15c0-6 5-9 12-9s12 3 12 9l-3-2H11z", "M10 22c-2-10 3-15 10-15s12 5 10 15l-3-1c1-6-2-9-7-9s-8 3-7 9z", "M10 15l2-12h16l2 12h4v2H6v-2z",
  "M9 28C6 12 12 5 20 5s14 7 11 23l-4 2V18c-4-3-10-3-14 0v12z", "M11 16c0-8 4-11 9-11s9 3 9 11zM19 1h2v5h-2zM11 16h18v2H11z", "M8 14c4-9 20-11 24-3-6 0-12 4-24 3zM30 11c5-3 5-7 2-9-1 4-3 6-5 7z",
];

/** A striped cloth as the page has one for each castle. */
const Cloth = ({ name, ground, stripe, turn }) => html`<pattern id=${`cloth-${name}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform=${`rotate(${turn})`}>
  <rect width="5" height="5" fill=${ground} /><rect width="1.5" height="5" fill=${stripe} /></pattern>`;

export function Symbols() {
  return html`
    ${Object.entries(SIGNS).map(([name, d]) => html`<symbol key=${name} id=${`tudor-${name}`} viewBox="0 0 24 24"><path d=${d} fill="currentColor" fill-rule="evenodd" /></symbol>`)}
    <symbol id="tudor-courtier" viewBox="0 0 24 24"><path d="M12 2.500a4 4 0 0 1 2.3 7.300C17 11 18 14 18.5 18H20v3.500H4V18h1.500C6 14 7 11 9.7 9.800A4 4 0 0 1 12 2.500z" /></symbol>
    <symbol id="tudor-lord" viewBox="0 0 24 24"><path d="M7 1.500l2.5 2L12 1l2.5 2.5 2.5-2L16.5 6a4.6 4.6 0 0 1-2 3.900C17.5 11 19 14 19.5 18H21v4H3v-4h1.500C5 14 6.5 11 9.5 9.900A4.6 4.6 0 0 1 7.5 6z" /></symbol>
    <symbol id="tudor-influence" viewBox="0 0 24 24"><path d="M12 2l2.8 6.4 7 .7-5.2 4.7 1.5 6.800L12 17.100l-6.1 3.5 1.5-6.800L2.2 9.100l7-.700z" fill="currentColor" /></symbol>
    <symbol id="tudor-intrigue" viewBox="0 0 24 24"><path d="M2 7c4-2 6-1.2 10 0 4-1.2 6-2 10 0 0 6-2 9.5-5.5 9.5-2.3 0-3-2-4.5-2s-2.2 2-4.5 2C4 16.5 2 13 2 7zm5 2.200c-1.5 0-2.5.600-3 1.3.700 1 2 1.5 3.3 1.500S9.5 11.5 10 10.500c-.500-.800-1.5-1.3-3-1.300zm10 0c-1.5 0-2.5.500-3 1.3.500 1 1.5 1.5 2.7 1.500s2.6-.500 3.3-1.500c-.500-.700-1.5-1.3-3-1.300z" fill="currentColor" fill-rule="evenodd" /></symbol>
    <symbol id="tudor-hand" viewBox="0 0 200 132"><g fill="#efc9a0" stroke="#a9764a" stroke-width="1.6" stroke-linejoin="round">
      <path d="M58 118C46 104 37 92 17 76c-6-5-6-12-1-16 4-4 10-4 15 0l27 18V30c0-7 5-12 11-12s11 5 11 12v36l3-1V18c0-7 6-12 12-12s12 5 12 12v47l4 1V29c0-7 5-12 11-12s11 5 11 12v43l4 2V54c0-6 5-10 10-10s10 4 10 10v32c0 14-4 23-11 32z" />
      <path d="M80 68v24M107 66v26M133 70v22" fill="none" /><path d="M62 28c0-9 14-9 14 0v5H62zM88 17c0-10 14-10 14 0v6H88zM115 27c0-9 14-9 14 0v5h-14zM143 53c0-8 12-8 12 0v4h-12zM17 68c-4-6 5-11 10-6l3 3-8 8z" fill="#fae6d6" stroke-width=".8" /></g>
      <path d="M54 119q6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0v4H54z" fill="#fffaf0" stroke="#b7a88c" /></symbol>
    <symbol id="tudor-chair" viewBox="0 0 32 36"><path d="M6 2q10 3 20 0v20H6z" fill="#8a5a33" stroke="#3a2412" /><path d="M9 6h14v11H9z" fill="#a33a3a" /><path d="M3 21h26v5H3z" fill="#a06b3d" stroke="#3a2412" /><path d="M5 26v8M27 26v8" stroke="#3a2412" stroke-width="3" /></symbol>
    <symbol id="tudor-throne" viewBox="0 0 32 36"><path d="M4 25V6l5 2 7-7 7 7 5-2v19z" fill="#d8a928" stroke="#5a3d06" /><path d="M9 11h14v11H9z" fill="#7a1f2b" /><path d="M2 21h28v6H2z" fill="#e5bd4a" stroke="#5a3d06" /><path d="M4 27v7M28 27v7" stroke="#5a3d06" stroke-width="3" /></symbol>
    <symbol id="tudor-window" viewBox="0 0 28 30"><path d="M2 29V12a12 11 0 0 1 24 0v17z" fill="#bfe0ee" stroke="#2a1a0e" stroke-width="2.5" /><path d="M14 2v27M2 15h24M8 4v25M20 4v25M2 22h24" stroke="#2a1a0e" fill="none" /></symbol>
    <symbol id="tudor-candle" viewBox="0 0 12 24"><path class="flame" d="M6 0c4 5 3 9 0 9S2 5 6 0z" fill="#ffd84d" /><path d="M4 9h4v11H4z" fill="#fff6de" stroke="#7a6a4a" stroke-width=".6" /><path d="M1 20h10v3H1z" fill="#b98a1b" /></symbol>
    <symbol id="tudor-door" viewBox="0 0 20 34"><path d="M1 34V9a9 8 0 0 1 18 0v25z" fill="#5b3a1e" stroke="#20130a" stroke-width="2" /><path d="M7 4v30M13 4v30M2 14h16M2 26h16" stroke="#20130a" /><circle cx="15.5" cy="21" r="1.4" fill="#d8a928" /></symbol>
    ${HATS.map((hat, at) => html`<symbol key=${hat} id=${`tudor-portrait-${at}`} viewBox="0 0 40 44"><path d="M3 44c1-11 8-14 17-14s16 3 17 14z" /><path d="M10 31q10-8 20 0-10 7-20 0z" fill="#fffaf0" stroke="#b7a88c" />
      <path d="M12 17c0-12 16-12 16 0 0 9-4 13-8 13s-8-4-8-13z" fill="#f0cda6" />${at % 2 === 0 && html`<path d="M13 22q7 4 14 0c0 8-4 12-7 12s-7-4-7-12z" fill="#6b4226" />`}<path d=${hat} fill=${["#3b2230", "#f5efe0", "#22303a", "#5a2333", "#9aa3ab", "#2d3c22"][at]} stroke="#120c08" stroke-width=".8" />
      <path d="M16 19h2M22 19h2M18.500 25h3" stroke="#3a2412" stroke-width="1.2" /></symbol>`)}
    <defs><${Cloth} name="red" ground="#c22f2f" stripe="#ffb3a6" turn=${20} /><${Cloth} name="green" ground="#2d8a4e" stripe="#b9efc8" turn=${-30} /></defs>
  `;
}
