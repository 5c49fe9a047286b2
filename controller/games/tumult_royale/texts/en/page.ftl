# What the page says of this game by itself.

## Phases, variants, ranks

page-phase-none = no game yet
page-phase-first_statues = First statues
page-phase-sentiment = The people's sentiment
page-phase-set_aside = Set tiles aside
page-phase-taxes = Taxes
page-phase-statues = Place statues
page-phase-coronation = Coronation
page-phase-over = The end
page-variant-classic = Classic
page-variant-gambler = Gambler
page-map-tracked = The table keeps the map
page-map-honour = The players keep the map
page-rank-1 = King
page-rank-2 = Duke
page-rank-3 = Prince
page-rank-4 = Earl

## Castles

page-supporters = { $number ->
    [one] 1 supporter
   *[other] { $number } supporters
  }
page-statues = { $number } of { $of } statues placed
page-mercy-note = The people show mercy: 1 less greed
page-confirmed = counted
page-stuck = No field is free.
page-stuck-short = Short of

## The people's tiles, and a tile in the hand

page-tile-down = Tile, face down
page-tile-face = { $commodity } { $value }
page-tile-paid = { $tile }, paid
page-tile-castle = Tile of { $color }, face down
page-people-hint = Drag a tile over a gate, or tap it.
page-people-keys = By keyboard: arrow keys, then Enter.
page-people-label = The people's tiles

## The country

page-country = The country
page-field = { $name }, { $kind }
page-field-owned = { $name }, { $kind }, statues of { $color }: { $number }
page-field-build = { $name }, { $kind }: build here
page-field-first = { $name }, { $kind }: first statue here
page-slot-down = A region tile, face down
page-slot-reveal = Turn up the region tile in slot { $slot }
page-country-honour = Without a map, the players themselves judge where they may build.

## The table's console

page-demand = The people want
page-demand-unknown = ?

## What is to be done

page-do-place_first-honour = Press the knob when the statue stands
page-do-spin = Press the knob to spin
page-do-collect = Press the knob to turn the hourglass
page-do-confirm = Press the knob to count
page-do-reveal-honour = Press the knob when it lies face up
page-prompt-place_first = { $color }: tap a lit pasture.
page-prompt-place_first-honour = { $color }: place your first statue.
page-bot-place_first = { $color } chooses a pasture.
page-bot-spin = { $color } spins the arrow.
page-bot-reveal = { $color } turns up a region tile.
page-bot-collect = { $color } turns the hourglass { $seconds ->
    [-1] soon
    [0] now
   *[other] in { $seconds } s
  }. Ready?
page-prompt-spin = { $color } spins: press the knob.
page-prompt-set_aside = Each castle: set three tiles aside, unseen.
page-prompt-owing = Still to set tiles aside, unseen: { $colors }.
page-prompt-collect = Everybody ready? Turn the hourglass.
page-prompt-rob = Rob! Carry tiles over your gate.
page-prompt-confirm = Time is up. Count your tiles.
page-prompt-correct = { $color }: carry the missing tile over your gate.
page-prompt-build = { $round ->
    [1] { $color } builds, or passes.
    [2] Second placement round: { $color } builds, or passes.
   *[other] Placement round { $round }: { $color } builds, or passes.
  }
page-prompt-reveal = { $color }: { $number ->
    [one] turn up a region tile
   *[other] turn up { $number } region tiles
  }.
page-prompt-reveal-honour = { $color }: { $number ->
    [one] turn up a region tile
   *[other] turn up { $number } region tiles
  }.
page-do-new_game = New game …

## Building and paying

page-choices = can build
page-choices-none = Nothing is affordable.
page-price = { $kind } costs { $cost }: { $statues }
page-choices-statues = { $number ->
    [one] 1 statue
   *[other] { $number } statues
  }
page-choices-touching = touches
page-choices-double = double cost
page-choices-gains = { $number ->
    [one] +1 supporter
   *[other] +{ $number } supporters
  }
page-choices-pay = Ways to pay
page-choices-exact = exact
page-choices-ways = { $number ->
    [one] 1 way to pay
   *[other] { $number } ways to pay
  }
page-choices-pass = Pass
page-choices-pass-would = Pass: unwilling to build
page-choices-pass-stuck = Pass: no suitable field is free
page-paying-fields = { $number ->
    [one] 1 field
   *[other] { $number } fields
  }
page-paying-missing = still due: { $tiles }
page-paying-foreign = not needed: { $tiles }
page-paying-needless = one too many among: { $tiles }
page-paying-asks-could_not = Before you pass: are you unable to build?
page-paying-asks-would_not = Before you pass: could you build, but do not want to?
page-paying = pays with
page-paying-back = To take one back, pass the gate again.

## Tumults, chronicle, story, end

page-tumult-left = { $left } left, { $demand } wanted
page-chronicle = The royal chronicle
page-chronicle-round = Round { $number }: { $color }
page-chronicle-open = Round { $number }
page-winner = { $color } wins
page-statues-tied = With equally many statues, the higher rank is ahead; supporters decide the ranks (TR-8.3, TR-5.1).
page-ending-25th-statue = The game ended with the 25th statue.
page-ending-gap = The game ended because the gap in statues became too wide.
page-ending-tenth-round = The game ended after the tenth round.
page-chart-placed = Statues placed
page-chart-where = Map + chronicle
page-chart-supporters = Supporters

## A new game

page-setup-ranks = Ranks
page-setup-ranks-chance = The table deals them
page-setup-ranks-dealt = As they were dealt
page-setup-regions = Region tiles
page-setup-regions-chance = The table draws them
page-setup-regions-dealt = As they lie
page-setup-regions-how = Tap a slot, then the tile that lies there. Tap it again to turn it; a fourth tap takes it away. Leave face-down slots empty.
page-setup-slot = Slot { $slot }
page-setup-slot-laid = Slot { $slot }: { $tile }, quarter turns: { $turns }
page-setup-empty = face down
page-setup-dealt = Ranks and region tiles as people dealt them

## Refereeing the game

page-desk-back = Back to the count
page-desk-collect = Start the hourglass
page-desk-stop = The hourglass has run out
page-desk-count = Count
page-desk-forget = The spin was forgotten
page-desk-spin = The arrow shows
page-desk-placed = The statue stands
page-advice-ask = What would be best?
page-entry = Correct by hand
page-entry-action = What happened
page-entry-send = Enter it
page-entry-player = Player
page-entry-number = Number
page-entry-commodity = Commodity
page-entry-tile = Tile
page-entry-before = it was before the count: go back, then redo the rest
page-entry-to = Now lies
page-entry-people = with the people
page-entry-set_aside = set aside
page-entry-change = Change, such as -3
page-entry-region = Region tile
page-entry-turns = Quarter turns clockwise
page-action-reveal = Region tile turned up
page-action-move = Where a tile lies
page-action-supporters = Supporters
page-action-demand = The demand

## First steps

page-tour-place_first = The most statues win. Each player puts a first statue on a pasture. When it is { $own }'s turn, tap a lit field.
page-tour-place_first-wait = { $color } places a first statue now.
page-tour-spin = The king presses the knob. The arrow says how much of each commodity the people want to keep.
page-tour-spin-wait = { $color } turns the arrow now.
page-tour-set_aside = Drag three tiles over { $own }'s gate, without looking. They are out for this round.
page-tour-collect = Everybody ready? The king presses the knob: then you have { $seconds } seconds.
page-tour-rob = Rob! Lift tiles and drag what you like over { $own }'s gate. Leave the people enough, or the greediest pays.
page-tour-confirm = Time is up. Press the knob: all tiles are turned up and counted.
page-tour-count = All tiles lie open: { $counted }. Less left than wanted means a tumult.
page-tour-tumult = Tumult over { $commodity }! { $greediest } took the most: that costs supporters, and all but one of those tiles go back to the people.
page-tour-build = Pay with tiles and place statues: choose a line from the list or a lit field, or pass.
page-tour-build-wait = { $color } builds now.
page-tour-crown = { $king } has the most supporters and is crowned: that costs some of them, but puts a statue into the chronicle.
page-tour-mercy = The people have mercy on the player with the fewest statues: a heart takes one off the greed in the next tumult.
page-tour-done = That was a round. Whoever has the most statues after { $rounds } rounds wins. Have fun!

## Elsewhere on the page

page-supply = { $number ->
    [one] 1 supporter
   *[other] { $number } supporters
  } in the supply
page-aside = { $number ->
    [one] 1 set aside
   *[other] { $number } set aside
  }
page-people = The people
page-left = left now
page-new-variant = Variant
page-new-map = Map
page-scene-wanted = { $number } wanted
page-winner-is = { $color } wins!
page-chart-statues = statues
