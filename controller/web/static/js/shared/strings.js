// Moved to lib/texts.js; here until the last page is rebuilt.
export { LANGUAGES, known, language, rememberLanguage, say, speak, wantedLanguage } from "../lib/texts.js";
