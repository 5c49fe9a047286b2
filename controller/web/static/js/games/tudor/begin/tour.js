// The first round of Tudor, step by step.
const FIRST = { "tudor-cards": "first" };

/** The steps of a turn are not told apart by the table: whether a figure is to be activated, to act, or the turn to end. */
function step(view) {
  const { step: due } = view.waiting_for;
  if (due !== "actions") return due;
  const may = (deed) => view.offers.some((offer) => offer.do === deed);
  return may("activate") ? "activate" : may("act") ? "act" : "end";
}

export const tour = {
  game: { options: FIRST },
  hint: (name) => `tudor-tour-${name}`,
  steps: ["rings", "hands", "assignment", "lords", "activate", "act", "draw", "end"],
  step,
  values: (view) => ({ rounds: view.rounds }),
};
