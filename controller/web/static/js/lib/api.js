// Requests to the table; whatever it refuses is told in words.
import { language, say } from "./texts.js";

export async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": body instanceof Blob ? "application/octet-stream" : "application/json" },
      body: body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    return { ok: false, status: 0, message: say("error-network") };
  }
  const { ok, status } = answer;
  const isFile = ["application/zip", "image/gif"].includes(answer.headers.get("content-type"));
  const value = status === 204 ? null : await (isFile ? answer.blob() : answer.json()).catch(() => null);
  if (ok) return { ok, status, value };
  if (value?.refused) return { ok, status, refused: true, message: value.refused.rule === "LOG" ? value.refused.message : say("refused", value.refused) };
  return { ok, status, code: value?.error?.code, seconds: answer.headers.get("retry-after"), message: value?.error?.message ?? say("error-other", { status }) };
}

/** An answer for guests: a sentence in their language, of `texts` by status if it is there, instead of the table's own words, which are for programs. */
export async function asked(path, body, texts = {}) {
  const answer = await ask(path, body);
  return answer.ok || answer.refused || answer.status === 0 ? answer : { ...answer, message: say(texts[answer.status] ?? `error-${answer.status}`, answer, say("error-other", answer)) };
}

/** Who this browser is to the table, as `/api/me` says it; where that does not answer, somebody who looks on. */
export const whoAmI = async () => (await ask("/api/me")).value ?? { roles: ["spectator"], table: "real", page: null, language: "en" };

/** The acts of a person at the table, each true if it was done; `complain(message)` is called for each that failed, with "" once an entry is accepted. */
export function createActs(complain) {
  async function told(path, body) {
    const answer = await asked(path, body);
    if (!answer.ok) complain(answer.message);
    return answer;
  }

  const post = async (path, body) => (await told(path, body)).ok;
  const entered = (path, body) => {
    complain(""); // not after the answer, which may come long after another refusal
    return post(path, body);
  };
  const got = async (path, body) => (await told(path, body)).value ?? null;

  return {
    post,
    got,
    act: (action) => entered(`/api/actions?language=${language()}`, action),
    fromSeat: (action) => entered(`/api/seat/actions?language=${language()}`, action),
    correct: (correction) => entered(`/api/corrections?language=${language()}`, { back_to: null, ...correction }),
    enterPiece: (castle, piece) => entered("/api/pieces", { castle, piece }),
    press: (control, long = false) => entered("/api/table/press", { control, long }),
    pass: (handle, castle, dwell_s) => entered("/api/table/pass", { handle, castle, dwell_s }),
    read: (seq) => post("/api/table/read", { seq }),
    answer: (yes, scene) => post("/api/answer", { yes, scene }),
    box: () => got("/api/box"),
    course: () => got("/api/course"),
    logout: () => post("/api/logout", {}),
    complain,
    /** The face below a tile, or null where it may not be seen: it is carried face down then. */
    lift: (handle) => got("/api/table/lift", { handle }),
  };
}
