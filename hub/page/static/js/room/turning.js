// The room's television turns to the tournament's while one runs, and back when its winners have been seen.
import { connect } from "../shared/connection.js";
import { language } from "../shared/strings.js";

const SEEN_MS = 600_000; // the last standing stays for so long

/** Where the tournament's television is, for one that belongs to the room. */
const THERE = "/tournament/tv?room";

/** Leads the room's television away as soon as games of a tournament were drawn. */
export function turnToTournament() {
  connect(language(), (_, value) => runs(value) && location.replace(THERE), () => {}, ["tournament"], "/api/tournament/stream");
}

/** What hears each value of a tournament's television that belongs to the room, and leads it back. */
export function turningBack() {
  let back;

  return (value) => {
    if (runs(value)) {
      clearTimeout(back);
      back = undefined;
    } else {
      back ??= setTimeout(() => location.replace("/tv"), value.exists && value.ended ? SEEN_MS : 0);
    }
  };
}

function runs(value) {
  return value.exists && !value.ended && value.played.length > 0;
}
