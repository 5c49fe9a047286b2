# La historia de Tudor: lo que pasó, con la regla que lo pide; nada de lo que hay detrás de una pantalla.

kind-token = { $count ->
    [one] una ficha
   *[other] { $count } fichas
  }
kind-ring = { $count ->
    [one] un anillo
   *[other] { $count } anillos
  }
menu-tudor-cards-first = Cartas: estreno
menu-tudor-cards-drawn = Cartas: al azar
tudor-compare = prestigio { $players }
tudor-compare-one = { $player } { $prestige }
tudor-prestige = { $prestige }
tudor-standings = Ronda { $round } de { $rounds }
tudor-lift = Está boca abajo y ahora no se puede mirar.

tudor-by-A = el movimiento de anillo
tudor-by-C = el movimiento corto
tudor-by-E = el movimiento largo
tudor-by-G = el movimiento de una casilla
tudor-by-move = el movimiento extra
tudor-by-jump = un salto
tudor-by-stroll = la carta de escenario

tudor-told-began = Juegan { $count }, empieza { $player }; cartas de puntuación { $one } y { $other }, escenario { $scenario } (TU-0.3, TU-0.4).
tudor-told-round = La ronda { $round } empieza con { $player }.
tudor-told-ring-chosen = { $player } elige un anillo { $faction } (TU-1.1).
tudor-told-hand = { $player } se ha puesto los anillos (TU-2.1).
tudor-told-assigned = { $player } pone un cortesano en el banco de la cámara { $chamber } (TU-3.1).
tudor-told-passed = { $player } pasa (TU-3.5).
tudor-told-placement-lost = { $player } no tiene cortesano o sitio y pierde una asignación (TU-3.4).
tudor-told-pushed-out = Salen de la cámara { $chamber }: { $players } (TU-4.2).
tudor-told-lord = El lord de { $player } entra en la cámara { $chamber } (TU-5.1).
tudor-told-idle = La cámara { $chamber } no tiene lord: sus cortesanos quedan usados (TU-5.3).
tudor-told-activated = { $player } activa al cortesano de la silla { $chair } de la cámara { $chamber } (TU-6.2).
tudor-told-activated-lord = { $player } activa al lord de la cámara { $chamber } (TU-6.2).
tudor-told-entered = Un cortesano de { $player } entra en el salón del trono con { $how } y llega a { $path } (TU-7.4).
tudor-told-moved = Un cortesano de { $player } va de { $origin } a { $path } con { $how } (TU-7.1).
tudor-told-recalled = { $player } retira al cortesano de { $space } (TU-7.13).
tudor-told-drawn = { $space } recibe una ficha { $faction } (TU-7.10).
tudor-told-office = { $player } toma el cargo { $column }{ $prestige ->
    [0] {""}
   *[other] : { $prestige } de prestigio
  } (TU-8.1).
tudor-told-office-robbed = { $player } quita a { $other } el cargo { $column }{ $prestige ->
    [0] {""}
   *[other] : { $prestige } de prestigio
  } (TU-8.3).
tudor-told-ring = { $player } toma un anillo { $faction } del soporte (TU-8.2).
tudor-told-ring-robbed = { $player } toma un anillo { $faction } de la mano de { $other } (TU-8.3).
tudor-told-swapped = { $player } devuelve un anillo { $given } y toma uno { $taken } (TU-9.2).
tudor-told-cards-D = { $player } toma { $count ->
    [one] una carta que va con un anillo (TU-9.4).
   *[other] dos cartas que van con anillos (TU-9.4).
  }
tudor-told-cards-F = { $player } toma una carta cualquiera (TU-9.6).
tudor-told-cards-two = { $player } toma dos cartas cualesquiera y devuelve una (TU-10.6).
tudor-told-cards-H = { $player } toma una carta que va con un anillo (TU-9.8).
tudor-told-exchanged = { $player } cambia dos cartas por otra (TU-11.3).
tudor-told-spends = { $player } gasta las fichas { $tokens } en un movimiento extra (TU-11.2).
tudor-told-card-for-influence = { $player } toma una carta por { $influence ->
    [one] una influencia (TU-12.2).
   *[other] { $influence } influencias (TU-12.3).
  }
tudor-told-forgone = { $player } renuncia a la acción del cargo (TU-12.7).
tudor-told-benched = { $player } manda al cortesano de la silla { $chair } de la cámara { $chamber } al banco de la cámara { $to } (TU-12.1).
tudor-told-tokens-swapped = { $player } intercambia las fichas de { $one } y { $other } (TU-12.1).
tudor-told-chairs = { $player } intercambia las sillas { $one } y { $other } de la cámara { $chamber } (TU-12.2).
tudor-told-traded = { $player } y { $other } intercambian anillos (TU-12.4).
tudor-told-banished = { $player } destierra de { $space } al cortesano de { $other } (TU-12.5).
tudor-told-ambassador = { $player } envía un embajador (TU-13.6).
tudor-told-column = { $player } tiene más cortesanos en la columna { $column }: { $prestige } de prestigio (TU-13.5).
tudor-told-round-ended = La ronda { $round } ha terminado (TU-14.1).
tudor-told-scored = { $player }: { $before } durante la partida, { $one } y { $other } por las cartas de puntuación, { $garter } por la Jarretera, { $prestige } en total (TU-15.1).
tudor-told-over = { $count ->
    [one] { $players } gana la partida con { $prestige } de prestigio (TU-15.3).
   *[other] { $players } ganan juntos la partida con { $prestige } de prestigio cada uno (TU-15.3).
  } { $why }
tudor-won-by = { $part } decidió frente a { $player }, { $one } a { $other }.
tudor-won-by-play = El prestigio durante la partida
tudor-won-by-card = La carta de puntuación { $card } ({ $what })
tudor-won-by-garter = La Jarretera
tudor-won-tied = Con el mismo prestigio, deciden las cartas, luego las fichas redondas y luego los anillos.
tudor-told-amended-cards = Manos corregidas: { $players }.
tudor-told-amended-prestige = El prestigio de { $player } se corrige a { $prestige }.
tudor-told-amended-swap = Corrección: las fichas de { $one } y { $other } están intercambiadas.
tudor-told-undone = Deshecho: { $what } (paso { $seq }).
tudor-undone-of = { $what } de { $player }

tudor-did-start = el comienzo
tudor-did-choose-ring = la elección de un anillo
tudor-did-wear = la colocación de los anillos
tudor-did-assign = una asignación
tudor-did-pass = un pase
tudor-did-recall = una retirada
tudor-did-place-lord = la colocación de un lord
tudor-did-activate = una activación
tudor-did-act-A = un movimiento de anillo
tudor-did-act-B = un cambio de anillos
tudor-did-act-C = un movimiento corto
tudor-did-act-D = dos cartas que van con anillos
tudor-did-act-E = un movimiento largo
tudor-did-act-F = una carta cualquiera
tudor-did-act-G = un movimiento de una casilla
tudor-did-act-H = una carta que va con un anillo
tudor-did-move = un movimiento extra
tudor-did-exchange = un cambio de cartas
tudor-did-scenario = un uso de la carta de escenario
tudor-did-ambassador = un embajador
tudor-did-decline = una renuncia
tudor-did-draw = una ficha sacada
tudor-did-take-ring = el anillo de un cargo
tudor-did-end-turn = el final de un turno
tudor-did-amend = una corrección

## Escenas: lo que ha pasado, paso a paso

tudor-scene-both = { $one } { $other }
tudor-scene-chairs-title = A las sillas
tudor-scene-chairs = Los cortesanos pasan de los bancos a las sillas, primero el más cercano a la puerta (TU-4.1).
tudor-scene-chairs-short = Se vacían los bancos.
tudor-scene-out = { $player }: deja cámara { $chamber }
tudor-scene-idle-title = Sin lord
tudor-scene-idle = Tras las sillas: cámara { $chambers }
tudor-scene-office-title = { $player }: cargo { $column }
tudor-scene-back = A la reserva: { $player }
tudor-scene-banished-title = Desterrado
tudor-scene-more = +{ $prestige }
tudor-scene-more-prestige = +{ $prestige } de prestigio
tudor-scene-column-title = Más cortesanos
tudor-scene-round = Los lores vuelven con sus jugadores, las figuras salen de detrás de las sillas y las fichas gastadas salen de la partida.
tudor-scene-scored-title = { $player }: { $prestige }
tudor-scene-scored = Carta { $first }: { $one }, carta { $second }: { $other }
tudor-scene-garter = Jarretera: { $garter }
