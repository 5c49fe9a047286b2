# Mehrere Spiele an einem Tisch, und Fehler von Spielen.

menu-game = Spiel: { $game }
menu-parked-titled = { $day }.{ $month }., { $game }
device-games = Die Spiele
game-not-here = Das Spiel { $game } kann hier nicht gespielt werden; wähle ein anderes.
game-settled = Der Raum legt fest, wie dieses Spiel hier gespielt wird.
game-log-not-json = Diese Zeile ist kein JSON: { $detail }. Eine Zeile ist ein JSON-Objekt.
game-misnamed = Das Spiel { $game } nennt sich in seinem Protokoll { $seen } und kann deshalb nicht beginnen.
game-fell = { $game } ist abgestürzt ({ $fault }).
told-game-fell = { $game } ist abgestürzt: { $fault }. Das Spiel ist ohne den fehlgeschlagenen Schritt geparkt.
game-fell-title = Absturz: { $game }
game-fell-fault = Fehler: { $fault }
game-fell-parked = Geparkt. Beginne ein anderes.
game-needs = Für { $game } braucht dieser Tisch noch: { $devices }. Ergänze table.toml oder wähle ein anderes Spiel.
bots-need = Für Bots von { $game } braucht dieser Tisch noch: { $devices }. Ergänze table.toml oder lass Menschen diese Burgen spielen.
needs-arrow = der Pfeil
needs-gates = Tore
needs-hourglass = die Sanduhr
needs-knob = der Knopf
needs-panels = Ja- und Nein-Knöpfe an jeder Burg
needs-tray = die Ablage
complaint-other-game = Teil eines anderen Spiels. Leg es zurück.
rule-LOG = Ein Spiel ist eine Liste von Aktionen, ein JSON-Objekt je Zeile. Fehlerhaft geformte Aktionen, Aktionen vor dem Start oder nach dem Ende sowie ungültige Korrekturen und Rücknahmen werden abgelehnt; das Spiel bleibt, wie es war.
film-round = Runde { $round }

analysis-analysed = { $title }, { $moments } Zeitpunkte, von jedem aus { $playouts } Partien zu Ende gespielt. Gewinnchancen in Prozent; ± ist der Fehler der Stichprobe.
analysis-round = Runde
analysis-start = Beginn
analysis-luck = Zufall
analysis-moves = Züge
analysis-changes = Änderung
analysis-own = eigene
analysis-others = andere
analysis-none = Kein Zug kostete mehr Chancen, als hier messbar ist.
analysis-costly = Züge, die am meisten kosteten:
analysis-decision = Runde { $round }, Aktion { $seq }: { $done }
analysis-better = Besser um { $gain }: { $better }
