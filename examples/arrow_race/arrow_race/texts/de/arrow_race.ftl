# The Arrow Race.

arrow-race-title = Pfeilrennen
arrow-race-begin = Zum Beginnen den Knopf drücken.
arrow-race-draw = { $color }: Drück den Knopf.
arrow-race-run = { $color }: zieh { $steps } weiter
arrow-race-told = { $animal } von { $color } steht auf { $at }.
arrow-race-back = { $animal } von { $color } steht wieder am Start.
arrow-race-won = { $color } hat gewonnen.
arrow-race-at-both = { $color } { $hare }/{ $tortoise }
arrow-race-at = Feld { $at }
arrow-race-not-yours = Warte, bis du dran bist, und zieh einen deiner Läufer.
arrow-race-not-now = Das geht jetzt nicht.
kind-arrow-race-runner = { $count ->
    [one] ein Läufer
   *[other] { $count } Läufer
}

rule-AR-1 = Der Pfeil zeigt eine Zahl; so weit zieht einer deiner zwei Läufer. Landet er auf einem anderen, muss dieser zurück an den Start. Wer zuerst Feld 12 erreicht, gewinnt.
rule-AR-2 = Reihum im Uhrzeigersinn; die erste Person beginnt.
arrow-race-carry = Zieh { $animal } auf { $at } und führe die Figur über das Tor.
