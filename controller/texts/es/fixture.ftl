# La partida que un hub quiere que se juegue ahora.

question-round = Ronda { $round }: pulsar
question-round-named = { $round }: pulsar
question-seat = { $player }
said-round = Ronda { $round }: { $players }. Pulsa el mando.
said-round-named = { $round }: { $players }. Pulsa el mando.
said-seat = { $player } en { $castle }
