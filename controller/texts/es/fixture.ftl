# La partida que un hub quiere que se juegue ahora.

question-round = Ronda { $round }: pulsar
question-round-named = { $round }: pulsar
question-seat = { $player }
