# Tudor para el oído: qué es una pieza, qué ven todos, qué se puede hacer.

tudor-heard-not-in-play = No está en esta partida.
tudor-heard-behind = Está tras la pantalla de { $player }.
tudor-heard-token = Ficha { $faction }, { $where }
tudor-heard-ring = Anillo { $faction }, { $where }
tudor-heard-on = en { $space }
tudor-heard-hand = en la mano de { $player }
tudor-heard-screen = tras la pantalla de { $player }
tudor-heard-spent = gastada por { $player }
tudor-heard-stand = en el soporte
tudor-heard-bag = en la bolsa
tudor-heard-round = Ronda { $round } de { $rounds }; cartas de puntuación { $one } y { $other }, escenario { $scenario }.
tudor-heard-player = { $player } tiene { $prestige } de prestigio y { $supply ->
    [one] un cortesano
   *[other] { $supply } cortesanos
  } en la reserva.
tudor-heard-rings = Anillos de { $player }: { $rings }.
tudor-heard-unworn = { $player } ha elegido { $rings }.
tudor-heard-office = Cargo { $column }: { $player }.
tudor-heard-office-free = El cargo { $column } está libre.
tudor-heard-bench = Banco { $chamber }: { $figures }.
tudor-heard-chairs = Sillas de la cámara { $chamber } desde arriba: { $figures }.
tudor-heard-lords = Lores de la cámara { $chamber }: { $figures }.
tudor-heard-empty = vacía
tudor-heard-used = { $player } (usado)
tudor-heard-space = { $space }: { $things }.
tudor-heard-courtier = cortesano de { $player }
tudor-heard-nothing = nada
tudor-heard-stand-has = Anillos en el soporte: { $things }.
tudor-heard-stacks = Cartas en los montones: { $things }.
tudor-heard-bag-has = { $count ->
    [one] Hay una ficha en la bolsa.
   *[other] Hay { $count } fichas en la bolsa.
  }
tudor-heard-choice = { $what }. { $known }
tudor-heard-chamber = Cámara { $chamber }
tudor-heard-do-choose-ring = Elegir un anillo
tudor-heard-do-wear = Poner los anillos en los dedos
tudor-heard-do-assign = Enviar un cortesano a un banco
tudor-heard-do-pass = Pasar
tudor-heard-do-recall = Retirar un cortesano
tudor-heard-do-place-lord = Colocar al lord
tudor-heard-do-activate = Activar una figura
tudor-heard-do-move = Movimiento extra
tudor-heard-do-exchange = Cambio extra
tudor-heard-do-ambassador = Enviar un embajador
tudor-heard-do-decline = Guardar la ficha o renunciar a la acción
tudor-heard-do-draw = Sacar una ficha
tudor-heard-do-take-ring = Tomar un anillo
tudor-heard-do-end-turn = Terminar el turno
