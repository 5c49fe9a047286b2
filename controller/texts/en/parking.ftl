# Idle and parked games.

question-idle-title = Still playing?
question-idle = Idle for { $away }.
question-idle-else = If not, it is parked.
told-parked = The game is parked after { $count ->
    [one] one step
   *[other] { $count } steps
  }. Resume it from the menu.

menu-title-parked = Resume a game
menu-parked = Parked games: { $count }
menu-parked-game = { $date } { $time }, { $castles } players
menu-parked-undated = Game { $number }, { $castles } players
parking-unknown = This game is not in the list.
parking-unwritten = The game cannot be put aside: nothing is being saved. Tell the owner.
question-new-game = Start another?
question-new-game-kept = This game is parked. Put its pieces back.
question-shut-down = Shut down?
question-shut-down-kept = The table stops here. A game is kept.
question-go-back = Back to round { $round }?
question-go-back-steps = { $count ->
    [one] One step back ({ $goal })
   *[other] { $count } steps back ({ $goal })
  }
question-go-back-then = The rest is redone.
