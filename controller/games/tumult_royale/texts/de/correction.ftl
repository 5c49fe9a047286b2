# Berichtigungen: zurückgehen, was wieder getan wird und was nicht, welche Plättchen anders liegen.

do-by = { $color }: { $what }
screen-dropped-rule = { $rule }
told-gone-back = Zurück vor Schritt { $seq } ({ $what }). Den Tisch von Hand berichtigen und weitermachen; dann { $count ->
    [one] wird der zurückgenommene Schritt
   *[other] werden die { $count } zurückgenommenen Schritte
  } wieder getan.
told-corrected = Berichtigt vor Schritt { $seq } ({ $what }): { $again ->
    [one] ein Schritt wurde
   *[other] { $again } Schritte wurden
  } wieder getan{ $dropped ->
    [0] {""}
   *[other] , { $dropped } nicht
  }.
told-done-again = Nach der Berichtigung { $again ->
    [one] wurde ein Schritt
   *[other] wurden { $again } Schritte
  } wieder getan{ $dropped ->
    [0] {""}
   *[other] , { $dropped } nicht
  }.
told-dropped = Nicht wieder getan: Schritt { $seq } ({ $what }). { $why } ({ $rule })
told-given-up = Weiter zurückgegangen; nicht wieder getan: { $steps }.
step-by-name = Schritt { $seq } ({ $what })
screen-dropped-title = Nicht wieder getan
screen-dropped-more = und weitere
screen-dropped-count = { $count }
refused-back-where = Es gibt keinen Schritt { $seen }, zu dem es zurückginge; möglich sind gültige von 2 bis { $last }.
refused-back-count = Noch wurde nicht gezählt; es gibt kein Zählen, zu dem es zurückginge.

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
