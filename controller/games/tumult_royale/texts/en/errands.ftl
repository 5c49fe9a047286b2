# Errands: what people do for the bot of a castle that is named beside the sentence.

errand-set-aside = Set three of the people's tiles aside, unseen: each over its gate.
errand-start = All ready? Yes starts the hourglass.
errand-rob = Rob any tiles of the people, unseen, one by one over its gate.
errand-pay = Pay over its gate: { $tiles }.
errand-take-back = Not paid: { $tiles }. Pass it again, back to the castle.
errand-build-on = { $statues ->
    [one] Place a statue on { $field } ({ $kind }).
   *[other] Place { $statues } statues on { $field } ({ $kind }).
}
errand-build-touching = { $statues ->
    [one] Place a statue on a { $kind } beside its own fields.
   *[other] Place { $statues } statues on a { $kind } beside its own fields.
}
errand-build-anywhere = { $statues ->
    [one] Place a statue on any { $kind }.
   *[other] Place { $statues } statues on any { $kind }.
}
errand-first = Place its first statue on any pasture.
errand-first-on = Place its first statue on { $field }.
errand-reveal = Turn up the region tiles that are due.
