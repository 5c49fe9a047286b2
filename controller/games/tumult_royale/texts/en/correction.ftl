# Corrections: going back, what is done again and what is not, which tiles lie differently.

do-by = { $color }: { $what }
screen-dropped-rule = { $rule }
told-gone-back = Step { $seq } ({ $what }) and all later ones are taken back. Correct the table by hand and go on; then { $count ->
    [one] the undone step is
   *[other] the { $count } undone steps are
  } redone.
told-now-has = By the log { $color } now has: supporters { $supporters }, statues { $statues }.
told-corrected = Corrected before step { $seq } ({ $what }): { $again ->
    [one] one step was
   *[other] { $again } steps were
  } redone{ $dropped ->
    [0] {""}
   *[other] , { $dropped } not
  }.
told-done-again = After the correction { $again ->
    [one] one step was
   *[other] { $again } steps were
  } redone{ $dropped ->
    [0] {""}
   *[other] , { $dropped } not
  }.
told-dropped = Not redone: step { $seq } ({ $what }). { $why } ({ $rule })
told-given-up = You went back further, so these steps will not be redone: { $steps }.
told-corrects-nothing = This entry changes nothing: the log says so already. Enter something else, or choose another step.
step-by-name = step { $seq } ({ $what })
screen-dropped-title = Not redone
screen-dropped-more = and more
screen-dropped-count = { $count }
said-dropped = Not redone: { $steps }.
refused-back-where = You cannot go back to step { $seen }. Choose one that is not undone, from 2 to { $last }.
refused-back-count = Nothing has been counted yet, so you cannot go back to a count.

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
