# What the page says of this game by itself.

## Fases, variantes, rangos

page-phase-none = sin partida aún
page-phase-first_statues = Primeras estatuas
page-phase-sentiment = El ánimo del pueblo
page-phase-set_aside = Apartar fichas
page-phase-taxes = Impuestos
page-phase-statues = Colocar estatuas
page-phase-coronation = Coronación
page-phase-over = El final
page-variant-classic = Clásica
page-variant-gambler = Apuestas
page-map-tracked = La mesa lleva el mapa
page-map-honour = Los jugadores llevan el mapa
page-rank-1 = Rey
page-rank-2 = Duque
page-rank-3 = Príncipe
page-rank-4 = Conde

## Castillos

page-supporters = { $number ->
    [one] 1 partidario
   *[other] { $number } partidarios
  }
page-statues = { $number } de { $of } estatuas colocadas
page-mercy-note = El pueblo tiene clemencia: 1 menos de codicia
page-confirmed = contado
page-stuck = No hay campo libre.
page-stuck-short = Le falta

## Las fichas del pueblo, y una en la mano

page-tile-down = Ficha, boca abajo
page-tile-face = { $commodity } { $value }
page-tile-paid = { $tile }, ya pagada
page-tile-castle = Ficha de { $color }, boca abajo
page-people-hint = Arrastra una ficha por una puerta o tócala.
page-people-keys = Con teclado: flechas y luego Intro.
page-people-label = Fichas del pueblo

## El país

page-country = El país
page-field = { $name }, { $kind }
page-field-owned = { $name }, { $kind }, estatuas de { $color }: { $number }
page-field-build = { $name }, { $kind }: construir aquí
page-field-first = { $name }, { $kind }: primera estatua aquí
page-slot-down = Una región, boca abajo
page-slot-reveal = Descubrir la región del hueco { $slot }
page-country-honour = Sin mapa, los jugadores deciden dónde se puede construir.

## La consola de la mesa

page-demand = El pueblo quiere
page-demand-unknown = ?

## Qué hay que hacer

page-do-place_first-honour = Pulsar: la estatua está puesta
page-do-spin = Pulsar: girar la flecha
page-do-collect = Pulsar: girar el reloj
page-do-confirm = Pulsar: contar
page-do-reveal-honour = Pulsar: ya está descubierta
page-prompt-place_first = { $color }: toca una pradera iluminada.
page-prompt-place_first-honour = { $color }: coloca tu primera estatua.
page-bot-place_first = { $color } elige una pradera.
page-bot-spin = { $color } gira la flecha.
page-bot-reveal = { $color } descubre una región.
page-bot-collect = { $color } gira el reloj { $seconds ->
    [-1] ya
    [0] ahora
   *[other] en { $seconds } s
  }. ¿Listos?
page-prompt-spin = Gira { $color }: pulsa el mando.
page-prompt-set_aside = Cada castillo aparta tres fichas sin mirar.
page-prompt-owing = Faltan por apartar fichas sin mirar: { $colors }.
page-prompt-collect = ¿Todo listo? Da la vuelta al reloj.
page-prompt-rob = ¡A robar! Pasa fichas por tu puerta.
page-prompt-confirm = Se acabó el tiempo. Cuenta tus fichas.
page-prompt-correct = { $color }: pasa la ficha que falta.
page-prompt-build = { $round ->
    [1] Construye { $color }, o pasa.
    [2] Segunda vuelta: construye { $color }, o pasa.
   *[other] Vuelta { $round }: construye { $color }, o pasa.
  }
page-prompt-reveal = { $color }: { $number ->
    [one] descubre una región
   *[other] descubre { $number } regiones
  }.
page-prompt-reveal-honour = { $color }: { $number ->
    [one] descubre una región
   *[other] descubre { $number } regiones
  }.
page-do-new_game = Nueva partida …

## Construir y pagar

page-choices = puede construir
page-choices-none = No se puede pagar nada.
page-price = { $kind } cuesta { $cost }: { $statues }
page-choices-statues = { $number ->
    [one] 1 estatua
   *[other] { $number } estatuas
  }
page-choices-touching = toca lo suyo
page-choices-double = coste doble
page-choices-gains = { $number ->
    [one] +1 partidario
   *[other] +{ $number } partidarios
  }
page-choices-pay = Formas de pagar
page-choices-exact = exacto
page-choices-ways = { $number ->
    [one] 1 forma de pagar
   *[other] { $number } formas de pagar
  }
page-choices-pass = Pasar
page-choices-pass-would = Pasar: no quiere
page-choices-pass-stuck = Pasar: no hay campo libre
page-paying-fields = { $number ->
    [one] 1 campo
   *[other] { $number } campos
  }
page-paying-missing = falta: { $tiles }
page-paying-foreign = no cuesta: { $tiles }
page-paying-needless = sobra una de: { $tiles }
page-paying-asks-could_not = Pregunta antes de pasar: ¿no podías construir?
page-paying-asks-would_not = Pregunta antes de pasar: ¿no querías construir?
page-paying = paga con
page-paying-back = Para recuperar una: otra vez por la puerta.

## Tumultos, crónica, relato, final

page-tumult-left = quedan { $left }, se piden { $demand }
page-chronicle = La crónica real
page-chronicle-round = Ronda { $number }: { $color }
page-chronicle-open = Ronda { $number }
page-winner = Gana { $color }
page-statues-tied = Con las mismas estatuas va delante el rango más alto; los rangos los deciden los partidarios (TR-8.3, TR-5.1).
page-ending-25th-statue = La partida terminó con la estatua 25.
page-ending-gap = La partida terminó porque la diferencia de estatuas era demasiado grande.
page-ending-tenth-round = La partida terminó tras la décima ronda.
page-chart-placed = Estatuas colocadas
page-chart-where = Mapa + crónica
page-chart-supporters = Partidarios

## Una nueva partida

page-setup-ranks = Rangos
page-setup-ranks-chance = Los reparte la mesa
page-setup-ranks-dealt = Como se repartieron
page-setup-regions = Regiones
page-setup-regions-chance = Las saca la mesa
page-setup-regions-dealt = Como están
page-setup-regions-how = Toca un hueco y luego la región que hay allí. Tócala de nuevo para girarla, la cuarta vez la quita; los huecos tapados quedan vacíos.
page-setup-slot = Hueco { $slot }
page-setup-slot-laid = Hueco { $slot }: { $tile }, girada { $turns ->
    [one] 1 vez
   *[other] { $turns } veces
  }
page-setup-empty = tapada
page-setup-dealt = Rangos y regiones tal como se repartieron

## Llevar la partida

page-desk-back = Volver al recuento
page-desk-collect = Girar el reloj
page-desk-stop = El reloj se agotó
page-desk-count = Contar
page-desk-forget = Se olvidó girar
page-desk-spin = La flecha marca
page-desk-placed = La estatua está puesta
page-advice-ask = ¿Qué sería lo mejor?
page-entry = Corregir a mano
page-entry-action = Qué ocurrió
page-entry-send = Introducir
page-entry-player = Jugador
page-entry-number = Número
page-entry-commodity = Mercancía
page-entry-tile = Ficha
page-entry-before = ocurrió antes del recuento: volver atrás y rehacer el resto
page-entry-to = Está ahora
page-entry-people = con el pueblo
page-entry-set_aside = apartada
page-entry-change = Cambio, como -3
page-entry-region = Región
page-entry-turns = Cuartos de vuelta horarios
page-action-reveal = Región descubierta
page-action-move = Dónde está una ficha
page-action-supporters = Partidarios
page-action-demand = La demanda

## Primeros pasos

page-tour-place_first = Gana quien ponga más estatuas. Cada uno pone su primera estatua en una pradera. Cuando le toque a { $own }, toca un campo iluminado.
page-tour-place_first-wait = { $color } coloca ahora su primera estatua.
page-tour-spin = El rey pulsa el mando. La flecha dice cuánto quiere conservar el pueblo de cada mercancía.
page-tour-spin-wait = { $color } gira ahora la flecha.
page-tour-set_aside = Arrastra tres fichas por la puerta de { $own }, sin mirarlas. Quedan fuera de esta ronda.
page-tour-collect = ¿Todos listos? El rey pulsa el mando: entonces tienes { $seconds } segundos.
page-tour-rob = ¡Roba! Levanta fichas y arrastra las que quieras por la puerta de { $own }. Deja bastante al pueblo, o pagará quien más codicie.
page-tour-confirm = Se acabó el tiempo. Pulsa el mando: se descubren y cuentan todas las fichas.
page-tour-count = Todas las fichas están a la vista: { $counted }. Si quedan menos de las que se piden, hay tumulto.
page-tour-tumult = ¡Tumulto por { $commodity }! { $greediest } robó más que nadie: le cuesta partidarios, y todas esas fichas menos una vuelven al pueblo.
page-tour-build = Paga con fichas y coloca estatuas: elige una línea de la lista o un campo iluminado, o pasa.
page-tour-build-wait = { $color } construye ahora.
page-tour-crown = { $king } tiene más partidarios que nadie y recibe la corona: le cuesta algunos, pero pone una estatua en la crónica.
page-tour-mercy = El pueblo tiene clemencia con quien ha puesto menos estatuas: un corazón quita uno de codicia en el próximo tumulto.
page-tour-done = Eso fue una ronda. Tras { $rounds } rondas gana quien tenga más estatuas. ¡Que te diviertas!

## Elsewhere on the page

page-supply = { $number ->
    [one] 1 partidario
   *[other] { $number } partidarios
  } en la reserva
page-aside = { $number ->
    [one] 1 apartada
   *[other] { $number } apartadas
  }
page-people = El pueblo
page-left = quedan
page-new-variant = Variante
page-new-map = Mapa
page-scene-wanted = se piden { $number }
page-winner-is = ¡Gana { $color }!
page-chart-statues = estatuas
