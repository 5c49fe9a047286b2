# Partidas paradas y aparcadas.

question-idle-title = ¿Sigue la partida?
question-idle = Pausa: { $away }.
question-idle-else = Si no, se aparca.
told-parked = La partida queda aparcada tras { $count ->
    [one] un paso
   *[other] { $count } pasos
  }. Puedes seguirla desde el menú.

menu-title-parked = Seguir con
menu-parked = Aparcadas: { $count }
menu-parked-game = { $date } { $time }, { $castles } jug.
menu-parked-undated = Partida { $number }, { $castles } jug.
parking-unknown = Esta partida no está en la lista.
parking-unwritten = La partida no se puede aparcar: no se guarda nada. Avisa al dueño.
question-new-game = ¿Otra partida?
question-new-game-kept = Esta se aparca. Recoged sus piezas.
question-shut-down = ¿Apagar?
question-shut-down-kept = La mesa se para. La partida se guarda.
question-go-back = ¿A la ronda { $round }?
question-go-back-steps = { $count ->
    [one] Un paso atrás ({ $goal })
   *[other] { $count } pasos atrás ({ $goal })
  }
question-go-back-then = El resto se repite.
