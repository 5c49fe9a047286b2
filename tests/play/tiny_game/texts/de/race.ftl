race-title = Rennen
race-begin = Drückt den Knopf.
race-on = Tippt euren Stein an, oder dreht.
race-at = { $castle } { $at }
race-moved = { $castle } steht auf { $at }.
race-won = { $castle } hat gewonnen.
race-not-yours = Dieser Stein gehört dir nicht.
race-not-now = Das geht jetzt nicht.

kind-runner = { $count ->
    [one] ein Läufer
   *[other] { $count } Läufer
}
