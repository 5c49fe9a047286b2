# Das Spiel fürs Ohr: was ein Plättchen ist, was alle sehen, was getan werden kann.

heard-not-in-play = Es gehört nicht zu dieser Partie.
heard-closed = Es liegt verdeckt, { $where }.
heard-tile = { $tile }, { $where }
heard-at-people = beim Volk
heard-at-aside = beiseite
heard-at-blue = auf der Burg von Blau
heard-at-yellow = auf der Burg von Gelb
heard-at-purple = auf der Burg von Lila
heard-at-grey = auf der Burg von Grau
heard-round = Runde { $round } von { $rounds }; { $king } ist König.
heard-demand = Von { $commodity } will das Volk { $demand }.
heard-castle = { $color } hat Rang { $rank }, { $supporters ->
    [one] einen Anhänger
   *[other] { $supporters } Anhänger
  }, { $placed } von { $most } Statuen.
heard-mercy = Das Volk ist { $color } gnädig.
heard-tiles-closed = { $whose }: { $count ->
    [0] kein Plättchen.
    [one] ein Plättchen.
   *[other] { $count } Plättchen.
  }
heard-tiles = { $whose }: { $tiles }.
heard-aside = { $count ->
    [0] Kein Plättchen liegt beiseite.
    [one] Ein Plättchen liegt beiseite.
   *[other] { $count } Plättchen liegen beiseite.
  }
heard-supply = { $count ->
    [one] Im Vorrat ist ein Anhänger.
   *[other] Im Vorrat sind { $count } Anhänger.
  }
heard-tumult = Tumult um { $commodity }; schuld war { $color }.
heard-fields = { $count ->
    [0] { $color } hat kein Feld.
   *[other] { $color } steht auf { $fields }.
  }
heard-face-down = { $count ->
    [0] Alle Landschaftstafeln liegen offen.
    [one] Eine Landschaftstafel liegt verdeckt.
   *[other] { $count } Landschaftstafeln liegen verdeckt.
  }
heard-first = Wiese { $field }. Wähle sie auf der Seite.
heard-rob = Nimm ein Plättchen des Volks. Trägst du es über dein Tor, gehört es dir.
heard-set-aside = Lege ein beliebiges der { $count } Plättchen des Volks beiseite, ohne hinzusehen. Es zählt in dieser Runde für niemanden und lässt sich nicht rauben; dem Volk kann es dann fehlen.
heard-field-name = { $field }
heard-sites = { $what }: auf { $fields }.
heard-build = { $what }, { $statues ->
    [one] eine Statue
   *[other] { $statues } Statuen
  }, für { $tiles }{ $gains ->
    [0] {""}
    [one] {""} und bringt einen Anhänger
   *[other] {""} und bringt { $gains } Anhänger
  }.
