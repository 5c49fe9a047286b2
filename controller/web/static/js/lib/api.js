// Requests to the table; whatever it refuses is told in words.
import { language, say } from "./texts.js";

export async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return { ok: false, status: 0, message: say("error-network") };
  }
  const { ok, status } = answer;
  const value = status === 204 ? null : await answer.json().catch(() => null);
  if (ok) return { ok, status, value };
  if (value?.refused) return { ok, status, refused: true, message: say("refused", value.refused) };
  return { ok, status, code: value?.error?.code, message: value?.error?.message ?? say("error-other", { status }) };
}

/** Who this browser is to the table, as `/api/me` says it; where that does not answer, somebody who looks on. */
export const whoAmI = async () => (await ask("/api/me")).value ?? { roles: ["spectator"], table: "real", page: null, language: "en" };

/** The acts of a person at the table, each true if it was done; `complain(message)` is called for each that failed. */
export function createActs(complain) {
  async function post(path, body) {
    const answer = await ask(path, body);
    if (!answer.ok) complain(answer.message);
    return answer.ok;
  }

  /** The answer's value; null where there is none, which is told. */
  async function got(path) {
    const answer = await ask(path);
    if (!answer.ok) complain(answer.message);
    return answer.ok ? answer.value : null;
  }

  return {
    post,
    act: (action) => post(`/api/actions?language=${language()}`, action),
    fromSeat: (action) => post(`/api/seat/actions?language=${language()}`, action),
    correct: (correction) => post(`/api/corrections?language=${language()}`, { back_to: null, ...correction }),
    putRight: () => post("/api/corrections/put-right", {}),
    press: (control, long = false) => post("/api/table/press", { control, long }),
    pass: (handle, castle, dwell_s) => post("/api/table/pass", { handle, castle, dwell_s }),
    read: (seq) => post("/api/table/read", { seq }),
    fault: (name, place, on) => post("/api/table/fault", { name, place, on }),
    speed: (speed) => post("/api/table/speed", { speed }),
    newGame: (game) => ask(`/api/game?language=${language()}`, game),
    again: () => post(`/api/game/again?language=${language()}`, {}),
    playable: (name) => got(`/api/playable?game=${encodeURIComponent(name)}&language=${language()}`),
    parked: () => got(`/api/parked?language=${language()}`),
    takeUp: (game) => ask(`/api/parked/take-up?language=${language()}`, { game }),
    answer: (yes, scene) => post("/api/answer", { yes, scene }),
    errandDone: (castle) => post("/api/errands/done", { castle }),
    enterPiece: (castle, piece) => post("/api/pieces", { castle, piece }),
    seatBot: (castle, level) => post("/api/bots", { castle, level }),
    pause: (on) => post("/api/pause", { on }),
    box: () => got("/api/box"),
    course: () => got("/api/course"),
    draws: () => got("/api/draws"),
    advice: (castle) => got(`/api/advice?castle=${castle}&language=${language()}`),
    login: (secret) => ask("/api/login", secret),
    takeSeat: (code) => ask("/api/seat", { code }),
    knock: (role) => ask("/api/knock", { role }),
    logout: () => post("/api/logout", {}),
    complain,
    /** The face below a tile, or null where it may not be seen: it is carried face down then. */
    async lift(handle) {
      const answer = await ask("/api/table/lift", { handle });
      if (!answer.ok) complain(answer.message);
      return answer.ok ? answer.value : null;
    },
  };
}
