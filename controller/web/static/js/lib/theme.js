// Light or dark: as the device has it, until a person chooses.
const REMEMBERED = "royaltable.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export const THEMES = ["auto", "light", "dark"];

export function theme() {
  const chosen = localStorage.getItem(REMEMBERED);
  return THEMES.includes(chosen) ? chosen : "auto";
}

export function setTheme(name) {
  localStorage.setItem(REMEMBERED, name);
  applyTheme();
}

/** The style sheets know `light` and `dark` only. */
export function applyTheme() {
  const chosen = theme();
  document.documentElement.dataset.theme = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
}

dark.addEventListener("change", applyTheme);
