# Rat: der Zug für die Burg, die dran ist, was er kostet und wie viel besser er ist.

tudor-advice-do = { $player } sollte wählen: { $what }.
tudor-advice-rings = Nimm einen Ring in { $taken } für einen in { $given }.
tudor-advice-ahead = Das bringt etwa { $points } Ansehen mehr als der nächstbeste Zug.
tudor-advice-even = Ein anderer Zug ist etwa gleich gut.
tudor-advice-only = Kein anderer Zug kommt in Frage.
tudor-refused-advice-castle = Niemand spielt mit der Burg { $seen }. Nimm eine von { $castles }.
tudor-refused-advice-turn = Rat gibt es nur für die Burg am Zug. Frag für { $due }.
tudor-refused-advice-draw = Für { $space } wird ein Plättchen gezogen, das entscheidet der Zufall. Frag danach noch einmal.
tudor-judged-prestige = Das meiste davon kommt sofort.
tudor-judged-scoring = Das meiste davon bringen die Wertungskarten.
tudor-judged-cards = Das meiste davon bringen Karten und runde Marken.
tudor-judged-rings = Das meiste davon bringen Ringe.
tudor-judged-courtiers = Das meiste davon bringen Höflinge und Marken.
tudor-analysis-note = Jeder Zug wird mit dem besten verglichen, den die Suche des Bots findet, nach dem, was man selbst sehen konnte. Der Gewinn ist das Ansehen am Ende, wie der Bot es schätzt; was nachgezogen wird und was andere später tun, bleibt außer Betracht. Die Kurve zeigt, wie viele von hundert Partien der Bots mit solchen Schätzungen gewonnen wurden.
