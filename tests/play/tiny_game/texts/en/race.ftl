race-title = Race
race-begin = Press the knob.
race-on = Tap your piece, or draw.
race-at = { $castle } { $at }
race-moved = { $castle } is at { $at }.
race-won = { $castle } has won.
race-not-yours = That piece is not yours.
race-not-now = That is not possible now.

kind-runner = { $count ->
    [one] one runner
   *[other] { $count } runners
}
