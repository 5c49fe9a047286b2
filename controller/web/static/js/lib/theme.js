// Light or dark: as the device has it, until a person chooses.
const REMEMBERED = "royaltable.theme";
export const THEMES = ["auto", "light", "dark"];

export const theme = () => THEMES.find((name) => name === localStorage.getItem(REMEMBERED)) ?? "auto";

export function setTheme(name) {
  localStorage.setItem(REMEMBERED, name);
  applyTheme();
}

/** The style sheets give each colour as `light-dark()`. */
export function applyTheme() {
  document.documentElement.style.colorScheme = theme() === "auto" ? "light dark" : theme();
}
