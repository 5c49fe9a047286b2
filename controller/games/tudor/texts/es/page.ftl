# Lo que la página dice de Tudor por sí misma; la historia y lo que la mesa espera llegan con la vista.

page-tudor-phase-none = sin partida todavía
page-tudor-phase-rings = Primeros anillos
page-tudor-phase-hands = Manos
page-tudor-phase-assignment = Cortesanos a los bancos
page-tudor-phase-lords = Lores
page-tudor-phase-actions = Turnos
page-tudor-phase-over = El final
page-tudor-won = { $count ->
    [one] Gana { $players }.
   *[other] Ganan juntos { $players }: empatan en prestigio, cartas, fichas redondas y anillos.
  }
page-tudor-prompt-rings = { $player }: elige tu { $nth } anillo.
page-tudor-prompt-hands = { $player }: ponte los anillos en los dedos.
page-tudor-prompt-assignment = { $player }: elige cámara para tu { $nth } cortesano.
page-tudor-nth = { $number ->
    [1] primer
    [2] segundo
    [3] tercer
   *[other] siguiente
  }
page-tudor-prompt-no-supply = { $player }: llama a un cortesano, o renuncia.
page-tudor-prompt-lords = { $player }: elige cámara para tu lord.
page-tudor-prompt-activate = { $player }: elige quién actúa por ti.
page-tudor-prompt-act = { $player }: usa tu { $figure } de la cámara { $chamber }.
page-tudor-prompt-no-figure = { $player }: sube una casilla o toma una carta.
page-tudor-prompt-end = { $player }: termina tu turno, o sigue.
page-tudor-prompt-draw = { $player }: saca una ficha para { $space }.
page-tudor-prompt-ring = { $player }: elige un anillo para el cargo { $column }.
page-tudor-prompt-wear = { $player }: recoloca los anillos que te quedan.
page-tudor-prompt-token = { $player }: { $token }, ¿usarla ya o guardarla?
page-tudor-prompt-office_action = { $player }: elige una acción por tu cargo.
page-tudor-prompt-confirm = { $player }: di sí o no.
page-tudor-bot-rings = { $player } elige el { $nth } anillo.
page-tudor-bot-hands = { $player } se pone los anillos.
page-tudor-bot-assignment = { $player } envía al { $nth } cortesano a una cámara.
page-tudor-bot-lords = { $player } envía a su lord a una cámara.
page-tudor-bot-actions = { $player } juega su turno.
page-tudor-bot-draw = { $player } saca fichas.
page-tudor-do-new_game = Nueva partida
page-tudor-do-confirm = Sí, hazlo

## El tablero

page-tudor-throne = Salón del trono
page-tudor-office = Cargo { $column }, libre
page-tudor-office-of = Cargo { $column }, de { $player }
page-tudor-office-worth = vale { $prestige } de prestigio
page-tudor-no-token = sin ficha
page-tudor-courtier-of = cortesano de { $player }
page-tudor-space-occupied = { $space } está ocupada.
page-tudor-space-closed = Ahora no se puede llegar a { $space }.
page-tudor-chambers = Cámaras
page-tudor-chamber = Cámara { $number }
page-tudor-enter-courtier = Cortesano al banco de la cámara { $number }
page-tudor-enter-lord = Lord a la cámara { $number }
page-tudor-lords = Lores
page-tudor-chairs = Sillas
page-tudor-bench = Banco
page-tudor-lord = lord
page-tudor-courtier = cortesano
page-tudor-chair = silla { $chair }
page-tudor-nobody = nadie
page-tudor-used = usado
page-tudor-stock = Soporte, cartas, bolsa
page-tudor-stand = Anillos
page-tudor-stacks = Cartas
page-tudor-bag = { $number ->
    [one] { $number } ficha
   *[other] { $number } fichas
  } en la bolsa
page-tudor-ring-of = anillo { $faction }
page-tudor-token-of = ficha { $faction }
page-tudor-bag-top = Sacar: llévala por una puerta

## Pantallas

page-tudor-prestige = { $number } de prestigio
page-tudor-placed-supply = En la reserva
page-tudor-placed-chambers = En cámaras
page-tudor-placed-throne = En el salón del trono
page-tudor-placed-offices = Cargos
page-tudor-first = empieza
page-tudor-supply = reserva
page-tudor-supply-of = Cortesanos en la reserva
page-tudor-to-place = { $number } por colocar
page-tudor-ambassadors = { $number ->
    [one] { $number } embajador
   *[other] { $number } embajadores
  }
page-tudor-enhanced = mejor: { $letters }
page-tudor-finger-thumb = pulgar
page-tudor-finger-index = índice
page-tudor-finger-middle = medio
page-tudor-finger-ring = anular
page-tudor-finger-pinky = meñique
page-tudor-unworn = Elegidos
page-tudor-spent = Gastadas

## La mano propia

page-tudor-own-cards = Tus cartas
page-tudor-own-tokens = Tus fichas
page-tudor-own-rounds = Fichas redondas
page-tudor-own-nothing = ninguna
page-tudor-own-none = No tienes mano en esta partida.

## Las acciones

page-tudor-short-A = un paso
page-tudor-short-B = un anillo
page-tudor-short-C = 1–2 casillas
page-tudor-short-D = de anillos
page-tudor-short-E = 1–7 casillas
page-tudor-short-F = una carta
page-tudor-short-G = una casilla
page-tudor-short-H = de un anillo
page-tudor-act-A = Un paso en cualquier dirección a una ficha que coincida con un anillo tuyo. Mejor: a cualquiera.
page-tudor-act-B = Cambia un anillo por uno del soporte y toma una carta que coincida. Mejor: cambia dos.
page-tudor-act-C = Una o dos casillas hacia arriba, pagando una carta por cada una. Mejor: hasta tres, cada una en cualquier dirección.
page-tudor-act-D = Dos cartas que coincidan con dos anillos. Mejor: ambas pueden ser de uno.
page-tudor-act-E = Hacia arriba hasta donde pagues, una carta por casilla. Mejor: con tres casillas o más puedes recuperar una.
page-tudor-act-F = Cualquier carta. Mejor: tomar dos cartas y devolver una.

## Lo que se puede hacer

page-tudor-may = Lo que se puede hacer
page-tudor-tap-way = Toca en orden las casillas de su camino, o lleva al cortesano por ellas.
page-tudor-tap-first = Elige aquí o toca un camino en el tablero.
page-tudor-tap-choose_ring = Toca un anillo que brille bajo el tablero, o llévalo a tu castillo.
page-tudor-tap-assign = Toca la cámara a cuyo banco va tu cortesano, o llévalo hasta allí.
page-tudor-tap-place_lord = Toca la cámara en la que entra tu lord, o llévalo hasta allí.
page-tudor-tap-activate = Toca la figura que brilla y que actúa por ti.
page-tudor-tap-recall = Toca el cortesano que vuelve a tu reserva.
page-tudor-tap-tokens = Toca dos casillas: sus fichas cambian de sitio.
page-tudor-tap-scenario = Toca en el tablero el cortesano del que se trata.
page-tudor-hidden = Esta página no conoce tus cartas. Lo que no permitan se rechaza aquí y no se pierde nada. Para verlas, abre tu mano con el código que da «Mano en el móvil», en el menú del mando:
page-tudor-way = El camino: { $way }. Toca la casilla siguiente o elige qué lleva hasta allí al cortesano.
page-tudor-way-whole = El camino: { $way }. Elige qué lleva hasta allí al cortesano.
page-tudor-from-to = de { $from } a { $path }
page-tudor-from-supply = de la reserva a { $path }
page-tudor-from = desde { $from }
page-tudor-pays = por { $cards }
page-tudor-back = Atrás
page-tudor-waits-for = Falta el sí de { $players }, en el castillo o con el mando: que se permita depende de lo que haya tras su pantalla.
page-tudor-offer-A = Movimiento de anillo
page-tudor-offer-B = Cambio de anillo
page-tudor-offer-C = Movimiento corto
page-tudor-offer-D = Dos cartas de anillo
page-tudor-offer-E = Movimiento largo
page-tudor-offer-F = Cualquier carta
page-tudor-offer-G = Movimiento de una casilla
page-tudor-offer-H = Una carta de anillo
page-tudor-how-A = un paso a una ficha de un anillo tuyo
page-tudor-how-B = uno tuyo por uno del soporte, y su carta
page-tudor-how-C = hasta dos casillas hacia arriba, una carta por cada una
page-tudor-how-D = que coincidan con dos anillos tuyos
page-tudor-how-E = hasta siete casillas hacia arriba, una carta por cada una
page-tudor-how-F = la que quieras
page-tudor-how-G = una casilla hacia arriba por una carta
page-tudor-how-H = que coincida con un anillo
page-tudor-how-move = un paso por dos fichas tuyas
page-tudor-how-exchange = dos tuyas por una
page-tudor-how-recall = del salón del trono a tu reserva
page-tudor-how-left-1 = por dos influencias
page-tudor-how-right-1 = por la intriga recién tomada
page-tudor-how-left-2 = la recién tomada
page-tudor-how-right-2 = por la intriga recién tomada
page-tudor-how-left-3 = por dos influencias
page-tudor-how-right-3 = por dos intrigas
page-tudor-how-left-4 = por una influencia y una intriga
page-tudor-how-left-5 = por dos influencias
page-tudor-how-right-5 = por dos intrigas, tres desde la fila 4
page-tudor-offer-wear = Anillos a los dedos
page-tudor-offer-pass = Pasar: no colocar ningún cortesano
page-tudor-offer-recall = Retirar un cortesano
page-tudor-offer-move = Movimiento extra
page-tudor-offer-exchange = Cambiar cartas
page-tudor-offer-ambassador = Enviar un cortesano de embajador
page-tudor-offer-decline = Guardarla, no hacer nada
page-tudor-offer-take_ring = Un anillo por el cargo
page-tudor-offer-end_turn = Terminar el turno
page-tudor-offer-early = Terminar el turno sin actuar
page-tudor-undo = Deshacer
page-tudor-submit-wear = Llevar así los anillos
page-tudor-submit-take_ring = Tomarlo y llevarlos así
page-tudor-submit-B = Cambiar los anillos
page-tudor-submit-C = Pagar y mover
page-tudor-submit-E = Pagar y mover
page-tudor-submit-G = Pagar y mover
page-tudor-submit-A = Mover
page-tudor-submit-F = Tomar estas cartas
page-tudor-submit-move = Gastar las fichas y mover
page-tudor-submit-exchange = Cambiar estas cartas
page-tudor-offer-left-1 = Devolver un cortesano a un banco
page-tudor-offer-right-1 = Dos fichas cambian de sitio
page-tudor-offer-left-2 = Dar la influencia por una carta
page-tudor-offer-right-2 = Intercambiar dos sillas
page-tudor-offer-left-3 = Comprar una carta
page-tudor-offer-right-3 = Saltar por encima de un cortesano
page-tudor-offer-left-4 = Cambiar un anillo con otro jugador
page-tudor-offer-left-5 = Mover un cortesano uno o dos pasos
page-tudor-offer-right-5 = Desterrar a un cortesano
page-tudor-two-chairs = sillas { $one } y { $other }
page-tudor-to-bench = al banco { $number }
page-tudor-field-pay = Carta por { $space }
page-tudor-field-card = Carta
page-tudor-field-second = Segunda carta
page-tudor-field-returned = Recuperar una carta
page-tudor-field-back = Carta devuelta
page-tudor-field-give = Carta entregada
page-tudor-field-take = Carta tomada
page-tudor-field-tokens = Ficha gastada
page-tudor-field-none = ninguna
page-tudor-field-by-chance = Sacarla de la bolsa
page-tudor-draw-for = Para { $space }: una ficha de la bolsa.
page-tudor-draw-later = Después para { $spaces }.
page-tudor-draw-which = ¿Cuál ha salido?
page-tudor-draw-gate = O pasa la ficha por una puerta: la mesa ve cuál es.

## La mano dibujada

page-tudor-hand-lay = Elige el dedo para el anillo ({ $faction }).
page-tudor-hand-done = Todos los anillos están puestos. Cambia uno o continúa.
page-tudor-hand-choose = Elige un anillo.
page-tudor-hand-replace = Elige el anillo al que sustituye este ({ $faction }).
page-tudor-hand-swapped = Así quedarían tus anillos.
page-tudor-hand-tray = Anillos para elegir
page-tudor-hand-strength = Lo que refuerzan los anillos
page-tudor-stronger-A = a cualquier ficha
page-tudor-stronger-B = cambiar dos anillos
page-tudor-stronger-C = hasta tres, en cualquier dirección
page-tudor-stronger-D = un anillo, ambas cartas
page-tudor-stronger-E = recuperas una carta
page-tudor-stronger-F = tomas dos, das una
page-tudor-again = Empezar de nuevo

## Las cartas

page-tudor-cards = Cartas en juego
page-tudor-scoring-title = Carta de puntuación { $card }
page-tudor-scoring-1 = Al final: cuantas más fichas de una facción, más suma cada una. Puntos según cuántas:
page-tudor-scoring-2 = Al final: cada ficha vale lo que dice su facción.
page-tudor-scoring-3 = Al final: grupos de facciones distintas. Puntos según el tamaño del grupo:
page-tudor-scoring-4 = Quien toma un cargo recibe en seguida su prestigio.
page-tudor-scoring-5 = Tras cada ronda: { $crowded } por tener más cortesanos en una columna, contando su cargo.
page-tudor-scoring-6 = Una ficha redonda recién tomada puede enviar para siempre a un cortesano de embajador. Al final, cada embajador suma { $ambassador }.
page-tudor-scenario-title = Escenario { $card }
page-tudor-scenario-assigned = { $first } cortesanos cada uno en la ronda 1, luego { $later }.
page-tudor-scenario-1 = Dos influencias mandan a un banco a un cortesano sentado. Una intriga recién tomada cambia de sitio dos fichas del tablero.
page-tudor-scenario-2 = Una influencia recién tomada compra una carta. Una intriga recién tomada cambia de silla a un cortesano con su vecino.
page-tudor-scenario-3 = Dos influencias compran una carta. Dos intrigas hacen saltar a un cortesano sobre un vecino.
page-tudor-scenario-4 = Una ficha redonda de cada clase cambia un anillo con alguien. Tomar un cargo da una acción de cámara.
page-tudor-scenario-5 = Dos influencias mueven a un cortesano dos pasos. Dos intrigas (tres desde la fila 4) destierran a un cortesano ajeno.
page-tudor-garter = La Jarretera
page-tudor-garter-how = Al final, quien tiene más fichas redondas y cartas juntas: { $numbers } de prestigio por puesto.

## El final

page-tudor-ending-tokens = Fichas al final
page-tudor-tied = Con el mismo prestigio deciden las cartas, luego las fichas redondas y luego los anillos (TU-15.3).
page-tudor-tied-cards = Aquí: cartas { $counts }.
page-tudor-tied-round-tokens = Aquí: fichas redondas { $counts }.
page-tudor-tied-rings = Aquí: anillos { $counts }.
page-tudor-ending-course = Prestigio, ronda a ronda
page-tudor-ending-card = { $card }: { $what }
page-tudor-ending-corrected = corregido por personas
page-tudor-scene-played = durante la partida
page-tudor-ending-prestige = Prestigio

## Otra partida

page-tudor-new-scoring = Dos cartas de puntuación
page-tudor-new-scenario = Una carta de escenario
page-tudor-new-first = Quién empieza
page-tudor-new-drawn = al azar
page-tudor-new-board = Las fichas del tablero
page-tudor-new-board-chance = Las reparte la mesa
page-tudor-new-board-dealt = Como están
page-tudor-lay-how = Toca lo que hay en la casilla iluminada: una ficha y su ficha redonda. Para cambiar una casilla, tócala; otro toque la vacía.
page-tudor-lay-palette = Qué hay allí
page-tudor-lay-left = Casillas por llenar: { $spaces }. Influencia por poner: { $influence }, intriga por poner: { $intrigue }.
page-tudor-scoring-short-1 = muchas iguales
page-tudor-scoring-short-2 = valor por facción
page-tudor-scoring-short-3 = distintas
page-tudor-scoring-short-4 = cargos
page-tudor-scoring-short-5 = columnas llenas
page-tudor-scoring-short-6 = embajadores
page-tudor-scenario-short-1 = bancos
page-tudor-scenario-short-2 = sillas
page-tudor-scenario-short-3 = saltos
page-tudor-scenario-short-4 = anillos
page-tudor-scenario-short-5 = destierro
page-tudor-new-cards = Cartas
page-tudor-new-cards-first = Primera partida
page-tudor-new-cards-first-how = Las cartas de puntuación 1 y 4 cuentan muchas fichas de una facción y los cargos; la carta de escenario 2 trata de las sillas.
page-tudor-new-cards-drawn = Al azar
page-tudor-new-cards-drawn-how = Dos de seis cartas de puntuación y una de cinco de escenario.
page-tudor-new-cards-picked = Elegirlas
page-tudor-new-cards-picked-how = Lo que no elijas lo saca la mesa.
page-tudor-new-practice = En Tudor no hay práctica: lo que vale un paso solo se ve al final del turno. Tras la partida, la repetición nombra los turnos que se podían mejorar.

## Primeros pasos

page-tudor-tour-rings = Cada uno recibe dos anillos, de uno en uno. Toca uno que brille bajo el tablero. Su facción decide con qué carta empiezas y a qué fichas puedes entrar.
page-tudor-tour-hands = Toca un dedo para el anillo que brilla, o arrástralo hasta él. Las letras de los dedos son acciones: con anillos en todos los dedos de una letra, esa acción es más fuerte.
page-tudor-tour-assignment = Toca una cámara que brille: un cortesano tuyo va a su banco, y a una silla cuando todos han puesto los suyos. Cada cámara ofrece dos acciones.
page-tudor-tour-chairs = Los bancos se han vaciado. Por orden, empezando por la puerta, cada cortesano tomó la silla libre más alta; si no queda ninguna, el de la más alta vuelve a casa y los demás suben.
page-tudor-tour-lords = Toca una cámara para tu lord. En las cámaras sin lord no actúa ningún cortesano esta ronda; un lord hace las dos acciones.
page-tudor-tour-turns = Ya están todos los lores. En las cámaras sin lord, los cortesanos descansan esta ronda. Ahora juega cada cual por turno, con una figura cada vez.
page-tudor-tour-activate = Te toca: toca una figura tuya que brille en una silla. Actúa por ti, una vez por ronda.
page-tudor-tour-act = Elige qué hace. D, F y H dan cartas, B un anillo. A, C, E y G mueven a un cortesano por el salón del trono: toca en orden las casillas de su camino. Tus cartas solo las sabes tú: las muestra la página «Mi mano», y su código lo da «Mano en el móvil», en el menú del mando.
page-tudor-tour-draw = Las fichas del camino son tuyas. Las nuevas salen de la bolsa: pulsa «Sacarla de la bolsa».
page-tudor-tour-rings-wait = { $color } elige un anillo, que ya no queda para los demás.
page-tudor-tour-hands-wait = { $color } se pone los anillos. Compara: ¿quién es más fuerte en qué acción?
page-tudor-tour-assignment-wait = { $color } envía un cortesano. Lo ves en el banco, junto a la puerta.
page-tudor-tour-lords-wait = { $color } elige dónde su lord tiene corte: allí arde la vela.
page-tudor-tour-activate-wait = { $color } va a actuar. Mira qué figura se ilumina.
page-tudor-tour-act-wait = { $color } actúa: a la derecha se cuenta lo que pasa, y el cortesano camina.
page-tudor-tour-draw-wait = { $color } tomó fichas y saca otras para las casillas vacías.
page-tudor-tour-end-wait = { $color } va a terminar su turno.
page-tudor-tour-ring = ¡Un cargo! Toma uno de los anillos que se ofrecen y elige cómo quedan los tuyos desde ahora.
page-tudor-tour-wear = Has perdido un anillo. Elige cómo quedan los demás.
page-tudor-tour-token = Usa la nueva ficha redonda ahora mismo o guárdala para después.
page-tudor-tour-office_action = El cargo te deja hacer enseguida una acción de una cámara. Elige una, o renuncia.
page-tudor-tour-end = ¿Nada más que hacer? Termina el turno. La ronda acaba cuando han actuado todas las figuras.
page-tudor-tour-round = La ronda ha terminado. Los lores vuelven a casa, los cortesanos conservan su silla y empieza el siguiente jugador.
page-tudor-tour-done = Eso fue una ronda. Tras { $rounds } rondas gana quien tenga más prestigio; lo que lo da está en las cartas en juego. ¡Que te diviertas!
