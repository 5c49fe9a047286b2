# Una partida que nadie juega: la pregunta y la lista de partidas.

question-idle-title = ¿Seguimos?
question-idle = Pausa: { $away }.
question-idle-else = Si no, se aparca.
told-parked = La partida queda aparcada tras { $count ->
    [one] un paso
   *[other] { $count } pasos
  }. Está en la lista del menú.

menu-title-parked = Seguir con
menu-parked = Aparcadas: { $count }
menu-parked-game = { $day }/{ $month } { $time }, { $castles } jug.
parking-unknown = Esta partida no está en la lista.
parking-unwritten = No se puede escribir el diario. Mira el registro.
