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
question-go-back = Zurückgehen?
question-go-back-steps = { $count ->
    [one] Einen Schritt zurück.
   *[other] { $count } Schritte zurück.
  }
question-go-back-then = Ihr korrigiert, der Rest folgt.
