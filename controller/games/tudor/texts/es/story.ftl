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
tudor-lift = Está boca abajo; nadie puede mirarla ahora.

tudor-by-move = el movimiento extra
tudor-by-jump = un salto
tudor-by-stroll = la carta de escenario

tudor-told-began = Juegan { $count }, empieza { $player }; cartas de puntuación { $one } y { $other }, escenario { $scenario } (TU-0.3, TU-0.4).
tudor-told-round = La ronda { $round } empieza con { $player }.
tudor-told-ring-chosen = { $player } elige un anillo { $faction } (TU-1.1).
tudor-told-hand = { $player }: los anillos están en sus dedos (TU-2.1).
tudor-told-assigned = { $player } pone un cortesano en el banco de la cámara { $chamber } (TU-3.1).
tudor-told-passed = { $player } renuncia a una colocación (TU-3.5).
tudor-told-placement-lost = { $player } pierde una colocación: no hay cortesano o no hay sitio (TU-3.4).
tudor-told-pushed-out = { $player }: un cortesano tiene que dejar la cámara { $chamber } (TU-4.2).
tudor-told-lord = { $player }: el lord entra en la cámara { $chamber } (TU-5.1).
tudor-told-idle = Ningún lord entró en la cámara { $chamber }: sus cortesanos descansan (TU-5.3).
tudor-told-activated = { $player } activa al cortesano de la silla { $chair } de la cámara { $chamber } (TU-6.2).
tudor-told-activated-lord = { $player } activa al lord de la cámara { $chamber } (TU-6.2).
tudor-told-entered = { $player } entra en el salón del trono con { $how }: { $path } (TU-7.4).
tudor-told-moved = { $player } va con { $how } desde { $origin }: { $path } (TU-7.1).
tudor-told-recalled = { $player } retira al cortesano de { $space } (TU-7.13).
tudor-told-drawn = { $space } recibe una ficha { $faction } (TU-7.10).
tudor-told-office = { $player } toma el cargo { $column }{ $prestige ->
    [0] {""}
   *[other] , { $prestige } de prestigio
  } (TU-8.1).
tudor-told-office-robbed = { $player } quita a { $other } el cargo { $column }{ $prestige ->
    [0] {""}
   *[other] , { $prestige } de prestigio
  } (TU-8.3).
tudor-told-ring = { $player } toma un anillo { $faction } del soporte (TU-8.2).
tudor-told-ring-robbed = { $player } toma un anillo { $faction } de la mano de { $other } (TU-8.3).
tudor-told-swapped = { $player } devuelve un anillo { $given } y toma uno { $taken } (TU-9.2).
tudor-told-forgone = { $player } renuncia a la acción del cargo (TU-12.7).
tudor-told-benched = { $player } manda al cortesano de la silla { $chair } de la cámara { $chamber } al banco de la cámara { $to } (TU-12.1).
tudor-told-tokens-swapped = { $player } cambia de sitio las fichas de { $one } y { $other } (TU-12.1).
tudor-told-chairs = { $player } hace que cambien las sillas { $one } y { $other } de la cámara { $chamber } (TU-12.2).
tudor-told-traded = { $player } y { $other } intercambian un anillo (TU-12.4).
tudor-told-banished = { $player } destierra de { $space } al cortesano de { $other } (TU-12.5).
tudor-told-ambassador = { $player } envía un embajador (TU-13.6).
tudor-told-column = { $player } tiene más cortesanos en la columna { $column }: { $prestige } de prestigio (TU-13.5).
tudor-told-round-ended = La ronda { $round } ha terminado (TU-14.1).
tudor-told-scored = { $player }: { $one } y { $other } por las cartas de puntuación, { $garter } por la Jarretera, { $prestige } en total (TU-15.1).
tudor-told-over = { $count ->
    [one] { $players } gana la partida (TU-15.3).
   *[other] { $players } ganan juntos la partida (TU-15.3).
  }
tudor-told-amended-cards = Se corrigieron manos: { $players }.
tudor-told-amended-prestige = { $player } tiene { $prestige } de prestigio tras la corrección.
tudor-told-amended-swap = Las fichas de { $one } y { $other } estaban al revés.
tudor-told-undone = Deshecho: { $what } (paso { $seq }).

tudor-did-start = el comienzo
tudor-did-choose-ring = un anillo elegido
tudor-did-wear = una mano puesta
tudor-did-assign = un cortesano en un banco
tudor-did-pass = una renuncia
tudor-did-recall = un cortesano retirado
tudor-did-place-lord = el sitio de un lord
tudor-did-activate = una figura activada
tudor-did-act = una acción
tudor-did-move = un movimiento extra
tudor-did-exchange = un cambio de cartas
tudor-did-scenario = un uso de la carta de escenario
tudor-did-ambassador = un embajador
tudor-did-decline = un rechazo
tudor-did-draw = una ficha sacada
tudor-did-take-ring = un anillo tomado
tudor-did-end-turn = el final de un turno
tudor-did-amend = una corrección
