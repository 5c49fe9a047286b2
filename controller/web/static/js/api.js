// Requests to the table; whatever it refuses is told in words.
import { say } from "./strings.js";

async function post(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return { ok: false, message: say("error.network") };
  }
  const value = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, value };
  if (value?.refused) return { ok: false, refused: true, message: say("refused", value.refused) };
  return { ok: false, message: value?.error?.message ?? say("error.other", { status: answer.status }) };
}

/** The acts of a person at the table; `complain(message)` is called for each that failed. */
export function createActs(complain) {
  async function told(path, body) {
    const answer = await post(path, body);
    if (!answer.ok) complain(answer.message);
    return answer.ok;
  }
  return {
    act: (action) => told("/api/actions", action),
    press: (control, long = false) => told("/api/table/press", { control, long }),
    pass: (handle, castle, dwell_s) => told("/api/table/pass", { handle, castle, dwell_s }),
    fault: (name, place, on) => told("/api/table/fault", { name, place, on }),
    newGame: (game) => told("/api/game", game),
    complain,
    /** The face below a tile, or null where it may not be seen: it is carried face down then. */
    async lift(handle) {
      const answer = await post("/api/table/lift", { handle });
      if (!answer.ok && !answer.refused) complain(answer.message);
      return answer.ok ? answer.value : null;
    },
  };
}
