# The game for people's ears: what a tile is, what all can see, what may be done.

heard-not-in-play = It is not in this game.
heard-closed = It lies face down, { $where }.
heard-tile = { $tile }, { $where }
heard-at-people = with the people
heard-at-aside = set aside
heard-at-blue = on Blue's castle
heard-at-yellow = on Yellow's castle
heard-at-purple = on Purple's castle
heard-at-grey = on Grey's castle
heard-round = Round { $round } of { $rounds }; { $king } is king.
heard-demand = The people want { $demand } { $commodity }.
heard-castle = { $color } has rank { $rank }, { $supporters ->
    [one] one supporter
   *[other] { $supporters } supporters
  }, { $placed } of { $most } statues.
heard-mercy = The people have mercy on { $color }.
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
heard-supply = The supply has { $count ->
    [one] one supporter
   *[other] { $count } supporters
  }.
heard-tumult = Tumult over { $commodity }; { $color } was blamed.
heard-fields = { $count ->
    [0] { $color } has no field.
   *[other] { $color } stands on { $fields }.
  }
heard-face-down = { $count ->
    [0] All region tiles lie face up.
    [one] One region tile lies face down.
   *[other] { $count } region tiles lie face down.
  }
heard-first = Pasture { $field }. Choose it on the page.
heard-rob = Lift one of the people's tiles. Carried over your gate, it is yours.
heard-set-aside = Set aside any of the people's { $count } tiles, without looking. It counts for nobody this round and nobody can rob it; the people may then be short of it.
heard-field-name = { $field }
heard-sites = { $what }: on { $fields }.
heard-build = { $what }, { $statues ->
    [one] one statue
   *[other] { $statues } statues
  }, for { $tiles }{ $gains ->
    [0] {""}
    [one] {""}, and takes one supporter
   *[other] {""}, and takes { $gains } supporters
  }.
