# La partida para el oído: qué es una ficha, qué ven todos, qué se puede hacer.

heard-not-in-play = No está en esta partida.
heard-closed = Está boca abajo, { $where }.
heard-tile = { $tile }, { $where }
heard-at-people = del pueblo
heard-at-aside = apartada
heard-at-blue = de Azul
heard-at-yellow = de Amarillo
heard-at-purple = de Morado
heard-at-grey = de Gris
heard-round = Ronda { $round } de { $rounds }; reina { $king }.
heard-demand = De { $commodity } el pueblo quiere { $demand }.
heard-castle = { $color } tiene rango { $rank }, { $supporters } seguidores, { $placed } de { $most } estatuas.
heard-mercy = { $color } tiene clemencia.
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
heard-supply = { $count } seguidores no son de nadie.
heard-tumult = Tumulto por { $commodity }; culpa de { $color }.
heard-fields = { $count ->
    [0] { $color } no está en ninguna parte.
   *[other] { $color } está en { $fields }.
  }
heard-face-down = { $count ->
    [0] Toda la tierra está a la vista.
    [one] Una región está boca abajo.
   *[other] { $count } regiones están boca abajo.
  }
heard-first = Prado { $field }, en la página.
heard-rob = Levanta una ficha del pueblo. Sobre tu puerta es tuya.
heard-field-name = { $field }
heard-sites = { $what }: en { $fields }.
heard-build = { $what } por { $tiles }, gana { $gains }.
