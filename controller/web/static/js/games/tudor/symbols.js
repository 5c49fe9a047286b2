// Tudor's drawing for `Icon`: a hand. All others are in the style sheet's picture.
import { html } from "../../lib/view.js";

export const Symbols = () => html`
    <symbol id="tudor-hand" viewBox="0 0 200 132"><g fill="#efc9a0" stroke="#a9764a" stroke-width="1.6" stroke-linejoin="round">
      <path d="M58 118C46 104 37 92 17 76c-6-5-6-12-1-16 4-4 10-4 15 0l27 18V30c0-7 5-12 11-12s11 5 11 12v36l3-1V18c0-7 6-12 12-12s12 5 12 12v47l4 1V29c0-7 5-12 11-12s11 5 11 12v43l4 2V54c0-6 5-10 10-10s10 4 10 10v32c0 14-4 23-11 32z" />
      <path d="M80 68v24M107 66v26M133 70v22" fill="none" /><path d="M62 28c0-9 14-9 14 0v5H62zM88 17c0-10 14-10 14 0v6H88zM115 27c0-9 14-9 14 0v5h-14zM143 53c0-8 12-8 12 0v4h-12zM17 68c-4-6 5-11 10-6l3 3-8 8z" fill="#fae6d6" stroke-width=".8" /></g>
      <path d="M54 119q6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0 6-9 12 0v4H54z" fill="#fffaf0" stroke="#b7a88c" /></symbol>`;
