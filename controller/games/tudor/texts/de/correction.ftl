# Korrekturen von Tudor: zurückgehen, was wiederholt wird und was nicht, welche Spielteile anders liegen.

## Schritte

tudor-step-choose-ring = Ring
tudor-step-wear = Hand
tudor-step-assign = Bank
tudor-step-pass = passt
tudor-step-recall = Rückruf
tudor-step-place-lord = Lord
tudor-step-activate = Figur
tudor-step-act = { $letter }
tudor-step-move = Bonus
tudor-step-exchange = tauscht
tudor-step-scenario = Karte
tudor-step-ambassador = Bote
tudor-step-decline = behält
tudor-step-draw = Ziehen
tudor-step-take-ring = Amt
tudor-step-end-turn = Ende
tudor-step-amend = Korrektur
tudor-step-undo = zurück
tudor-step-by = { $player }: { $what }
tudor-step-short-by = { $player } { $what }
tudor-step-by-name = Schritt { $seq } ({ $what })

## Was erzählt wird

tudor-told-gone-back = Schritt { $seq } ({ $what }) und alle späteren sind zurückgenommen. Bring den Tisch in Ordnung und mach weiter; dann { $count ->
    [one] wird der zurückgenommene Schritt
   *[other] werden die { $count } zurückgenommenen Schritte
  } wiederholt.
tudor-told-corrected = Korrektur vor Schritt { $seq } ({ $what }) eingefügt. Wiederholt: { $again }; nicht wiederholt: { $dropped }.
tudor-told-done-again = Nach der Korrektur. Wiederholt: { $again }, nicht wiederholt: { $dropped }.
tudor-told-dropped = Nicht wiederholt: Schritt { $seq } ({ $what }). { $why } ({ $rule })
tudor-told-given-up = Weil du weiter zurückgegangen bist, werden diese Schritte nicht wiederholt: { $steps }.
tudor-told-corrects-nothing = Dieser Eintrag ändert nichts: So steht es schon im Protokoll. Gib etwas anderes ein oder wähle einen anderen Schritt.
tudor-told-amend-alone = Karten verlassen eine Hand nur, wenn ihr Besitzer zustimmt; zusammen mit dem Zurückgehen geht das nicht. Korrigiere die Karten gesondert.
tudor-told-back-where = Schritt { $seen } gilt nicht mehr; geh zu einem anderen zurück.

## Auf der Konsole

tudor-screen-dropped-title = Nicht wiederholt
tudor-screen-dropped-rule = { $rule }
tudor-screen-dropped-more = und mehr
tudor-screen-dropped-count = { $count }
tudor-said-dropped = Nicht wiederholt: { $steps }.
tudor-move-token = Plättchen { $faction }
tudor-move-ring = Ring { $faction }
tudor-move-hidden = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
  }
tudor-at-space = { $space }
tudor-at-stand = Ständer
tudor-at-spent = bezahlt
tudor-at-bag = Beutel
tudor-at-gone = weg
