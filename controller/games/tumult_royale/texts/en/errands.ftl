# Errands: what people do for the bot of a castle that is named beside the sentence.

errand-set-aside = Set three of the people's tiles aside, unseen: each over its gate.
errand-start = All ready? Yes starts the hourglass.
errand-rob = Rob any tiles of the people, unseen, one by one over its gate.
errand-pay = Pay over its gate: { $tiles }.
errand-take-back = Not paid: { $tiles }. Pass it again, back to the castle.
errand-build-on = Place statues on { $field } ({ $kind }): { $statues }.
errand-build-touching = Place statues on a { $kind } that touches its own: { $statues }.
errand-build-anywhere = Place statues on any { $kind }: { $statues }.
errand-first = Place its first statue on any pasture.
errand-first-on = Place its first statue on { $field }.
errand-reveal = Turn up the region tiles that are due.
