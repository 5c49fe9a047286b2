# Das Spiel, das ein Hub als nächstes will.

question-round = Runde { $round }: drücken
question-round-named = { $round }: drücken
question-seat = { $player }
