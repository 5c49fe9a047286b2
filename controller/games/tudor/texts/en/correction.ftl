# Corrections: going back, what is redone, and pieces to move.

## Steps

tudor-step-choose-ring = ring
tudor-step-wear = hand
tudor-step-assign = bench
tudor-step-pass = pass
tudor-step-recall = recall
tudor-step-place-lord = lord
tudor-step-activate = figure
tudor-step-act = { $letter }
tudor-step-move = bonus
tudor-step-exchange = swaps
tudor-step-scenario = card
tudor-step-ambassador = envoy
tudor-step-decline = declines
tudor-step-draw = draw
tudor-step-take-ring = office
tudor-step-end-turn = end
tudor-step-amend = amend
tudor-step-undo = undo
tudor-step-by = { $player }: { $what }
tudor-step-short-by = { $player } { $what }
tudor-step-by-name = step { $seq } ({ $what })

## What is told

tudor-told-gone-back = Step { $seq } ({ $what }) and all later ones are taken back. Put the table right and go on; then { $count ->
    [one] the step that was taken back is
   *[other] the { $count } steps that were taken back are
  } done again.
tudor-told-corrected = Correction inserted before step { $seq } ({ $what }). Redone: { $again }; not redone: { $dropped }.
tudor-told-done-again = Correction made. Redone: { $again }, not redone: { $dropped }.
tudor-told-dropped = Not redone: step { $seq } ({ $what }). { $why } ({ $rule })
tudor-told-given-up = You went back further, so these steps will not be redone: { $steps }.
tudor-told-corrects-nothing = This entry changes nothing: the log says so already. Enter something else, or choose another step.
tudor-told-amend-alone = Cards leave a hand only if their owner agrees, so this cannot be combined with going back. Correct the cards separately.
tudor-told-back-where = You cannot go back to step { $seen }; choose another.

## On the console

tudor-screen-dropped-title = Not redone
tudor-screen-dropped-rule = { $rule }
tudor-screen-dropped-more = and more
tudor-screen-dropped-count = { $count }
tudor-said-dropped = Not redone: { $steps }.
tudor-move-token = { $faction } token
tudor-move-ring = { $faction } ring
tudor-move-hidden = { $count ->
    [one] one token
   *[other] { $count } tokens
  }
tudor-at-space = { $space }
tudor-at-stand = stand
tudor-at-spent = spent
tudor-at-bag = bag
tudor-at-gone = box
