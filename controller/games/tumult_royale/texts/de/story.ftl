# Die Geschichte: was geschah, mit Zahlen und der Regel, die es verlangt.

listed = { $most } und { $last }
color-count = { $color } { $count }
tile-face = { $commodity } { $value }
tile-value = { $value }
tile-values = { $value } ({ $number }-mal)
supporters = { $count ->
    [0] keinen Anhänger
    [one] einen Anhänger
   *[other] { $count } Anhänger
  }
more = { $count ->
    [one] einen Anhänger mehr
   *[other] { $count } Anhänger mehr
  }
less = { $count ->
    [one] einen Anhänger weniger
   *[other] { $count } Anhänger weniger
  }
place-people = dem Volk
place-set_aside = den beiseitegelegten
place-blue = Blau
place-yellow = Gelb
place-purple = Lila
place-grey = Grau
paid-printed = zum einfachen Preis, da das Feld angrenzt
paid-double = zum doppelten Preis, da das Feld nicht angrenzt

told-started = Eine Partie zu { $players ->
    [2] zweit
    [3] dritt
   *[other] viert
  } beginnt; { $color } ist König (TR-0.1).
told-round = Runde { $round } beginnt; { $color } ist König.
told-first = { $color } stellt die erste Statue auf (TR-0.6).
told-first-field = { $color } stellt die erste Statue auf { $field } (TR-0.6).
told-spun = Das Volk will { $number } von jeder Ware (TR-1.1).
told-spun-for = Das Volk will { $number } { $commodity } (TR-10.1).
told-forgotten = Das Drehen wurde vergessen: Brot { $bread }, Marmor { $marble }, Werkzeug { $tools } (TR-1.3).
told-aside-by = { $color } legt Plättchen { $count } beiseite.
told-aside = { $count ->
    [one] Ein Plättchen liegt beiseite (TR-2.1).
   *[other] { $count } Plättchen liegen beiseite (TR-2.1).
  }
told-hourglass = Die Sanduhr läuft (TR-2.2).
told-robbed = { $color } hat { $tiles ->
    [one] ein Plättchen.
   *[other] { $tiles } Plättchen.
  }
told-late = { $color } legt ab, was in der Hand war (TR-2.5), und hat { $tiles ->
    [one] ein Plättchen.
   *[other] { $tiles } Plättchen.
  }
told-stop = Die Sanduhr ist leer (TR-2.5).
told-castle = { $color } hat geraubt: Brot { $bread }, Marmor { $marble }, Werkzeug { $tools } (TR-2.6).
told-left = Dem Volk bleiben Brot { $bread }, Marmor { $marble }, Werkzeug { $tools } (TR-2.6).
told-calm = Kein Tumult um { $commodity }: { $left } übrig, { $demand } gefordert (TR-3.1).
told-tumult = Tumult um { $commodity }: { $left } übrig, { $demand } gefordert (TR-3.1). { $color } ist mit { $greed } am gierigsten (TR-3.4) und zahlt { $paid } (TR-3.5).
told-greed-mercy = { $color } hat { $robbed } davon geraubt; die Gnade zieht eines ab (TR-3.3).
told-greed-spared = { $color } hat { $robbed } davon geraubt, doch die Gnade zieht eines ab (TR-3.3).
told-greed-tied = { $color } hat so viel geraubt wie { $colors }, steht aber höher im Rang (TR-3.4).
told-returned = { $color } behält { $commodity } { $kept } und gibt { $returned } zurück (TR-3.6).
told-nothing-returned = { $color } hat höchstens ein Plättchen { $commodity }: nichts geht zurück (TR-3.7).
told-built = { $color } baut ({ $kind }): { $statues ->
    [one] eine Statue
   *[other] { $statues } Statuen
  } (TR-4.3) für { $tiles }, { $price } (TR-4.4), und gewinnt { $gained } (TR-4.7). Bisher gestellt: { $placed }.
told-built-field = { $color } baut auf { $field } ({ $kind }): { $statues ->
    [one] eine Statue
   *[other] { $statues } Statuen
  } (TR-4.3) für { $tiles }, { $price } (TR-4.4), und gewinnt { $gained } (TR-4.7). Bisher gestellt: { $placed }.
judged-built = { $color } baut ({ $kind }) für { $tiles }.
judged-built-field = { $color } baut auf { $field } ({ $kind }) für { $tiles }.
judged-robbed = { $color } raubt { $tiles } und zahlt für den Tumult.
judged-left = { $color } lässt { $tiles } beim Volk.
judged-why = { $better } { $why }
judged-statues = Am Ende der Runde { $number ->
    [1] steht eine Statue mehr.
   *[other] stehen { $number } Statuen mehr.
  }
judged-supporters = Am Ende der Runde { $number ->
    [1] ist ein Anhänger mehr da.
   *[other] sind { $number } Anhänger mehr da.
  }
judged-gave-up = Du hättest bauen können: { $where }. Mit diesem Passen ist das Bauen vorbei (TR-4.9): Das war der Verzicht auf { $statues ->
    [1] eine Statue.
   *[other] { $statues } Statuen.
  }
judged-asked-again = Du hättest bauen können: { $where }. Im nächsten Durchgang wirst du wieder gefragt.
judged-asked-if-built = Du hättest bauen können: { $where }. Du wirst nur wieder gefragt, wenn vorher noch jemand baut.
judged-good = Soweit absehbar, ist nichts deutlich besser.
judged-larger = Dieselben Plättchen hätten auch gereicht für: { $where }, mit { $more ->
    [1] einer Statue
   *[other] { $more } Statuen
  } mehr. Weitergespielt ist nichts deutlich besser.
judged-first-good = { $next } Soweit absehbar, ist kein Platz deutlich besser.
judged-next-to = Neben { $field } genügt der einfache Preis für { $kinds }.
judged-kind = { $number } × { $kind }
judged-none = nichts
judged-pass-forced = Du konntest nichts bauen: Es blieb nur, zu passen.
judged-aside = Was verdeckt beiseitegelegt wird, ist Glück und wird nicht beurteilt.
judged-no-robbing = Was du raubst, wird beurteilt, sobald alle Plättchen offen liegen.
judged-tumult = Soweit beim Zählen absehbar, hat dich dein Tumult wenig gekostet.
judged-how = Fehler werden zwischen zwei Partien gemessen, die gleich weitergehen: mit den besten Zügen, die die Suche findet, und mit demselben Zufall. Die Kurve ist ein Mittel über viele Fortsetzungen und fällt deshalb oft weniger.
judged-luck = Welches Land erscheint, ist Glück und wird nicht beurteilt.
judged-no-map = Ohne ihre Karte kann die Station den ersten Platz nicht beurteilen.
told-passed = { $color } passt (TR-4.8).
told-passed-stuck = { $color } hat kein freies Feld und passt (TR-11.2).
told-passed-over = { $colors } { $count ->
    [one] kann
   *[other] können
  } nichts bauen (TR-4.8).
told-left-over = Niemand baut mehr (TR-4.9). Übrig und zurückgegeben: { $shares }.
told-nothing-left-over = Niemand baut mehr (TR-4.9); kein Plättchen ist übrig.
told-consolation = { $color } bekommt zum Trost { $gained } (TR-4.10).
told-shared = { $color } muss { $due } zahlen und hat zu wenige. Der Vorrat gibt zuerst allen: { $shares } (TR-9.1).
told-gathered = { $color } gewinnt { $due }, mehr als im Vorrat sind. Alle geben zuerst hinein: { $shares } (TR-9.2).
told-ranks = Ränge nach Anhängern (TR-5.1): { $order }.
told-ranks-tied = { $colors } haben gleich viele: Es entscheiden die bisherigen Ränge (TR-5.1).
told-crowned = { $color } wird gekrönt, zahlt { $paid } (TR-6.1), stellt { $statues ->
    [one] eine Statue
   *[other] { $statues } Statuen
  } in die Chronik (TR-6.2) und hat nun insgesamt { $placed } gestellt.
told-reveal-due = { $color } deckt neues Land auf: { $count } (TR-6.3).
told-revealed = Neues Land liegt offen: { $count } (TR-6.3).
told-end-not-yet = Meiste Statuen { $most }, wenigste { $fewest }; die Chronik erlaubt einen Abstand von { $gap }: Die Partie geht weiter (TR-8.2).
told-end-checked = Meiste Statuen { $most }, wenigste { $fewest }; die Chronik erlaubt einen Abstand von { $gap }: Die Partie endet (TR-8.2).
told-mercy = Das Volk ist gnädig zu { $colors }, mit den wenigsten Statuen: { $placed } (TR-7.1). Alle anderen Gnadenkarten werden umgedreht.
told-no-mercy = Alle haben gleich viele gestellt: Das Volk ist zu niemandem gnädig, die Gnadenkarten werden umgedreht (TR-7.1).
told-over = Die Partie ist aus: { $ending }. Gestellt: { $placed }. { $color } gewinnt (TR-8.3).
told-amended-supporters = Korrigiert: { $color } hat { $change }, jetzt { $then }; im Vorrat sind { $supply }.
told-amended-move = Korrigiert: ein Plättchen von { $before } zu { $after }.
told-amended-demand = Korrigiert: Das Volk will { $now } { $commodity }, nicht { $before }.
told-undone = Zurückgenommen: { $what } (Schritt { $seq }).
undone-of = { $what } von { $color }
ending-25th-statue = die 25. Statue steht (TR-8.1)
ending-gap = der Abstand ist zu groß (TR-8.2)
ending-tenth-round = zehn Runden sind gespielt (TR-8.2)

do-place-first = eine erste Statue
do-spin = das Drehen
do-forget-spin = das vergessene Drehen
do-set-aside = ein beiseitegelegtes Plättchen
do-collect = der Start der Sanduhr
do-rob = ein geraubtes Plättchen
do-stop = das Ende der Sanduhr
do-count = das Zählen
do-build = ein Bau
do-pass = ein Passen
do-reveal = das neue Land
do-amend = eine Korrektur

# Szenen: was bei einer Zählung geschah.
scene-each = { $number } von jeder Ware
scene-count = Das Volk will { $wanted } und hat noch { $left }. { $verdict }
rank-of = { $rank } { $color }
scene-ranks = { $told } Tauscht die Rangkarten: { $ranks }.
scene-built = { $told } Die Plättchen kommen zurück zum Volk.
scene-calm = Es bleibt ruhig (TR-3.1).
scene-calm-some = Kein Tumult um { $calm } (TR-3.1).
scene-calm-none = Tumult um alle drei Waren (TR-3.1)!
scene-tumult = Tumult um { $commodity }: { $left } übrig, { $demand } verlangt (TR-3.1). { $blame }, zahlt { $paid } (TR-3.5) und { $back }.
scene-blame-most = { $color } ist mit { $greed } am gierigsten (TR-3.4)
scene-blame-tied = { $color } hat so viel geraubt wie { $colors }, steht aber höher im Rang (TR-3.4)
scene-blame-spared = { $color } ist mit { $greed } am gierigsten, da die Gnade von den { $robbed } bei { $spared } eines abzieht (TR-3.3)
scene-blame-mercy = { $color } hat { $robbed } geraubt, ist trotz der Gnade (TR-3.3) am gierigsten
scene-back = gibt { $tiles } zurück (TR-3.6)
scene-keeps = gibt nichts zurück (TR-3.7)
scene-consoled = { $count ->
    [one] { $colors } konnte nicht bauen und erhält { $gained } (TR-4.10).
   *[other] { $colors } konnten nicht bauen und erhalten je { $gained } (TR-4.10).
  }
