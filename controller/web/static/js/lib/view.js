// The view library as pages use it: Preact with htm, which set-up fetches into preact.js, and a few small helpers.
import { Component, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./preact.js";

export { Component, createContext, html, render, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./preact.js";

/** A drawing of the page's symbols, such as `crown`; its size is that of the text. */
export const Icon = ({ name }) => html`<svg class="icon" aria-hidden="true"><use href=${`#${name}`} /></svg>`;

/** `next`, in which parts that equal those of `last` are the same objects: `===` tells what has changed. */
export function share(next, last) {
  if (Object(next) !== next || Object(last) !== last || Array.isArray(next) !== Array.isArray(last)) return next;
  const names = Object.keys(next);
  for (const name of names) next[name] = share(next[name], last[name]);
  return names.length === Object.keys(last).length && names.every((name) => next[name] === last[name]) ? last : next;
}

const drawing = { until_ms: Infinity, isWhole: true };

/** Draws with `draw()`, of parts in `memo` those that it comes to within `ms`; returns whether that was all. The next call draws the rest, too. */
export function drawWithin(ms, draw) {
  Object.assign(drawing, { until_ms: performance.now() + ms, isWhole: true });
  try {
    draw();
  } finally {
    drawing.until_ms = Infinity;
  }
  return drawing.isWhole;
}

/** For an effect that compares what parts show: whether each shows the latest. */
export const isDrawnWhole = () => drawing.isWhole;

/** `Draw`, drawn anew only if a prop has changed; of a shared `view` or `table` only a field that was read counts. */
export const memo = (Draw) => class extends Component {
  watch(name) {
    const read = this.read[name] = new Map();
    return new Proxy(this.props[name], { get: (_, field) => read.set(field, this.props[name][field]).get(field) });
  }

  getChildContext() {
    return { isInMemo: true }; // a part is drawn with all in it: the next call comes to what is in it only through it
  }

  shouldComponentUpdate(next, _, { isInMemo = false }) {
    const same = (name) => next[name] && this.read[name] && [...this.read[name]].every(([field, value]) => next[name][field] === value);
    const isDue = this.isLate || Object.keys(next).some((name) => next[name] !== this.props[name] && !same(name));
    this.isLate = isDue && !isInMemo && performance.now() > drawing.until_ms;
    drawing.isWhole &&= !this.isLate;
    return isDue && !this.isLate;
  }

  render(props) {
    this.read = {};
    const watched = ["view", "table"].filter((name) => props[name]).map((name) => [name, this.watch(name)]);
    return html`<${Draw} ...${props} ...${Object.fromEntries(watched)} />`;
  }
};

/** Draws anew every `every_ms` while `runs`: for what a browser counts by itself. Returns the present time of the page's clock. */
export function useClock(runs, every_ms = 250) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), every_ms);
    return () => clearInterval(timer);
  }, [runs, every_ms]);
  return performance.now();
}

/** Adds listeners to the window, or to the element of `ref`, for as long as the component is drawn: `useListeners({ keydown: (event) => ... })`. */
export function useListeners(listeners, ref = { current: window }) {
  useLayoutEffect(() => { // at once: a key pressed right after a paint means what is painted
    const target = ref.current;
    const all = Object.entries(listeners);
    for (const [name, listener] of all) target.addEventListener(name, listener);
    return () => all.forEach(([name, listener]) => target.removeEventListener(name, listener));
  });
}

/** `[value, look]`: what `get()` returns, asked for now and every `every_ms` while it `runs`, null at first; and a function that asks now. */
export function usePolled(get, every_ms, runs = true) {
  const [latest, set] = useState(null);
  const look = () => get().then((found) => found && set(found));
  useEffect(() => {
    if (!runs) return undefined;
    void look();
    const timer = setInterval(look, every_ms);
    return () => clearInterval(timer);
  }, [runs]);
  return [latest, look];
}

/** For a form's submit: `done(fields, form)` gets the fields by name; they are emptied where it returns something true. */
export const submitted = (done) => async (event) => {
  event.preventDefault();
  const form = event.target;
  if (await done(Object.fromEntries(new FormData(form)), form)) form.reset();
};

/** Whether a media query holds; the component is drawn anew when that changes. */
export function useMedia(query) {
  const media = useMemo(() => matchMedia(query), [query]);
  const [, redraw] = useState(0);
  useListeners({ change: () => redraw((count) => count + 1) }, { current: media });
  return media.matches;
}

const moving = { value: null, watchers: new Set() };

/** Gives what moves many times a second to those parts that show it. */
export function move(value) {
  moving.value = share(value, moving.value);
  for (const look of moving.watchers) look();
}

/** The part of it that `pick(value)` picks, undefined where nothing moves; the component is drawn anew when that part has changed. */
export function useMoving(pick) {
  const now = moving.value ? pick(moving.value) : undefined;
  const shown = useRef();
  shown.current = now;
  const [, redraw] = useState(0);
  useEffect(() => {
    const look = () => pick(moving.value) !== shown.current && redraw((count) => count + 1);
    moving.watchers.add(look);
    return () => moving.watchers.delete(look);
  }, []);
  return now;
}

/** The component `name` of a script that is fetched where it is first drawn. */
export const fetched = (load, name) => (props) => {
  const script = useFetched(load, name);
  return script && html`<${script[name]} ...${props} />`;
};

/** Fetches once for each `key` that stays for `wait_ms`, null for not now; null until the answer is there, or the last answer if it `stays`. */
export function useFetched(fetch, key, stays = false, wait_ms = 0) {
  const [found, setFound] = useState({ key: null, value: null });
  useEffect(() => {
    let wanted = true;
    const timer = key === null ? null : setTimeout(async () => {
      const value = await fetch();
      if (wanted) setFound((last) => ({ key, value: value ?? (stays ? last.value : null) }));
    }, wait_ms);
    return () => { wanted = false; clearTimeout(timer); };
  }, [key]);
  return stays || found.key === key ? found.value : null;
}
