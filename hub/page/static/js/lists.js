// A list that an organiser pastes or uploads: what was understood of it, columns to correct, and what will be entered.
import { Button, Field, Table } from "./lib/design.js";
import { say } from "./lib/texts.js";
import { html, submitted, useEffect, useRef, useState } from "./lib/view.js";
import { asked } from "./frame.js";

export const SHOWN = 300; // rows; of people, others are found by name
const WAIT_MS = 250; // after a key
const SEPARATORS = ["tab", "semicolon", "comma", "bar", "none"];
const ENCODINGS = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "mac-roman", "cp850"];
const NOTHING = { text: "", file: "", options: {} };

const base64 = (file) => new Promise((done) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1] ?? "");
  reader.readAsDataURL(file);
});

/** `kind` names path and texts, `columns` are what columns may be; of a list that was `found`, `table(found)` is its head and rows, `count(found)` what would be entered; `more(fields)` goes along with it. */
export function ListForm({ kind, columns, table, count, more = () => ({}), children }) {
  const [list, set] = useState(NOTHING);
  const [found, setFound] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [told, tell] = useState("");
  const latest = useRef(0);
  const empty = list.text.trim() === "" && list.file === "";
  const path = `/api/tournament/${kind}`;
  const take = (changed) => (tell(""), set({ ...NOTHING, ...changed }));
  const choose = (options) => set({ ...list, options: { ...list.options, ...options } });

  useEffect(() => {
    const mine = ++latest.current;
    const timer = empty ? null : setTimeout(async () => {
      const answer = await asked(path, list, (why) => mine === latest.current && setTrouble(why));
      if (mine === latest.current) setFound(answer && { ...answer, list });
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [list]);

  async function enter(fields) {
    const done = await asked(path, { ...list, expected: count(found), ...more(fields) }, setTrouble);
    if (!done) return false;
    setFound(done);
    take({});
    tell(say(`tournament-${kind}-done`, { number: count(done) }));
    return true;
  }

  const number = !empty && found ? count(found) : 0;
  const doubtful = found?.doubtful_lines > 0 ? ` · ${say("list-doubtful", { number: found.doubtful_lines })}` : "";
  return html`<form class="form-stack" onSubmit=${submitted(enter)}>
    <${Field} label=${say(`tournament-${kind}`)} name=${kind} rows="6" maxlength="1048576" value=${list.text} placeholder=${say(`tournament-${kind}-example`)} onInput=${({ target }) => take({ text: target.value })} />
    <${Field} label=${say("list-file")} name=${`${kind}-file`} type="file" onChange=${async ({ target: { files } }) => take({ file: files[0] ? await base64(files[0]) : "" })} />
    ${children}
    ${trouble && html`<p class="complaint" role="alert">${trouble}</p>`}
    <div class="bar">
      <${Button} primary=${number > 0 && found.list === list} type="submit" disabled=${number === 0 || found.list !== list}>${say(`tournament-${kind}-do`, { number })}<//>
      <p role="status">${told || (!empty && found ? say(`tournament-${kind}-found`, { number }) : "")}${doubtful}</p>
    </div>
    ${number > 0 && html`<${Rows} ...${table(found)} caption=${say("list-understood")} />`}
    ${!empty && found && html`<${Corrections} found=${found} chosen=${list.options.columns} columns=${columns} choose=${choose} />`}
    ${found && html`<${Left} lines=${found.doubtful} all=${found.doubtful_lines} />
      ${found.other_lines > 0 && html`<details><summary>${say("list-others", { number: found.other_lines })}</summary><${Left} lines=${found.others} all=${found.other_lines} /></details>`}`}
  </form>`;
}

function Corrections({ found, chosen = [], columns, choose }) {
  const now = chosen.length > 0 ? chosen : found.columns.map(([, , column]) => column);
  const change = (at) => ({ target }) => choose({ columns: now.map((column, other) => (other === at ? target.value : column)) });
  const options = (kind, names) => names.map((each) => [each, say(`list-${kind}-${each}`)]);
  return found.columns.length > 0 && html`<div class="form-fields list-columns">
    ${found.columns.map(([heading, sample], at) => html`<${Field} key=${at} label=${heading || say("list-column", { number: at + 1 })} hint=${sample} name=${`column-${at}`}
      value=${now[at]} onChange=${change(at)} options=${options("column", [...new Set([...columns, now[at]])])} />`)}
    <${Field} label=${say("list-separator")} name="separator" value=${found.separator} onChange=${({ target }) => choose({ separator: target.value, columns: [] })} options=${options("separator", SEPARATORS)} />
    ${found.encoding && html`<${Field} label=${say("list-encoding")} name="encoding" value=${found.encoding} onChange=${({ target }) => choose({ encoding: target.value })} options=${options("encoding", ENCODINGS)} />`}
  </div>`;
}

function Rows({ caption, head, rows, all = rows.length }) {
  const beyond = all - Math.min(rows.length, SHOWN);
  return html`<div class="list-rows"><${Table} caption=${caption} head=${head.map((key) => say(key))} rows=${rows.slice(0, SHOWN)} /></div>
    ${beyond > 0 && html`<p class="hint">${say("tournament-more", { number: beyond })}</p>`}`;
}

/** Lines that are not entered, with the reason. */
const Left = ({ lines, all }) => lines.length > 0 && html`<${Rows} caption=${say("list-left")} head=${["list-line", "list-reason", "list-text"]} all=${all}
  rows=${lines.map(([line, why, about, text]) => [line, say(`list-why-${why}`, { about }), text])} />`;
