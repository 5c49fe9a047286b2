# Tudor fürs Ohr: was ein Spielteil ist, was alle sehen, was getan werden kann.

tudor-heard-not-in-play = Es gehört nicht zu dieser Partie.
tudor-heard-behind = Es liegt hinter dem Schirm von { $player }.
tudor-heard-token = Plättchen { $faction }, { $where }
tudor-heard-ring = Ring { $faction }, { $where }
tudor-heard-on = auf { $space }
tudor-heard-hand = an der Hand von { $player }
tudor-heard-screen = hinter dem Schirm von { $player }
tudor-heard-spent = ausgegeben von { $player }
tudor-heard-stand = im Ständer
tudor-heard-bag = im Beutel
tudor-heard-round = Runde { $round } von { $rounds }; Wertungskarten { $one } und { $other }, Szenario { $scenario }.
tudor-heard-player = { $player } hat { $prestige } Ansehen und { $supply ->
    [one] einen Höfling
   *[other] { $supply } Höflinge
  } im Vorrat.
tudor-heard-rings = Ringe von { $player }: { $rings }.
tudor-heard-unworn = { $player } hat gewählt: { $rings }.
tudor-heard-office = Amt { $column }: { $player }.
tudor-heard-office-free = Amt { $column } ist frei.
tudor-heard-bench = Bank { $chamber }: { $figures }.
tudor-heard-chairs = Stühle von Kammer { $chamber } von oben: { $figures }.
tudor-heard-lords = Lords in Kammer { $chamber }: { $figures }.
tudor-heard-empty = leer
tudor-heard-used = { $player } (benutzt)
tudor-heard-space = { $space }: { $things }.
tudor-heard-courtier = Höfling von { $player }
tudor-heard-nothing = nichts
tudor-heard-stand-has = Ringe im Ständer: { $things }.
tudor-heard-stacks = Karten auf den Stapeln: { $things }.
tudor-heard-bag-has = { $count ->
    [one] Ein Plättchen ist im Beutel.
   *[other] { $count } Plättchen sind im Beutel.
  }
tudor-heard-choice = { $what }. { $known }
tudor-heard-chamber = Kammer { $chamber }
tudor-heard-do-choose-ring = Einen Ring wählen
tudor-heard-do-wear = Die Ringe auf Finger legen
tudor-heard-do-assign = Einen Höfling auf eine Bank setzen
tudor-heard-do-pass = Passen
tudor-heard-do-recall = Einen Höfling zurückrufen
tudor-heard-do-place-lord = Den Lord einsetzen
tudor-heard-do-activate = Eine Figur aktivieren
tudor-heard-do-move = Bonuszug
tudor-heard-do-exchange = Bonustausch
tudor-heard-do-ambassador = Einen Gesandten schicken
tudor-heard-do-decline = Die Marke behalten oder auf die Aktion verzichten
tudor-heard-do-draw = Ein Plättchen ziehen
tudor-heard-do-take-ring = Einen Ring nehmen
tudor-heard-do-end-turn = Den Zug beenden
