# Tras un reinicio: qué pasa con la partida, y preguntas.

resumed-title = De vuelta
resumed-played = Jugada { $date }, { $time }
resumed-players = Juegan: { $players }
resumed-compare = Compara: { $castles }
told-resumed = La partida sigue tras { $count ->
    [one] una acción
   *[other] { $count } acciones
  }; tiempo desde la última: { $away }.
resumed-lost = Partida { $game }: faltan las acciones { $first } a { $last }.
resumed-unsure = Quizá falten las últimas acciones: compara.
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
rescued-offered = El diario de partidas estaba dañado; lo que contiene se conserva. Puedes seguir con su última copia.
rescued-nothing = El diario de partidas estaba dañado; lo que contiene se conserva. No hay copia: empieza otra partida.
question-backup-gone = Diario vacío
rescued-gone = El diario no tiene ninguna partida, pero puedes seguir con una copia.
device-backup = La copia del diario
not-resumed-title = Partida { $game }
not-resumed = Uno de sus pasos no está permitido. Empieza otra.
told-not-resumed = La partida { $game } no puede seguir: { $refusal } ({ $rule }) Se queda en el diario; empieza otra partida.
question-take-back = Hay más en la sala
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
  } de la sala. Compara lo que hay en la mesa.
take-back-not = No se trajo nada de la sala. Nada ha cambiado.
