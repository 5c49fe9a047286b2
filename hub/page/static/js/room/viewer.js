// Who looks at a page: it is built for them, and again once they have logged in or out, or have chosen a language.
import { ask } from "../shared/api.js";
import { language, rememberLanguage, speak, wantedLanguage } from "../shared/strings.js";
import { applyTheme } from "../shared/theme.js";

/**
 * `build(me, { choose, lookAgain })` builds the page for whoever looks: `me.roles`, `logged_in`, `log_in_at`, `lets_in`, `name`, `language`.
 * `choose(language)` and `lookAgain()` build it anew.
 */
export async function buildForViewer(build) {
  let me = null;
  const again = () => build(me, { choose, lookAgain });

  async function choose(wanted) {
    rememberLanguage(wanted);
    await speak(wanted);
    await again();
    document.querySelector(".prefs summary")?.focus();
  }

  async function lookAgain() {
    me = await whoLooks();
    await again();
  }

  applyTheme();
  me = await whoLooks();
  await speak(new URLSearchParams(location.search).get("language") ?? wantedLanguage(me.language));
  await again();
}

async function whoLooks() {
  return (await ask("/api/me")).value ?? { roles: [], logged_in: false, name: "", language: language() };
}
