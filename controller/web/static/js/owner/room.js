// A room of many tables: joining it by letters, and leaving it.
import { el, mark, write } from "../shared/dom.js";
import { say } from "../shared/strings.js";

export function createRoom(acts, look) {
  const hub = el("input", { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 260, placeholder: "192.168.1.20" });
  const told = el("p", { role: "status" });
  const letters = el("output", { class: "secret" });
  const join = el("form", { onsubmit: ask },
    el("label", {}, say("owner-room-hub"), " ", hub), el("button", { type: "submit", class: "do" }, say("owner-room-join")));
  const yes = button("owner-room-yes", () => acts.roomAnswer(true));
  const stop = button("owner-room-stop", () => acts.roomAnswer(false));
  const leave = button("owner-room-leave", () => acts.roomLeave());
  const element = el("section", { class: "card" }, el("h2", {}, say("owner-room")), told, join,
    el("div", { class: "ends" }, letters, yes, stop, leave));

  function button(key, act) {
    return el("button", { type: "button", onclick: () => act().then(look) }, say(key));
  }

  async function ask(event) {
    event.preventDefault();
    await acts.roomJoin(hub.value.trim());
    look();
  }

  function show({ room }) {
    write(told, [say(`owner-room-${room.stands}`, { hub: room.hub ?? "", name: room.name ?? "" }), room.why].filter(Boolean).join(" "));
    write(letters, room.letters ?? "");
    mark(letters, { hidden: room.stands !== "letters" });
    mark(join, { hidden: room.stands !== "outside" });
    mark(yes, { hidden: room.stands !== "let_in" });
    mark(stop, { hidden: !["looking", "letters", "let_in"].includes(room.stands) });
    mark(leave, { hidden: room.stands !== "inside" });
  }

  return { element, show };
}
