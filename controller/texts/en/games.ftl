# Several games on one table, and faults of games.

menu-game = Game: { $game }
menu-parked-titled = { $day }/{ $month }, { $game }
device-games = The games
game-not-here = The game { $game } cannot be played here; choose another.
game-settled = The room decides how this game is played here.
game-log-not-json = This line is not JSON: { $detail }. Write one JSON object per line.
game-misnamed = The game { $game } calls itself { $seen } in its log, so it cannot start.
game-fell = { $game } has crashed ({ $fault }).
told-game-fell = { $game } crashed: { $fault }. The game is parked without the failed step.
game-fell-title = { $game } crashed
game-fell-fault = Fault: { $fault }
game-fell-parked = Parked. Start another.
game-needs = { $game } needs more than this table has: { $devices }. Add it to table.toml, or choose another game.
bots-need = Bots of { $game } need more than this table has: { $devices }. Add it to table.toml, or let people play those castles.
needs-arrow = the arrow
needs-gates = gates
needs-hourglass = the hourglass
needs-knob = the knob
needs-panels = yes and no buttons at each castle
needs-tray = the tray
complaint-other-game = A piece of another game. Put it back.
rule-LOG = A game is a list of actions, one JSON object per line. Malformed actions, actions before the start or after the end, and invalid corrections and undos are refused; the game stays as it was.
film-round = Round { $round }

analysis-analysed = { $title }, { $moments } moments, { $playouts } games played out from each. Chances of winning in per cent; ± is the error of the playouts.
analysis-round = round
analysis-start = start
analysis-luck = draws
analysis-moves = decisions
analysis-changes = Changes by
analysis-own = own
analysis-others = others
analysis-none = No decision cost more chance than this can measure.
analysis-costly = Decisions that cost most:
analysis-decision = Round { $round }, action { $seq }: { $done }
analysis-better = Better by { $gain }: { $better }
