# The story: what happened, with its numbers and the rule that asks for it.

listed = { $most } and { $last }
color-count = { $color } { $count }
tile-face = { $commodity } { $value }
tile-value = { $value }
tile-values = { $value } ({ $number ->
    [2] twice
   *[other] { $number } times
  })
supporters = { $count ->
    [0] no supporter
    [one] one supporter
   *[other] { $count } supporters
  }
more = { $count ->
    [one] one more supporter
   *[other] { $count } more supporters
  }
less = { $count ->
    [one] one fewer supporter
   *[other] { $count } fewer supporters
  }
place-people = the people
place-set_aside = the tiles set aside
place-blue = Blue
place-yellow = Yellow
place-purple = Purple
place-grey = Grey
paid-printed = at the single price, as the field is adjacent
paid-double = at twice the price, as the field is not adjacent

told-started = A game of { $players } players begins; { $color } is king (TR-0.1).
told-round = Round { $round } begins; { $color } is king.
told-first = { $color } puts the first statue down (TR-0.6).
told-first-field = { $color } puts the first statue on { $field } (TR-0.6).
told-spun = The people want { $number } of each commodity (TR-1.1).
told-spun-for = The people want { $number } { $commodity } (TR-10.1).
told-forgotten = The spin was forgotten: bread { $bread }, marble { $marble }, tools { $tools } (TR-1.3).
told-aside-by = { $color } sets aside tile { $count }.
told-aside = { $count ->
    [one] One tile is set aside (TR-2.1).
   *[other] { $count } tiles are set aside (TR-2.1).
  }
told-hourglass = The hourglass runs (TR-2.2).
told-robbed = { $color } has { $tiles ->
    [one] one tile.
   *[other] { $tiles } tiles.
  }
told-late = { $color } puts down the tile in hand (TR-2.5) and has { $tiles ->
    [one] one tile.
   *[other] { $tiles } tiles.
  }
told-stop = The hourglass is empty (TR-2.5).
told-castle = { $color } took bread { $bread }, marble { $marble }, tools { $tools } (TR-2.6).
told-left = Left with the people: bread { $bread }, marble { $marble }, tools { $tools } (TR-2.6).
told-calm = No tumult over { $commodity }: { $left } left, { $demand } wanted (TR-3.1).
told-tumult = Tumult over { $commodity }: { $left } left, { $demand } wanted (TR-3.1). { $color } is the greediest with { $greed } (TR-3.4) and pays { $paid } (TR-3.5).
told-greed-mercy = { $color } robbed { $robbed }; mercy deducts one (TR-3.3).
told-greed-spared = { $color } robbed { $robbed }, but mercy deducts one (TR-3.3).
told-greed-tied = { $color } robbed as much as { $colors }, but ranks higher (TR-3.4).
told-returned = { $color } keeps { $commodity } { $kept } and gives back { $returned } (TR-3.6).
told-nothing-returned = { $color } has at most one tile of { $commodity }: nothing goes back (TR-3.7).
told-built = { $color } builds on a { $kind }: { $statues ->
    [one] one statue
   *[other] { $statues } statues
  } (TR-4.3) for { $tiles }, { $price } (TR-4.4), and gains { $gained } (TR-4.7). Placed so far: { $placed }.
told-built-field = { $color } builds on { $field }, a { $kind }: { $statues ->
    [one] one statue
   *[other] { $statues } statues
  } (TR-4.3) for { $tiles }, { $price } (TR-4.4), and gains { $gained } (TR-4.7). Placed so far: { $placed }.
judged-built = { $color } builds on a { $kind } for { $tiles }.
judged-built-field = { $color } builds on { $field }, a { $kind }, for { $tiles }.
judged-robbed = { $color } robs { $tiles } and pays for the tumult.
judged-left = { $color } leaves { $tiles } with the people.
judged-why = { $better } { $why }
judged-statues = That makes { $number ->
    [1] one statue more
   *[other] { $number } statues more
  } in this round.
judged-supporters = That leaves { $number ->
    [1] one supporter more
   *[other] { $number } supporters more
  } in this round.
judged-gave-up = You could have built: { $where }. With this pass building is over (TR-4.9): it gave up { $statues ->
    [1] a statue.
   *[other] { $statues } statues.
  }
judged-asked-again = You could have built: { $where }. You are asked again in the next placement round.
judged-asked-if-built = You could have built: { $where }. You are asked again only if another player builds before it is your turn.
judged-good = As far as can be told, nothing is clearly better.
judged-larger = The same tiles would have paid for: { $where }, with { $more ->
    [1] one statue
   *[other] { $more } statues
  } more. Played on, nothing is clearly better.
judged-first-good = { $next } As far as can be told, no place is clearly better.
judged-next-to = Next to { $field }, the single price is enough for { $kinds }.
judged-kind = { $number } × { $kind }
judged-none = nothing
judged-pass-forced = There was nothing you could build: passing is all that was left.
judged-aside = Tiles set aside unseen are luck, so they are not judged.
judged-no-robbing = What you rob is judged once all tiles lie face up.
judged-tumult = As far as could be told at the count, your tumult cost you little.
judged-how = Mistakes are measured between two games that go on alike: with the best moves that the search finds, and with the same luck. The curve is an average of many ways to go on, so it may fall by less.
judged-luck = Which land appears is luck, so it is not judged.
judged-no-map = Without its map the table cannot judge the first place.
told-passed = { $color } passes (TR-4.8).
told-passed-stuck = { $color } has no free field and passes (TR-11.2).
told-passed-over = { $colors } { $count ->
    [one] has
   *[other] have
  } nothing to build (TR-4.8).
told-left-over = Nobody builds any more (TR-4.9). Left over and given back: { $shares }.
told-nothing-left-over = Nobody builds any more (TR-4.9); no tile is left over.
told-consolation = { $color } is consoled with { $gained } (TR-4.10).
told-shared = { $color } has to pay { $due } and has too few. The supply first gives to everyone: { $shares } (TR-9.1).
told-gathered = { $color } gains { $due }, more than the supply holds. Everyone first gives to it: { $shares } (TR-9.2).
told-ranks = Ranks by supporters (TR-5.1): { $order }.
told-ranks-tied = { $colors } are tied: the previous ranks decide (TR-5.1).
told-crowned = { $color } is crowned, pays { $paid } (TR-6.1), puts { $statues ->
    [one] one statue
   *[other] { $statues } statues
  } into the chronicle (TR-6.2) and has placed { $placed } in all.
told-reveal-due = { $color } turns up new land: { $count } (TR-6.3).
told-revealed = New land lies open: { $count } (TR-6.3).
told-end-not-yet = Statues placed: most { $most }, fewest { $fewest }; the chronicle allows a gap of { $gap }: the game goes on (TR-8.2).
told-end-checked = Statues placed: most { $most }, fewest { $fewest }; the chronicle allows a gap of { $gap }: the game ends (TR-8.2).
told-mercy = The people have mercy on { $colors }, with the fewest statues: { $placed } (TR-7.1). All other mercy cards are turned back.
told-no-mercy = All have placed the same: nobody has mercy, and its cards are turned back (TR-7.1).
told-over = The game is over: { $ending }. Placed: { $placed }. { $color } wins (TR-8.3).
told-amended-supporters = Corrected: { $color } has { $change }, now { $then }; the supply holds { $supply }.
told-amended-move = Corrected: one tile from { $before } to { $after }.
told-amended-demand = Corrected: the people want { $now } { $commodity }, not { $before }.
told-undone = Undone: { $what } (step { $seq }).
undone-of = { $what } by { $color }
ending-25th-statue = the 25th statue stands (TR-8.1)
ending-gap = the gap is too wide (TR-8.2)
ending-tenth-round = ten rounds have been played (TR-8.2)

do-place-first = a first statue
do-spin = the spin
do-forget-spin = the forgotten spin
do-set-aside = a tile set aside
do-collect = the start of the hourglass
do-rob = a robbed tile
do-stop = the end of the hourglass
do-count = the count
do-build = a build
do-pass = a pass
do-reveal = the new land
do-amend = a correction

# Scenes: what happened at a count.
scene-each = { $number } of each
scene-count = The people want { $wanted } and have { $left } left. { $verdict }
rank-of = { $rank } { $color }
scene-ranks = { $told } Swap the rank cards: { $ranks }.
scene-built = { $told } The tiles go back to the people.
scene-calm = They are calm (TR-3.1).
scene-calm-some = No tumult over { $calm } (TR-3.1).
scene-calm-none = Tumult over all three (TR-3.1)!
scene-tumult = Tumult over { $commodity }: { $left } left, { $demand } wanted (TR-3.1). { $blame }, pays { $paid } (TR-3.5) and { $back }.
scene-blame-most = { $color } is the greediest with { $greed } (TR-3.4)
scene-blame-tied = { $color } robbed as much as { $colors } but ranks higher (TR-3.4)
scene-blame-spared = { $color } is the greediest with { $greed }, as mercy takes one off the { $robbed } of { $spared } (TR-3.3)
scene-blame-mercy = { $color } robbed { $robbed } and is the greediest even with one off for mercy (TR-3.3)
scene-back = gives back { $tiles } (TR-3.6)
scene-keeps = gives nothing back (TR-3.7)
scene-consoled = { $count ->
    [one] { $colors } could not build and gets { $gained } (TR-4.10).
   *[other] { $colors } could not build and get { $gained } each (TR-4.10).
  }
