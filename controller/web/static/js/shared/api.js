// Moved to lib/api.js; here until the last page is rebuilt.
export { ask, createActs, whoAmI } from "../lib/api.js";
