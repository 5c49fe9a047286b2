// The link to a game's course as a picture to keep.
import { el } from "./dom.js";
import { language, say } from "./strings.js";

export function courseLink() {
  return el("p", {}, el("a", { href: `/course.png?language=${language()}`, download: "royaltable.png" }, say("course-picture")));
}
