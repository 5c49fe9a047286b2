# Ruhende und geparkte Spiele.

question-idle-title = Wird noch gespielt?
question-idle = Pause: { $away }.
question-idle-else = Sonst wird geparkt.
told-parked = Die Partie ist nach { $count ->
    [one] einem Schritt
   *[other] { $count } Schritten
  } geparkt. Im Menü kannst du sie fortsetzen.

menu-title-parked = Weiterspielen
menu-parked = Geparkt: { $count }
menu-parked-game = { $date } { $time }, zu { $castles }
menu-parked-undated = Partie { $number }, zu { $castles }
parking-unknown = Diese Partie ist nicht in der Liste.
parking-unwritten = Die Partie lässt sich nicht parken: Es wird nichts gespeichert. Sag es dem Besitzer.
question-new-game = Neue Partie?
question-new-game-kept = Diese wird geparkt. Räumt sie ab.
question-shut-down = Ausschalten?
question-shut-down-kept = Die Station hält an. Eine Partie bleibt erhalten.
question-go-back = Zurück zu Runde { $round }?
question-go-back-steps = { $count ->
    [one] Einen Schritt zurück ({ $goal })
   *[other] { $count } Schritte zurück ({ $goal })
  }
question-go-back-then = Dann folgt der Rest.
