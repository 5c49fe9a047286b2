# Rat für Tudor: was die Burg am Zug tun sollte, wo, was es kostet, und wie sicher das ist.

tudor-advice-ring = { $player } sollte einen Ring von { $ring } nehmen.
tudor-advice-wear = { $player } sollte die Ringe so legen, vom Daumen bis zum kleinen Finger:
tudor-advice-assign = { $player } sollte einen Höfling auf die Bank von Kammer { $chamber } schicken.
tudor-advice-lord = { $player } sollte den Lord in Kammer { $chamber } stellen.
tudor-advice-activate = { $player } sollte diese Figur aktivieren: { $figure }.
tudor-advice-do = { $player } sollte wählen: { $what }.
tudor-advice-way = Der Weg von { $origin }: { $path }.
tudor-advice-pays = Bezahlt wird mit { $cards }.
tudor-advice-spends = Auszugeben sind die Fraktionssteine { $tokens }.
tudor-advice-takes = Zu nehmen: die Karte { $cards }.
tudor-advice-gives = Abzugeben: die Karte { $cards }.
tudor-advice-rings = Ein Ring von { $taken } kommt für einen von { $given }.
tudor-advice-spaces = Die Fraktionssteine von { $one } und { $other } tauschen die Plätze.
tudor-advice-ahead = Das bringt erfahrungsgemäß etwa { $points } Prestige mehr als das Nächstbeste.
tudor-advice-even = Etwas anderes wäre ungefähr gleich gut.
tudor-advice-only = Sonst lohnt sich nichts.
tudor-refused-advice-castle = Gesehen wurde die Burg { $seen }; es spielen { $castles }.
tudor-refused-advice-turn = Rat gibt es für die Burg am Zug. Frag für { $due }.
tudor-refused-advice-draw = Für { $space } wird ein Fraktionsstein gezogen, das wählt niemand. Frag nach dem Ziehen.
