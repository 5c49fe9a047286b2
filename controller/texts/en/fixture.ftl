# The fixture to be played next.

question-round = Round { $round }: press
question-round-named = { $round }: press
question-seat = { $player }
said-round = Round { $round }: { $players }. Press the knob.
said-round-named = { $round }: { $players }. Press the knob.
said-seat = { $player } at { $castle }
