# Corrections: going back, what is done again and what is not, which tiles lie differently.

do-by = { $color }: { $what }
screen-dropped-rule = { $rule }
told-gone-back = Gone back before step { $seq } ({ $what }). Correct the table by hand and go on; then { $count ->
    [one] the step that was taken back is
   *[other] the { $count } steps that were taken back are
  } done again.
told-corrected = Corrected before step { $seq } ({ $what }): { $again ->
    [one] one step was
   *[other] { $again } steps were
  } done again{ $dropped ->
    [0] {""}
   *[other] , { $dropped } not
  }.
told-done-again = After the correction { $again ->
    [one] one step was
   *[other] { $again } steps were
  } done again{ $dropped ->
    [0] {""}
   *[other] , { $dropped } not
  }.
told-dropped = Not done again: step { $seq } ({ $what }). { $why } ({ $rule })
told-given-up = Gone back farther; not done again: { $steps }.
step-by-name = step { $seq } ({ $what })
screen-dropped-title = Not done again
screen-dropped-more = and more
screen-dropped-count = { $count }
refused-back-where = There is no step { $seen } to go back to; take one that stands, from 2 to { $last }.
refused-back-count = Nothing was counted yet; there is no count to go back to.

short-place-first = first
short-spin = spin
short-forget-spin = forgot
short-set-aside = aside
short-collect = start
short-rob = robs
short-stop = stop
short-count = count
short-build = builds
short-pass = passes
short-reveal = land
short-amend = amend
short-by = { $color } { $what }

at-people = people
at-set-aside = aside
at-blue = Blue
at-yellow = Yellow
at-purple = Purple
at-grey = Grey
screen-move-hidden = { $count ->
    [one] one tile
   *[other] { $count } tiles
  }
