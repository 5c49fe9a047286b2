# The Arrow Race.

arrow-race-title = Pfeilrennen
arrow-race-begin = Knopf drücken.
arrow-race-draw = { $color }: Knopf drücken.
arrow-race-run = { $color } läuft mit einem von zwei
arrow-race-told = { $animal } von { $color } steht auf { $at }.
arrow-race-back = { $animal } von { $color } steht wieder am Start.
arrow-race-won = { $color } hat gewonnen.
arrow-race-runner-at = { $animal } von { $color } { $at }
arrow-race-at = Feld { $at }
arrow-race-not-yours = Warte, bis du dran bist, und nimm einen von deinen.
arrow-race-not-now = Das ist jetzt kein Zug.
arrow-race-hare = Hase
arrow-race-tortoise = Schildkröte
kind-arrow-race-runner = { $count ->
    [one] ein Läufer
   *[other] { $count } Läufer
}

rule-AR-1 = Der Pfeil wird gedreht, dann geht einer deiner zwei Läufer so weit, wie er sagt. Wer auf einem anderen landet, schickt ihn an den Start. Wer zuerst auf Feld 12 ist, gewinnt.
rule-AR-2 = Alle sind der Reihe nach dran, im Uhrzeigersinn vom ersten an.
