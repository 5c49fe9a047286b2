# Several games on one table: which one is played, and whose pieces these are.

menu-game = Spiel: { $game }
menu-parked-titled = { $day }.{ $month }., { $game }
device-games = Die Spiele
game-not-here = Das Spiel { $game } kann hier nicht gespielt werden.
game-settled = Der Raum legt fest, wie dieses Spiel hier gespielt wird.
game-log-not-json = Diese Zeile ist kein JSON: { $detail }. Eine Zeile ist ein JSON-Objekt.
game-misnamed = Das Spiel { $game } nennt sich in seinem Protokoll { $seen }; es kann nicht beginnen.
game-fell = { $game } ist zu Ende: Es hat einen Fehler ({ $fault }).
told-game-fell = Beendet durch einen Fehler des Spiels { $game }: { $fault }. Es ist geparkt, ohne den Schritt, der misslang.
game-fell-title = Ende: { $game }
game-fell-fault = Sein Fehler: { $fault }
game-fell-parked = Geparkt. Beginnt ein anderes.
game-needs = Für { $game } fehlt hier: { $devices }. In table.toml eintragen, oder ein anderes Spiel wählen.
bots-need = Den Bots von { $game } fehlt hier: { $devices }. In table.toml ergänzen, oder Menschen spielen lassen.
needs-arrow = der Pfeil
needs-gates = Tore
needs-hourglass = die Sanduhr
needs-knob = der Knopf
needs-panels = Ja und Nein an jeder Burg
needs-tray = die Ablage
complaint-other-game = Teil eines anderen Spiels. Leg es in dessen Schachtel.
rule-LOG = Ein Spiel ist eine Liste von Aktionen, ein JSON-Objekt je Zeile. Eine Aktion von falscher Form, alles vor dem Start oder nach dem Ende sowie Fehler bei Korrekturen und Rücknahmen werden mit LOG abgelehnt; das Spiel bleibt, wie es war.
film-round = Runde { $round }
