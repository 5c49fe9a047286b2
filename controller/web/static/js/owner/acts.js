// What the owner asks of the table; whatever it refuses is told in words.
import { ask } from "../shared/api.js";
import { language } from "../shared/strings.js";

/** Each gives the answer's value (true where there is none), or null where it failed. */
export function createOwnerActs(complain) {
  async function got(path, body) {
    const answer = await ask(path, body);
    if (!answer.ok) complain(answer.message);
    return answer.ok ? (answer.value ?? true) : null;
  }

  return {
    box: () => got("/api/box"),
    overview: () => got(`/api/owner?language=${language()}`),
    doctor: () => got("/api/owner/doctor"),
    games: () => got("/api/owner/games"),
    verify: () => got("/api/owner/games/verify"),
    settings: () => got("/api/owner/settings"),
    check: (text) => got("/api/owner/settings/check", { text }),
    write: (text) => got("/api/owner/settings", { text }),
    house: (changes) => got("/api/owner/house", changes),
    password: (password, old) => got("/api/owner/password", { password, old }),
    pin: () => got("/api/owner/pin", {}),
    token: (name) => got("/api/owner/tokens", { name }),
    revoke: (name) => got("/api/owner/tokens/revoke", { name }),
    stickers: (doing, tile = "") => got("/api/owner/stickers", { do: doing, tile }),
    roomJoin: (hub) => got("/api/owner/room/join", { hub }),
    roomAnswer: (yes) => got("/api/owner/room/answer", { yes }),
    roomLeave: () => got("/api/owner/room/leave", {}),
    calibrate: (mark_deg) => got("/api/owner/calibrate", { mark_deg }),
    async restore(file) {
      const answer = await fetch("/api/owner/restore", { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });
      const value = await answer.json().catch(() => null);
      if (!answer.ok) complain(value?.error?.message ?? String(answer.status));
      return answer.ok ? value : null;
    },
  };
}
