# What the console shows: what the table waits for, what is announced, and the game's choices in the menu.

## What the table waits for

wait-begin-title = Royaltable
wait-begin = Press the knob to begin.
wait-first-title = { $color }: first statue
wait-first = Place it on a pasture.
wait-first-has = Rank { $rank }, { $supporters }
wait-spin-title = The king spins
wait-spin = { $color }, press the knob.
wait-spin-for = For { $commodity }: press the knob.
wait-aside-title = Set aside
wait-aside = { $left ->
    [one] One tile is still due.
   *[other] { $left } tiles are still due.
  }
wait-aside-how = Three each, unseen, over your own gate.
wait-aside-by = Missing: { $colors }
wait-collect-title = Everybody ready?
wait-collect-wanted = Leave { $demand } of each.
wait-collect = { $color }, press the knob: the hourglass runs.
wait-rob = Rob! { $tiles } robbed
wait-rob-leave = Leave { $demand }! { $tiles } robbed
wait-late-title = Time is up
wait-late = Put down what you hold.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = Correct? Yes or knob.
wait-build-title = { $color } builds
wait-build-tap = { $round ->
    [1] Pay with tiles over your gate.
   *[other] Placement round { $round }: pay over your gate.
  }
wait-build-paid = for { $tiles }
wait-build-paid-title = { $color } pays
wait-build-turn = Turn: tiles paid
wait-build-press = Knob: build
wait-pass = Hold the knob to pass.
offer-field = { $kind } { $field }
offer-touching = { $kind }
offer-double = { $kind }, double
offer-gains = { $what }, +{ $gains }
wait-reveal-title = New land
wait-reveal = { $count ->
    [one] { $color } turns up one region tile.
   *[other] { $color } turns up { $count } region tiles.
  }
wait-reveal-honour = Then press the knob.
wait-on-page = On the page.
wait-over-title = { $color } wins
wait-over = { $placed } statues: { $ending }.
wait-over-menu = Knob: menu

## What is announced and told

caption-demand = wanted of each
caption-demand-for = { $commodity } wanted
screen-count-title = Left with the people
screen-left-of-wanted = { $left } of { $wanted }
screen-tumult-title = Tumult: { $commodity }
screen-pays = { $color } pays { $paid }
screen-gives-values = gives back { $commodity } { $tiles }
screen-keeps = nothing goes back
screen-left-over = Give tiles back
screen-shared = Everyone gets
screen-gathered = Everyone gives
screen-mercy = The people's mercy
screen-no-mercy = Mercy for nobody: turn all back.
screen-mercy-others = All others: none
screen-mercy-up = { $colors }: mercy
screen-passed-over = Nothing to build
screen-ranks-same = Same ranks
screen-ranks-swap = Swap the rank cards
screen-list = { $things }
screen-consolation = Could not build
screen-get = { $count ->
    [one] takes { $gained }
   *[other] each takes { $gained }
  }
screen-crowned = { $color } is king
screen-king-pays = pays { $paid }
screen-chronicle = { $statues ->
    [one] chronicle: one statue
   *[other] chronicle: { $statues } statues
  }
counted-tumult = Tumult: { $commodity }

## Complaints

refused-lift = You may look only at the people's tiles, and only while the hourglass runs. Put it down unseen.

## The console's menu

menu-variant-classic = Variant: classic
menu-variant-gambler = Variant: gambler
menu-map-tracked = Map: on the page
menu-map-honour = Map: the players

analysis-rough = Few games were played out from each moment, so the figures are rough.

screen-ranks-title = Statues, supporters
screen-rank = { $rank }. { $color }
screen-rank-has = { $statues }, { $supporters }
said-rank = Rank { $rank }: { $color } has { $statues ->
    [0] no statue
    [one] one statue
   *[other] { $statues } statues
  } and { $supporters }.

screen-built-title = { $color } builds
screen-built = { $statues ->
    [one] { $kind }: one statue
   *[other] { $kind }: { $statues } statues
  }
screen-back = back: { $tiles }

kind-tile = { $count ->
    [one] one tile
   *[other] { $count } tiles
}
