# Lo que dice la mesa cuando vuelve después de una parada, y lo que entonces pregunta.

resumed-title = Otra vez aquí
resumed-away = Ausente: { $away }.
resumed-compare = Compara: { $castles }
told-resumed = La partida sigue donde estaba, tras { $count ->
    [one] una acción
   *[other] { $count } acciones
  }; la mesa estuvo ausente: { $away }.
resumed-lost = Partida { $game }: faltan las acciones { $first } a { $last }.
resumed-unsure = Quizá falten los últimos pasos: comparad.
away-unknown = no se sabe
away-moment = un momento
away-minutes = { $count ->
    [one] un minuto
   *[other] { $count } minutos
  }
away-hours = { $count ->
    [one] una hora
   *[other] { $count } horas
  }
away-days = { $count } días
question-backup-title = Diario dañado
question-backup = ¿Seguir con la copia?
question-backup-game = Partida { $game }, { $count } acciones.
question-backup-press = Pulsar: sí. Mantener: no.
rescued-offered = El diario estaba dañado ({ $fault }) y se guarda como { $kept }. Se puede tomar su última copia.
rescued-nothing = El diario estaba dañado ({ $fault }) y se guarda como { $kept }. No hay copia.
question-backup-gone = Diario vacío
rescued-gone = El diario no tiene ninguna partida, pero hay una copia, que se puede tomar.
device-backup = La copia del diario
not-resumed-title = Partida { $game }
not-resumed = Estas reglas rechazan un paso. Se guarda; juega otra.
told-not-resumed = La partida { $game } no puede seguir: { $refusal } ({ $rule }) Se queda en el diario tal como está; se puede jugar otra.
question-take-back = La sala tiene más
question-take-back-what = { $actions ->
    [one] Una acción
   *[other] { $actions } acciones
  }, { $games ->
    [one] una partida
   *[other] { $games } partidas
  }. ¿Traer?
take-back-done = { $count ->
    [one] Ha vuelto una acción
   *[other] Han vuelto { $count } acciones
  } de la sala. Comparad lo que hay en la mesa.
take-back-not = De la sala no vino nada. Todo queda como estaba.
