// The ways in: the referee's PIN, the owner's password, or a yes by the knob at the table; for a hand the code of its castle.
import { asked, whoAmI } from "../lib/api.js";
import { Button, Field } from "../lib/design.js";
import { say } from "../lib/texts.js";
import { html, submitted, useEffect, usePolled, useState } from "../lib/view.js";

const LOOK_EVERY_MS = 1500;
const ASKED_MS = 35_000; // the display asks for 30 s
const SECRETS = { referee: "pin", owner: "password" };

function Gate({ title, lead, told, submit, children }) {
  return html`<main id="main" class="gatehouse" tabindex="-1"><form class="card login" aria-labelledby="login-title" onSubmit=${submitted(submit)}>
    <h2 id="login-title">${title}</h2><p>${lead}</p>${children[0]}<p class="hint" role="status">${told}</p><div class="ends">${children[1]}</div></form></main>`;
}

/** `role` is who is wanted; `lookAgain()` draws the page anew once that role is logged in. */
export function Login({ me, role, lookAgain }) {
  const [told, tell] = useState("");
  const [until_ms, wait] = useState(0); // a yes at the table is waited for
  const kind = SECRETS[role];
  const first = role === "owner" && !me.password; // then the knob lets the owner in, to set one

  async function enter(secret) {
    const answer = await asked("/api/login", secret);
    if (answer.ok) lookAgain();
    else tell(answer.status === 403 ? say(`login-wrong-${kind}`) : answer.message);
    return true;
  }

  async function knock() {
    const answer = await asked("/api/knock", { role });
    tell(answer.ok ? say("login-knocked", answer.value) : answer.message);
    if (answer.ok) wait(performance.now() + ASKED_MS);
  }

  usePolled(async () => {
    if ((await whoAmI()).roles.includes(role)) lookAgain();
    else if (performance.now() >= until_ms) (tell(say("login-nobody")), wait(0));
  }, LOOK_EVERY_MS, until_ms);

  return html`<${Gate} title=${say(`view-${role}`)} lead=${say(first ? "login-first" : `login-lead-${role}`)} told=${told} submit=${enter}>
    ${!first && html`<${Field} label=${say(`login-${kind}`)} name=${kind} type="password" inputmode=${kind === "pin" ? "numeric" : null} autocomplete="current-password"
      required maxlength="200" autofocus />`}
    ${html`${!first && html`<${Button} primary type="submit">${say("login-enter")}<//>`}
      ${(first || role === "referee") && html`<${Button} class=${first ? "do" : ""} onClick=${knock}>${say("login-knock")}<//>`}`}
  <//>`;
}

/** The code that the console shows for a castle, typed, or read by the camera with the address: that one is tried at once. */
export function SeatDoor({ code: read, lookAgain }) {
  const [told, tell] = useState("");

  async function enter({ code }) {
    const answer = await asked("/api/seat", { code: code.trim() });
    history.replaceState(null, "", location.pathname); // it is good for once
    if (answer.ok) lookAgain();
    else tell(answer.status === 403 ? say("seat-wrong") : answer.message);
    return true;
  }

  useEffect(() => { if (read !== "") enter({ code: read }); }, []);
  return html`<${Gate} title=${say("seat-door")} lead=${say("seat-lead")} told=${told} submit=${enter}>
    <${Field} label=${say("seat-code")} name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="40" autofocus />
    <${Button} primary type="submit">${say("login-enter")}<//>
  <//>`;
}
