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
    <defs><${Cloth} name="red" ground="#c22f2f" stripe="#ffb3a6" turn=${20} /><${Cloth} name="green" ground="#2d8a4e" stripe="#b9efc8" turn=${-30} /></defs>
  `;
}
