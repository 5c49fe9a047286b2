# What lies behind the screens of Tudor, for who reads a log that tells it anyway.

tudor-full-pays = { $player } pays the cards { $cards } (TU-9).
tudor-full-gains = { $player } gets the cards { $cards }.
tudor-full-tokens = { $player } gains the tokens { $tokens } (TU-7.8).
tudor-full-influence = { $player } gains the influence of that space (TU-7.9).
tudor-full-intrigue = { $player } gains the intrigue of that space (TU-7.9).
tudor-full-spends = { $player } spends the tokens { $tokens } (TU-11.2).
tudor-full-round-tokens = { $player } gives up { $influence } influence and { $intrigue } intrigue (TU-12.7).
tudor-full-kept = { $player } keeps the round token (TU-12.7).
