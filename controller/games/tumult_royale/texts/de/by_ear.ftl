# Das Spiel fürs Ohr: was ein Plättchen ist, was alle sehen, was getan werden kann.

heard-not-in-play = Das ist nicht in diesem Spiel.
heard-closed = Das liegt verdeckt, { $where }.
heard-tile = { $tile }, { $where }
heard-at-people = beim Volk
heard-at-aside = beiseite
heard-at-blue = bei Blau
heard-at-yellow = bei Gelb
heard-at-purple = bei Lila
heard-at-grey = bei Grau
heard-round = Runde { $round } von { $rounds }; { $king } ist König.
heard-demand = Von { $commodity } will das Volk { $demand }.
heard-castle = { $color } hat Rang { $rank }, { $supporters } Anhänger, { $placed } von { $most } Statuen.
heard-mercy = { $color } hat Gnade.
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
heard-supply = { $count } Anhänger gehören niemandem.
heard-tumult = Tumult um { $commodity }; { $color } war schuld.
heard-fields = { $count ->
    [0] { $color } steht nirgends.
   *[other] { $color } steht auf { $fields }.
  }
heard-face-down = { $count ->
    [0] Alles Land liegt offen.
    [one] Ein Landteil liegt verdeckt.
   *[other] { $count } Landteile liegen verdeckt.
  }
heard-first = Weide { $field }, auf der Seite.
heard-rob = Nimm ein Plättchen des Volks. Über deinem Tor gehört es dir.
heard-field-name = { $field }
heard-sites = { $what }: auf { $fields }.
heard-build = { $what } für { $tiles }, Gewinn { $gains }.
