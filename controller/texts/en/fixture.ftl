# The fixture to be played next.

question-round = Round { $round }: press
question-round-named = { $round }: press
question-seat = { $player }
