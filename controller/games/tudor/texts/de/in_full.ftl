# Was in Tudor hinter den Schirmen liegt, für alle, die ein Protokoll lesen, in dem es ohnehin steht.

tudor-full-pays = { $player } { $count ->
    [one] bezahlt mit der Karte { $cards } (TU-9).
   *[other] bezahlt mit den Karten { $cards } (TU-9).
  }
tudor-full-gains = { $player } { $count ->
    [one] bekommt die Karte { $cards }.
   *[other] bekommt die Karten { $cards }.
  }
tudor-full-tokens = { $player } { $count ->
    [one] nimmt das Plättchen { $tokens } (TU-7.8).
   *[other] nimmt die Plättchen { $tokens } (TU-7.8).
  }
tudor-full-influence = { $player } nimmt den Einfluss des Feldes (TU-7.9).
tudor-full-intrigue = { $player } nimmt die Intrige des Feldes (TU-7.9).
tudor-full-round-tokens = { $player } gibt { $influence } Einfluss und { $intrigue } Intrige ab (TU-12.7).
tudor-full-kept = { $player } behält die runde Marke (TU-12.7).
