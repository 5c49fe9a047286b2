# Ein Spiel, das niemand spielt: die Frage, und die Liste der Spiele.

question-idle-title = Geht es weiter?
question-idle = Pause: { $away }.
question-idle-else = Sonst wird geparkt.
told-parked = Das Spiel ist nach { $count ->
    [one] einem Schritt
   *[other] { $count } Schritten
  } geparkt. Das Menü hat es in seiner Liste.

menu-title-parked = Weiterspielen
menu-parked = Geparkt: { $count }
menu-parked-game = { $day }.{ $month }. { $time }, zu { $castles }
parking-unknown = Dieses Spiel ist nicht in der Liste.
parking-unwritten = Das Journal nimmt nichts an. Seht ins Log.
