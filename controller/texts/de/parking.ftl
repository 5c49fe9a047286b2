# Ruhende und geparkte Spiele.

question-idle-title = Spielt ihr noch?
question-idle = Pause: { $away }.
question-idle-else = Sonst wird geparkt.
told-parked = Das Spiel ist nach { $count ->
    [one] einem Schritt
   *[other] { $count } Schritten
  } geparkt. Im Menü kannst du es fortsetzen.

menu-title-parked = Weiterspielen
menu-parked = Geparkt: { $count }
menu-parked-game = { $date } { $time }, zu { $castles }
menu-parked-undated = Spiel { $number }, zu { $castles }
parking-unknown = Dieses Spiel ist nicht in der Liste.
parking-unwritten = Das Journal nimmt nichts an. Seht ins Log.
