// What the page says by itself, by key, in the language that was chosen; the game's own sentences come with the view.
/** The names of the languages, by their codes: the page has them from the table. */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages);
const REMEMBERED = "royaltable.language";
const paths = ["/api/texts/*"];
let catalogue = {};
let plurals = new Intl.PluralRules("en");
export const language = () => document.documentElement.lang;

/** The language of the address, as for a television, or which a person chose here before, or the browser's own, or the table's. */
export function wantedLanguage(tables) {
  const wishes = [new URLSearchParams(location.search).get("language"), localStorage.getItem(REMEMBERED), ...navigator.languages.map((name) => name.split("-")[0]), tables];
  return wishes.find((name) => name in LANGUAGES) ?? "en";
}

/** Fetches the sentences of a language; from then on `say` speaks it. */
export async function speak(name) {
  const answers = await Promise.all(paths.map((path) => answered(path.replace("*", name))));
  if (!answers[0].ok) return;
  const read = answers.filter(({ ok }) => ok); // an owner may have been logged out
  catalogue = Object.assign({}, ...(await Promise.all(read.map((answer) => answer.json()))));
  plurals = new Intl.PluralRules(name);
  document.documentElement.lang = name;
}

/** An answer to a request, which is made again while the network is away or the table has too many. */
async function answered(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer && answer.status < 500) return answer;
  await new Promise((done) => setTimeout(done, 3_000));
  return answered(path);
}

/** Fetches the sentences at another path, too, now and with every language, which stands for its `*`. */
export const speakAlso = (path) => (paths.includes(path) ? null : (paths.push(path), speak(language())));

export const rememberLanguage = (name) => localStorage.setItem(REMEMBERED, name);

/** The sentence of a key with its values filled in; where there is none, `other`: the key shows itself. */
export const say = (key, values = {}, other = key) => (known(key) ? fill(catalogue[key], values) : other);
export const known = (key) => key in catalogue;

/** A moment with its day, as people say it. */
export const shownTime = (at, timeStyle = "short") => new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle });

/** When a game was last played; "" if the table's clock was not set. */
export const lastPlayed = (utc) => utc && say("last-played", { time: shownTime(utc) });

/** A pattern is a string, or a list of strings, values and choices by a value's number or its plural form. */
function fill(pattern, values) {
  if (typeof pattern === "string") return pattern;
  return pattern.map((part) => {
    if (typeof part === "string") return part;
    if ("value" in part) return values[part.value] % 1 ? values[part.value].toLocaleString(language()) : String(values[part.value] ?? `{${part.value}}`);
    const number = values[part.choose];
    return fill(part.of[number] ?? part.of[plurals.select(number)] ?? part.of.other, values);
  }).join("");
}
