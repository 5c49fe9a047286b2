// Moved to lib/theme.js; here until the last page is rebuilt.
export { applyTheme, setTheme, theme, THEMES } from "../lib/theme.js";
