# Tudor for players who listen: pieces, the public state, and legal actions.

tudor-heard-not-in-play = It is not in this game.
tudor-heard-behind = It lies behind { $player }'s screen.
tudor-heard-token = { $faction } token, { $where }
tudor-heard-ring = { $faction } ring, { $where }
tudor-heard-on = on { $space }
tudor-heard-hand = on { $player }'s hand
tudor-heard-screen = behind { $player }'s screen
tudor-heard-spent = spent by { $player }
tudor-heard-stand = in the stand
tudor-heard-bag = in the bag
tudor-heard-round = Round { $round } of { $rounds }; scoring cards { $one } and { $other }, scenario { $scenario }.
tudor-heard-player = { $player } has { $prestige } prestige and { $supply ->
    [one] one courtier
   *[other] { $supply } courtiers
  } in supply.
tudor-heard-rings = { $player }'s rings: { $rings }.
tudor-heard-unworn = { $player } has chosen { $rings }.
tudor-heard-office = Office { $column }: { $player }.
tudor-heard-office-free = Office { $column } is free.
tudor-heard-bench = Bench { $chamber }: { $figures }.
tudor-heard-chairs = Chairs of chamber { $chamber } from the top: { $figures }.
tudor-heard-lords = Lords of chamber { $chamber }: { $figures }.
tudor-heard-empty = empty
tudor-heard-used = { $player } (used)
tudor-heard-space = { $space }: { $things }.
tudor-heard-courtier = { $player }'s courtier
tudor-heard-nothing = nothing
tudor-heard-stand-has = Rings in the stand: { $things }.
tudor-heard-stacks = Cards on the stacks: { $things }.
tudor-heard-bag-has = { $count ->
    [one] One token is in the bag.
   *[other] { $count } tokens are in the bag.
  }
tudor-heard-choice = { $what }. { $known }
tudor-heard-chamber = Chamber { $chamber }
tudor-heard-do-choose-ring = Choose a ring
tudor-heard-do-wear = Lay the rings on fingers
tudor-heard-do-assign = Send a courtier to a bench
tudor-heard-do-pass = Pass
tudor-heard-do-recall = Recall a courtier
tudor-heard-do-place-lord = Place the lord
tudor-heard-do-activate = Activate a figure
tudor-heard-do-move = Bonus move
tudor-heard-do-exchange = Bonus exchange
tudor-heard-do-ambassador = Send an ambassador
tudor-heard-do-decline = Keep the token or forgo the action
tudor-heard-do-draw = Draw a token
tudor-heard-do-take-ring = Take a ring
tudor-heard-do-end-turn = End the turn
