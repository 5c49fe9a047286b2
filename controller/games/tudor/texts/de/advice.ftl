# Rat: der Zug für die Burg, die dran ist, was er kostet und wie viel besser er ist.

tudor-advice-ring = { $player } sollte einen Ring von { $ring } nehmen.
tudor-advice-wear = { $player } sollte die Ringe so legen, vom Daumen bis zum kleinen Finger:
tudor-advice-assign = { $player } sollte einen Höfling auf die Bank von Kammer { $chamber } schicken.
tudor-advice-lord = { $player } sollte den Lord in Kammer { $chamber } stellen.
tudor-advice-activate = { $player } sollte diese Figur aktivieren: { $figure }.
tudor-advice-do = { $player } sollte wählen: { $what }.
tudor-advice-way = Weg von { $origin }: { $path }.
tudor-advice-pays = Bezahle mit { $cards }.
tudor-advice-spends = Gib diese Plättchen aus: { $tokens }.
tudor-advice-takes = Nimm { $cards }.
tudor-advice-gives = Gib { $cards } ab.
tudor-advice-rings = Nimm einen Ring in { $taken } für einen in { $given }.
tudor-advice-spaces = Tausche die Plättchen von { $one } und { $other }.
tudor-advice-ahead = Das bringt etwa { $points } Ansehen mehr als der nächstbeste Zug.
tudor-advice-even = Ein anderer Zug ist etwa gleich gut.
tudor-advice-only = Kein anderer Zug kommt in Frage.
tudor-refused-advice-castle = Niemand spielt mit der Burg { $seen }. Nimm eine von { $castles }.
tudor-refused-advice-turn = Rat gibt es nur für die Burg am Zug. Frag für { $due }.
tudor-refused-advice-draw = Für { $space } wird ein Plättchen gezogen, das entscheidet der Zufall. Frag danach noch einmal.
