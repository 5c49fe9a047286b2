# The Arrow Race.

arrow-race-title = Arrow Race
arrow-race-begin = Press the knob to begin.
arrow-race-draw = { $color }: press the knob.
arrow-race-run = { $color }: move { $steps } on
arrow-race-told = { $color }'s { $animal } is on { $at }.
arrow-race-back = { $color }'s { $animal } is back at the start.
arrow-race-won = { $color } has won.
arrow-race-at-both = { $color } { $hare }/{ $tortoise }
arrow-race-at = field { $at }
arrow-race-not-yours = Wait for your turn and move one of your own runners.
arrow-race-not-now = That is not possible now.
kind-arrow-race-runner = { $count ->
    [one] one runner
   *[other] { $count } runners
}

rule-AR-1 = The arrow draws a number; one of your two runners moves that far. A runner you land on goes back to the start. The first to reach field 12 wins.
rule-AR-2 = Players take turns clockwise, beginning with the first player.
arrow-race-carry = Move the { $animal } to { $at } and pass it over its gate.
