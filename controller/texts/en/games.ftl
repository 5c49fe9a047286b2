# Several games on one table: which one is played, and whose pieces these are.

menu-game = Game: { $game }
menu-parked-titled = { $day }/{ $month }, { $game }
device-games = The games
game-not-here = The game { $game } cannot be played here.
game-settled = The room has settled how this game is played here.
game-log-not-json = This line is not JSON: { $detail }. Write one JSON object a line.
game-misnamed = The game { $game } calls itself { $seen } in its log; it cannot begin.
game-fell = { $game } has ended: it has a mistake ({ $fault }).
told-game-fell = Ended by a mistake of the game { $game }: { $fault }. It is parked, without the step that failed.
game-fell-title = { $game } ended
game-fell-fault = Its mistake: { $fault }
game-fell-parked = Parked. Begin another.
game-needs = { $game } needs what is not here: { $devices }. Name it in table.toml, or play another game.
bots-need = Bots of { $game } use what is not here: { $devices }. Add it to table.toml, or let people play those castles.
needs-arrow = the arrow
needs-gates = gates
needs-hourglass = the hourglass
needs-knob = the knob
needs-panels = yes and no at each castle
needs-tray = the tray
complaint-other-game = A piece of another game. Put it back into its box.
rule-LOG = A game is a list of actions, one JSON object a line. An action of the wrong shape, anything before the start or after the end, and faults of corrections and undos are refused with LOG; the game stays as it was.
film-round = Round { $round }
