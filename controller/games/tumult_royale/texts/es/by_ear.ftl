# La partida para el oído: qué es una ficha, qué ven todos, qué se puede hacer.

heard-not-in-play = No está en esta partida.
heard-closed = Está boca abajo, { $where }.
heard-tile = { $tile }, { $where }
heard-at-people = del pueblo
heard-at-aside = apartada
heard-at-blue = en el castillo de Azul
heard-at-yellow = en el castillo de Amarillo
heard-at-purple = en el castillo de Morado
heard-at-grey = en el castillo de Gris
heard-round = Ronda { $round } de { $rounds }; reina { $king }.
heard-demand = De { $commodity } el pueblo quiere { $demand }.
heard-castle = { $color } tiene rango { $rank }, { $supporters ->
    [one] un partidario
   *[other] { $supporters } partidarios
  }, { $placed } de { $most } estatuas.
heard-mercy = El pueblo es clemente con { $color }.
heard-tiles-closed = { $whose }: { $count ->
    [0] ninguna ficha.
    [one] una ficha.
   *[other] { $count } fichas.
  }
heard-tiles = { $whose }: { $tiles }.
heard-aside = { $count ->
    [0] No hay fichas apartadas.
    [one] Hay una ficha apartada.
   *[other] Hay { $count } fichas apartadas.
  }
heard-supply = En la reserva hay { $count ->
    [one] un partidario
   *[other] { $count } partidarios
  }.
heard-tumult = Tumulto por { $commodity }; culpa de { $color }.
heard-fields = { $count ->
    [0] { $color } no tiene ningún campo.
   *[other] { $color } está en { $fields }.
  }
heard-face-down = { $count ->
    [0] Todas las regiones están boca arriba.
    [one] Una región está boca abajo.
   *[other] { $count } regiones están boca abajo.
  }
heard-first = Pradera { $field }. Elígela en la página.
heard-rob = Levanta una ficha del pueblo. Si la pasas por tu puerta, es tuya.
heard-set-aside = Aparta cualquiera de las { $count } fichas del pueblo, sin mirarla. En esta ronda no cuenta para nadie ni se puede robar; luego puede faltarle al pueblo.
heard-field-name = { $field }
heard-sites = { $what }: en { $fields }.
heard-build = { $what }, { $statues ->
    [one] una estatua
   *[other] { $statues } estatuas
  }, por { $tiles }{ $gains ->
    [0] {""}
    [one] {""} y da un partidario
   *[other] {""} y da { $gains } partidarios
  }.
