# Lo que muestra la consola: qué espera la mesa, qué se anuncia y qué se elige en el menú.

## Lo que la mesa espera

wait-begin-title = Royaltable
wait-begin = Pulsa el mando para empezar.
wait-first-title = { $color }: 1.ª estatua
wait-first = Ponla en una pradera.
wait-first-has = Rango { $rank }, { $supporters }
wait-spin-title = Gira el rey
wait-spin = { $color }, pulsa el mando.
wait-spin-for = Para { $commodity }: pulsa el mando.
wait-aside-title = Apartar
wait-aside = { $left ->
    [one] Falta una ficha.
   *[other] Faltan { $left } fichas.
  }
wait-aside-how = Tres por persona, sin mirar, por tu puerta.
wait-aside-by = Falta: { $colors }
wait-collect-title = ¿Todo listo?
wait-collect-wanted = Deja { $demand } de cada una.
wait-collect = { $color }, pulsa el mando: corre el reloj.
wait-rob = ¡A robar! Van { $tiles }
wait-rob-leave = ¡Deja { $demand }! Van { $tiles }
wait-late-title = Se acabó
wait-late = Deja lo que tengas.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = ¿Bien? Sí o el mando.
wait-build-title = Construye { $color }
wait-build-tap = { $round ->
    [1] Paga pasando fichas por tu puerta.
   *[other] Vuelta { $round }: paga por tu puerta.
  }
wait-build-paid = por { $tiles }
wait-build-paid-title = Paga { $color }
wait-build-turn = Girar: lo pagado
wait-build-press = Mando: construir
wait-pass = Mantén pulsado: pasar.
offer-field = { $kind } { $field }
offer-touching = { $kind }
offer-double = { $kind }, doble
offer-gains = { $what }, +{ $gains }
wait-reveal-title = Tierra nueva
wait-reveal = { $count ->
    [one] { $color } descubre una región.
   *[other] { $color } descubre { $count } regiones.
  }
wait-reveal-honour = Luego pulsa el mando.
wait-on-page = En la página.
wait-over-title = Gana { $color }
wait-over = { $placed } estatuas: { $ending }.
wait-over-menu = Mando: menú

## Lo que se anuncia y se cuenta

caption-demand = de cada mercancía
caption-demand-for = piden { $commodity }
screen-count-title = Le queda al pueblo
screen-left-of-wanted = { $left } de { $wanted }
screen-tumult-title = Falta: { $commodity }
screen-pays = { $color } da { $paid }
screen-gives-values = devuelve { $commodity } { $tiles }
screen-keeps = no devuelve nada
screen-left-over = Fichas al pueblo
screen-shared = Todos reciben
screen-gathered = Todos dan
screen-mercy = Clemencia del pueblo
screen-no-mercy = Clemencia con nadie: gíralas.
screen-mercy-others = Los demás: no
screen-mercy-up = { $colors }: sí
screen-passed-over = Nada que construir
screen-ranks-same = Mismos rangos
screen-ranks-swap = Cambia las cartas
screen-list = { $things }
screen-consolation = No pudo construir
screen-get = { $count ->
    [one] recibe { $gained }
   *[other] cada uno: { $gained }
  }
screen-crowned = { $color } es el rey
screen-king-pays = paga { $paid }
screen-chronicle = { $statues ->
    [one] crónica: una estatua
   *[other] crónica: { $statues } estatuas
  }
counted-tumult = Tumulto: { $commodity }

## Objeciones

refused-lift = Las fichas solo se miran mientras corre el reloj, y solo las del pueblo. Déjala sin mirarla.

## El menú de la consola

menu-variant-classic = Variante: clásica
menu-variant-gambler = Variante: apuestas
menu-map-tracked = Mapa: en la página
menu-map-honour = Mapa: los jugadores

analysis-rough = Desde cada momento se jugaron pocas partidas, así que las cifras son aproximadas.

screen-ranks-title = Estatuas, partid.
screen-rank = { $rank }. { $color }
screen-rank-has = { $statues }, { $supporters }
said-rank = Rango { $rank }: { $color } tiene { $statues ->
    [0] ninguna estatua
    [one] una estatua
   *[other] { $statues } estatuas
  } y { $supporters }.

screen-built-title = { $color } construye
screen-built = { $statues ->
    [one] { $kind }: una estatua
   *[other] { $kind }: { $statues } estatuas
  }
screen-back = atrás: { $tiles }

kind-tile = { $count ->
    [one] una ficha
   *[other] { $count } fichas
}
