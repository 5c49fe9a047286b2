# The game for people's ears: what a tile is, what all can see, what may be done.

heard-not-in-play = It is not in this game.
heard-closed = It lies closed, { $where }.
heard-tile = { $tile }, { $where }
heard-at-people = with the people
heard-at-aside = set aside
heard-at-blue = at Blue
heard-at-yellow = at Yellow
heard-at-purple = at Purple
heard-at-grey = at Grey
heard-round = Round { $round } of { $rounds }; { $king } is king.
heard-demand = Of { $commodity } the people want { $demand }.
heard-castle = { $color } has rank { $rank }, { $supporters } supporters, { $placed } of { $most } statues.
heard-mercy = { $color } has mercy.
heard-tiles-closed = { $whose }: { $count ->
    [0] no tile.
    [one] one tile.
   *[other] { $count } tiles.
  }
heard-tiles = { $whose }: { $tiles }.
heard-aside = { $count ->
    [0] No tile is set aside.
    [one] One tile is set aside.
   *[other] { $count } tiles are set aside.
  }
heard-supply = { $count } supporters belong to nobody.
heard-tumult = Tumult over { $commodity }; { $color } was blamed.
heard-fields = { $count ->
    [0] { $color } stands nowhere.
   *[other] { $color } stands on { $fields }.
  }
heard-face-down = { $count ->
    [0] All land lies open.
    [one] One region tile lies face down.
   *[other] { $count } region tiles lie face down.
  }
heard-first = Pasture { $field }, on the page.
heard-rob = Lift any tile of the people. Over your gate it is yours.
heard-field-name = { $field }
heard-sites = { $what }: on { $fields }.
heard-build = { $what } for { $tiles }, gaining { $gains }.
