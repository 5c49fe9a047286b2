# Lo que muestra la consola de Tudor: a quién le toca, qué se sabe de su jugada y qué se pregunta o se pasa.

## Jugadores, facciones, lugares

tudor-player-red = Rojo
tudor-player-grey = Gris
tudor-player-brown = Marrón
tudor-player-blue = Azul
tudor-player-yellow = Amarillo
tudor-player-green = Verde
tudor-player-purple = Morado
tudor-say-red = rojo
tudor-say-grey = gris
tudor-say-brown = marrón
tudor-say-blue = azul
tudor-say-yellow = amarillo
tudor-say-green = verde
tudor-say-purple = morado
tudor-say-it = { $it }
tudor-say-both = { $one } { $other }
tudor-say-list = { $things }
tudor-say-card = { $count ->
    [one] { $faction }
   *[other] { $count } { $faction }
  }
tudor-say-plus = { $one }+{ $other }
tudor-say-supply = reserva
tudor-say-lord = Cámara { $chamber }: lord
tudor-say-chair = Cámara { $chamber }, silla { $chair }
tudor-say-chairs = C. { $chamber }: { $upper } y { $lower }
tudor-say-chamber = Cámara { $chamber }: { $one }, { $other }
tudor-say-finger = { $finger } { $ring }
tudor-say-thumb = pulgar
tudor-say-index = índice
tudor-say-middle = medio
tudor-say-ring = anular
tudor-say-pinky = meñique
tudor-say-card-number = Carta { $number }
tudor-say-no-card = ninguna
tudor-say-once = Nada más
tudor-say-again = Otro cambio
tudor-round-influence = Influencia
tudor-round-intrigue = Intriga

## Antes de una partida

tudor-wait-begin-title = Tudor
tudor-wait-begin = Pulsa el mando. Para colocar a mano: una pieza por cada puerta.
tudor-wait-first-title = Quién empieza
tudor-wait-first = Empieza { $player }
tudor-wait-join-title = ¿Quién juega?
tudor-wait-join = Una pieza por puerta.
tudor-wait-join-enough = Pulsa: ya están todos
tudor-wait-join-more = Al menos dos
tudor-wait-lay = Pasa ficha, faltan { $left }
tudor-wait-round-title = { $space }: ficha redonda
tudor-wait-round = Sí. No: la otra
tudor-ask-scoring-1 = 1.ª carta de puntos
tudor-ask-scoring-2 = 2.ª carta de puntos
tudor-ask-scenario = Carta de escenario

## Lo que se sabe de una jugada

tudor-wait-title = { $player }: { $told }
tudor-short-move = bono
tudor-short-left = izq.
tudor-short-right = der.
tudor-short-exchange = cambio
tudor-short-recall = retirada
tudor-short-amend = cartas
tudor-wait-from = De { $space }
tudor-wait-pays = Paga: { $cards }
tudor-wait-spends = Gasta { $count } de 2
tudor-wait-rings = { $rings }
tudor-wait-turn = { $question } { $number }/{ $of }
tudor-wait-yes = Sí o pulsar: hecho
tudor-wait-back = Mantener: atrás

## Lo que hay que pasar

tudor-wait-draw = { $player } saca: { $left }
tudor-wait-ring-title = elige anillo
tudor-wait-office-title = cargo { $column }
tudor-wait-hand-title = mano
tudor-wait-hand-first = Pasa tus anillos por tu puerta, primero el pulgar.
tudor-wait-tap-ring = Pasa un anillo del soporte por tu puerta.
tudor-wait-tap-stand = Pasa un anillo del soporte por tu puerta.
tudor-wait-tap-robbed = Pasa un anillo de la mano de { $player }.
tudor-wait-tap-path = Pasa en orden las fichas que tomas.
tudor-wait-tap-path-on = Pasa la ficha siguiente.
tudor-wait-tap-spent = Pasa dos fichas tuyas, luego una del tablero.
tudor-wait-tap-spent-on = Otra tuya, luego una del tablero.
tudor-wait-tap-rings = Pasa los dos anillos que se cambian.
tudor-wait-tap-rings-on = Pasa el otro anillo.
tudor-wait-tap-tokens = Pasa las dos fichas que se cambian.
tudor-wait-tap-tokens-on = Pasa la otra ficha.
tudor-wait-hand-left = Anillos, faltan { $left }
tudor-wait-hand-all = Anillos: { $number }
tudor-wait-hand-turn = Gira: dedo. Sí: fin

## Lo que se pregunta

tudor-ask-what = { $player }: ¿qué hace?
tudor-ask-what-short = ¿Qué acción?
tudor-ask-token = { $player }: ¿usar ficha?
tudor-ask-office = { $player }: acción
tudor-ask-courtier = { $player }: al banco
tudor-ask-lord = { $player }: lord a
tudor-ask-chamber = { $player }: al banco
tudor-ask-origin = ¿De dónde?
tudor-ask-path = ¿Qué camino?
tudor-ask-figure = ¿Qué figura?
tudor-ask-pay = Carta por { $space }
tudor-ask-bonus = Recupera
tudor-ask-card-1 = toma carta
tudor-ask-card-2 = 2.ª carta
tudor-ask-back = devuelve
tudor-ask-give-1 = da carta
tudor-ask-give-2 = da 2.ª carta
tudor-ask-again = ¿Otra vez?
tudor-ask-chair = qué figura
tudor-ask-chairs = qué sillas
tudor-ask-space = qué casilla

## Lo que se puede hacer

tudor-do-A = A: paso de anillo
tudor-do-B = B: cambiar anillo
tudor-do-C = C: paso corto
tudor-do-D = D: 2 de anillos
tudor-do-E = E: paso largo
tudor-do-F = F: carta cualquiera
tudor-do-G = G: subir una casilla
tudor-do-H = H: una de anillo
tudor-do-move = Bono: mover
tudor-do-exchange = Bono: cambiar
tudor-do-recall = Retirar cortesano
tudor-do-end-turn = Acabar el turno
tudor-do-decline = No, guardar
tudor-do-pass = Pasar
tudor-do-ambassador = Embajador
tudor-do-left-1 = 2 infl.: al banco
tudor-do-right-1 = Cambiar fichas
tudor-do-left-2 = Por una carta
tudor-do-right-2 = Cambiar sillas
tudor-do-left-3 = 2 infl.: carta
tudor-do-right-3 = 2 intr.: salto
tudor-do-left-4 = 1 y 1: anillos
tudor-do-left-5 = 2 infl.: 2 pasos
tudor-do-right-5 = Intriga: desterrar

## El final

tudor-wait-over-title = Gana
tudor-wait-over = { $prestige } de prestigio
