// The ways of courtiers among what may be done: which space may be tapped next, and which ways the taps make.

/** The spaces that an offer enters; null where it is no way through the throne room. */
export function wayOf(offer) {
  if (Array.isArray(offer.path)) return offer.path;
  return offer.do === "scenario" && typeof offer.to === "string" ? [offer.to] : null;
}

/** The ways that begin with these spaces, from this origin if one is named. */
export function fitting(offers, from, path) {
  return offers.filter((offer) => {
    const way = wayOf(offer);
    return way !== null && (from === null || offer.from === from) && path.every((space, at) => way[at] === space);
  });
}

/** The spaces that may come next. */
export function nextSpaces(offers, from, path) {
  return new Set(fitting(offers, from, path).map((offer) => wayOf(offer)[path.length]).filter(Boolean));
}

/** The ways that are whole with these spaces. */
export function whole(offers, from, path) {
  return path.length === 0 ? [] : fitting(offers, from, path).filter((offer) => wayOf(offer).length === path.length);
}

/** Where the courtiers stand that have a way. */
export function origins(offers) {
  return new Set(offers.filter((offer) => wayOf(offer) !== null).map((offer) => offer.from));
}
