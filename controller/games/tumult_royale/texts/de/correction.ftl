# Korrekturen: zurückgehen, was wieder getan wird und was nicht, welche Plättchen anders liegen.

do-by = { $color }: { $what }
screen-dropped-rule = { $rule }
told-gone-back = Schritt { $seq } ({ $what }) und alle späteren sind zurückgenommen. Korrigiere den Tisch von Hand und spiel weiter; dann { $count ->
    [one] wird der zurückgenommene Schritt
   *[other] werden die { $count } zurückgenommenen Schritte
  } wiederholt.
told-now-has = Laut Protokoll hat { $color } jetzt: Anhänger { $supporters }, Statuen { $statues }.
told-corrected = Korrigiert vor Schritt { $seq } ({ $what }): { $again ->
    [one] ein Schritt wurde
   *[other] { $again } Schritte wurden
  } wiederholt{ $dropped ->
    [0] {""}
   *[other] , { $dropped } nicht
  }.
told-done-again = Nach der Korrektur { $again ->
    [one] wurde ein Schritt
   *[other] wurden { $again } Schritte
  } wiederholt{ $dropped ->
    [0] {""}
   *[other] , { $dropped } nicht
  }.
told-dropped = Nicht wiederholt: Schritt { $seq } ({ $what }). { $why } ({ $rule })
told-given-up = Weil du weiter zurückgegangen bist, werden diese Schritte nicht wiederholt: { $steps }.
told-corrects-nothing = Dieser Eintrag ändert nichts: So steht es schon im Protokoll. Gib etwas anderes ein oder wähle einen anderen Schritt.
step-by-name = Schritt { $seq } ({ $what })
screen-dropped-title = Nicht wiederholt
screen-dropped-more = und weitere
screen-dropped-count = { $count }
said-dropped = Nicht wiederholt: { $steps }.
refused-back-where = Zu Schritt { $seen } geht es nicht zurück. Wähle einen, der noch gilt, von 2 bis { $last }.
refused-back-count = Bisher wurde nicht gezählt; zu einem Zählen geht es nicht zurück.

short-place-first = zuerst
short-spin = Drehen
short-forget-spin = vergessen
short-set-aside = beiseite
short-collect = Start
short-rob = raubt
short-stop = Ende
short-count = Zählen
short-build = baut
short-pass = passt
short-reveal = Land
short-amend = Korrektur
short-by = { $color } { $what }

at-people = Volk
at-set-aside = beiseite
at-blue = Blau
at-yellow = Gelb
at-purple = Lila
at-grey = Grau
screen-move-hidden = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
  }
