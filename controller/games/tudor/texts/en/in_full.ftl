# What lies behind the screens, for readers of a log that contains it.

tudor-full-pays = { $player } { $count ->
    [one] pays the { $cards } card (TU-9).
   *[other] pays the cards { $cards } (TU-9).
  }
tudor-full-gains = { $player } { $count ->
    [one] gets the { $cards } card.
   *[other] gets the cards { $cards }.
  }
tudor-full-tokens = { $player } { $count ->
    [one] takes the { $tokens } token (TU-7.8).
   *[other] takes the tokens { $tokens } (TU-7.8).
  }
tudor-full-influence = { $player } takes the influence of the space (TU-7.9).
tudor-full-intrigue = { $player } takes the intrigue of the space (TU-7.9).
tudor-full-round-tokens = { $player } gives up { $influence } influence and { $intrigue } intrigue (TU-12.7).
tudor-full-kept = { $player } keeps the round token (TU-12.7).
