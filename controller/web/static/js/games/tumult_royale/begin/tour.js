// The first round of Tumult Royale, step by step.
export const tour = {
  game: { options: { variant: "classic", map: "tracked" } },
  hint: (name) => `tour-${name}`,
  steps: ["place_first", "spin", "set_aside", "collect", "rob", "confirm", "build"],
  step: (view) => view.waiting_for.step,
  values: (view) => ({ seconds: view.hourglass.total_s, rounds: view.rounds }),
};
