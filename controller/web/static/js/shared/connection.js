// Moved to lib/live.js; here until the last page is rebuilt.
export { connect } from "../lib/live.js";
