# Das Spiel, das ein Hub als nächstes will.

question-round = Runde { $round }: drücken
question-round-named = { $round }: drücken
question-seat = { $player }
said-round = Runde { $round }: { $players }. Drück den Knopf.
said-round-named = { $round }: { $players }. Drück den Knopf.
said-seat = { $player } an { $castle }
