# The Arrow Race.

arrow-race-title = Arrow Race
arrow-race-begin = Press the knob to begin.
arrow-race-draw = { $color }: press the knob.
arrow-race-run = { $color } runs with one of two
arrow-race-told = { $color }'s { $animal } is on { $at }.
arrow-race-back = { $color }'s { $animal } is back at the start.
arrow-race-won = { $color } has won.
arrow-race-runner-at = { $color }'s { $animal } { $at }
arrow-race-at = field { $at }
arrow-race-not-yours = Wait for your turn, and take one of your own.
arrow-race-not-now = That is no move now.
arrow-race-hare = hare
arrow-race-tortoise = tortoise
kind-arrow-race-runner = { $count ->
    [one] one runner
   *[other] { $count } runners
}

rule-AR-1 = Draw with the arrow, then one of your two runners goes as far as it said. Who lands on another sends it back to the start. The first on field 12 wins.
rule-AR-2 = Players take turns, clockwise from the first.
