// What the page says by itself, by key; the game's own sentences come with the view.
import { english } from "./strings_en.js";

const CATALOGUES = { en: english };

const catalogue = CATALOGUES[document.documentElement.lang] ?? english;

/** The sentence of a key with {names} filled in. A missing key shows itself. */
export function say(key, values = {}) {
  const sentence = catalogue[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? `{${name}}`));
}

/** Whether there is a sentence of this key. */
export function known(key) {
  return key in catalogue;
}

/** "1 tile" or "3 tiles": the key with `.one` or `.other`. */
export function count(key, number, values = {}) {
  return say(`${key}.${number === 1 ? "one" : "other"}`, { ...values, number });
}
