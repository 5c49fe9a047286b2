# Errands: what people do for a bot.

errand-set-aside = Set three of the people's tiles aside for { $castle }, unseen: each over its gate.
errand-start = All ready? { $castle } starts the hourglass.
errand-rob = Rob for { $castle }: any tiles of the people, unseen, one by one over its gate.
errand-pay = { $castle } pays { $tiles }: pass these over its gate, to the people.
errand-take-back = { $castle } does not pay { $tiles }: pass it over the gate again, back to its castle.
errand-build-on = { $castle } builds on { $field } ({ $kind }). Statues to place there: { $statues }.
errand-build-touching = { $castle } builds: { $kind } that touches its own. Statues: { $statues }.
errand-build-anywhere = { $castle } builds: { $kind } anywhere. Statues: { $statues }.
errand-first = Place { $castle }'s first statue on any pasture.
errand-first-on = Place { $castle }'s first statue on { $field }.
errand-reveal = Turn up region tiles for { $castle }.
