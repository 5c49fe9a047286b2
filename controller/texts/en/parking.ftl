# A game that nobody plays: the question, and the list of games.

question-idle-title = Does it go on?
question-idle = Idle: { $away }.
question-idle-else = Else it is parked.
told-parked = The game is parked after { $count ->
    [one] one step
   *[other] { $count } steps
  }. The menu has it in its list.

menu-title-parked = Go on with
menu-parked = Parked games: { $count }
menu-parked-game = { $day }/{ $month } { $time }, { $castles } players
parking-unknown = This game is not in the list.
parking-unwritten = The journal cannot be written. See the log.
