# What the page says of this game by itself.

## Phasen, Varianten, Ränge

page-phase-none = noch keine Partie
page-phase-first_statues = Erste Statuen
page-phase-sentiment = Die Stimmung des Volkes
page-phase-set_aside = Plättchen beiseitelegen
page-phase-taxes = Steuern
page-phase-statues = Statuen aufstellen
page-phase-coronation = Krönung
page-phase-over = Das Ende
page-variant-classic = Klassisch
page-variant-gambler = Zocker
page-map-tracked = Der Tisch führt die Karte
page-map-honour = Die Spieler führen die Karte
page-rank-1 = König
page-rank-2 = Herzog
page-rank-3 = Fürst
page-rank-4 = Graf

## Burgen

page-supporters = { $number } Anhänger
page-statues = { $number } von { $of } Statuen aufgestellt
page-mercy-note = Das Volk ist gnädig: 1 Gier weniger
page-confirmed = gezählt
page-stuck = Kein Feld ist frei.
page-stuck-short = Es fehlt

## Die Plättchen des Volkes, und eines in der Hand

page-tile-down = Plättchen, verdeckt
page-tile-face = { $commodity } { $value }
page-tile-paid = { $tile }, schon gezahlt
page-tile-castle = Plättchen von { $color }, verdeckt
page-people-hint = Ziehe ein Plättchen über ein Tor oder tippe es an.
page-people-keys = Mit Tasten: Pfeile, dann Eingabe.
page-people-label = Plättchen des Volkes

## Das Land

page-country = Das Land
page-field = { $name }, { $kind }
page-field-owned = { $name }, { $kind }, Statuen von { $color }: { $number }
page-field-build = { $name }, { $kind }: hier bauen
page-field-first = { $name }, { $kind }: erste Statue hierher
page-slot-down = Eine Landschaftstafel, verdeckt
page-slot-reveal = Landschaftstafel auf Platz { $slot } aufdecken
page-country-honour = Ohne Karte urteilen die Spieler selbst, wo sie bauen dürfen.

## Die Konsole des Tisches

page-demand = Das Volk will
page-demand-unknown = ?

## Was zu tun ist

page-do-place_first-honour = Knopf drücken: die Statue steht
page-do-spin = Knopf drücken: drehen
page-do-collect = Knopf drücken: Sanduhr umdrehen
page-do-confirm = Knopf drücken: zählen
page-do-reveal-honour = Knopf drücken: sie liegt offen
page-prompt-place_first = { $color }: Tippe auf eine leuchtende Wiese.
page-prompt-place_first-honour = { $color }: Stell deine erste Statue auf.
page-bot-place_first = { $color } wählt eine Wiese.
page-bot-spin = { $color } dreht den Pfeil.
page-bot-reveal = { $color } deckt eine Landschaftstafel auf.
page-bot-collect = { $color } dreht { $seconds ->
    [-1] gleich
    [0] jetzt
   *[other] in { $seconds } s
  } die Sanduhr um. Bereit?
page-prompt-spin = { $color } dreht: Drück den Knopf.
page-prompt-set_aside = Jede Burg legt drei Plättchen verdeckt beiseite.
page-prompt-owing = Noch verdeckt beiseitelegen: { $colors }.
page-prompt-collect = Alle bereit? Dreh die Sanduhr um.
page-prompt-rob = Raube! Trag Plättchen über dein Tor.
page-prompt-confirm = Die Zeit ist um. Zähl deine Plättchen.
page-prompt-correct = { $color }: Trag das fehlende Plättchen über dein Tor.
page-prompt-build = { $round ->
    [1] { $color } baut oder passt.
    [2] Zweiter Durchgang: { $color } baut oder passt.
   *[other] Durchgang { $round }: { $color } baut oder passt.
  }
page-prompt-reveal = { $color }: { $number ->
    [one] Landschaftstafel aufdecken
   *[other] { $number } Landschaftstafeln aufdecken
  }.
page-prompt-reveal-honour = { $color }: { $number ->
    [one] Landschaftstafel aufdecken
   *[other] { $number } Landschaftstafeln aufdecken
  }.
page-do-new_game = Neue Partie …

## Bauen und zahlen

page-choices = kann bauen
page-choices-none = Nichts ist bezahlbar.
page-price = { $kind } kostet { $cost }: { $statues }
page-choices-statues = { $number ->
    [one] 1 Statue
   *[other] { $number } Statuen
  }
page-choices-touching = grenzt an Eigenes
page-choices-double = doppelte Kosten
page-choices-gains = { $number ->
    [one] +1 Anhänger
   *[other] +{ $number } Anhänger
  }
page-choices-pay = Arten zu zahlen
page-choices-exact = passend
page-choices-ways = { $number ->
    [one] 1 Art zu zahlen
   *[other] { $number } Arten zu zahlen
  }
page-choices-pass = Passen
page-choices-pass-would = Passen: will nicht
page-choices-pass-stuck = Passen: kein passendes Feld ist frei
page-paying-fields = { $number ->
    [one] 1 Feld
   *[other] { $number } Felder
  }
page-paying-missing = noch zu zahlen: { $tiles }
page-paying-foreign = kostet nicht: { $tiles }
page-paying-needless = eines zu viel von: { $tiles }
page-paying-asks-could_not = Frage vor dem Passen: konntest du nicht bauen?
page-paying-asks-would_not = Frage vor dem Passen: wolltest du nicht bauen?
page-paying = zahlt mit
page-paying-back = Zurücknehmen: noch einmal über das Tor.

## Tumulte, Chronik, Erzählung, Ende

page-tumult-left = { $left } übrig, { $demand } verlangt
page-chronicle = Die königliche Chronik
page-chronicle-round = Runde { $number }: { $color }
page-chronicle-open = Runde { $number }
page-winner = { $color } gewinnt
page-statues-tied = Bei gleich vielen Statuen liegt der höhere Rang vorn; über die Ränge entscheiden die Anhänger (TR-8.3, TR-5.1).
page-ending-25th-statue = Die Partie endete mit der 25. Statue.
page-ending-gap = Die Partie endete, weil der Abstand an Statuen zu groß wurde.
page-ending-tenth-round = Die Partie endete nach der zehnten Runde.
page-chart-placed = Aufgestellte Statuen
page-chart-where = Karte + Chronik
page-chart-supporters = Anhänger

## Ein neues Spiel

page-setup-ranks = Ränge
page-setup-ranks-chance = Der Tisch verteilt sie
page-setup-ranks-dealt = Wie sie verteilt wurden
page-setup-regions = Landschaftstafeln
page-setup-regions-chance = Der Tisch zieht sie
page-setup-regions-dealt = Wie sie liegen
page-setup-regions-how = Tippe einen Platz an, dann die Tafel, die dort liegt. Nochmals tippen dreht sie, das vierte Mal nimmt sie weg; verdeckte Plätze bleiben leer.
page-setup-slot = Platz { $slot }
page-setup-slot-laid = Platz { $slot }: { $tile }, { $turns }-mal gedreht
page-setup-empty = verdeckt
page-setup-dealt = Ränge und Tafeln, wie sie verteilt wurden

## Das Spiel leiten

page-desk-back = Zurück zur Zählung
page-desk-collect = Sanduhr umdrehen
page-desk-stop = Die Sanduhr ist leer
page-desk-count = Zählen
page-desk-forget = Das Drehen wurde vergessen
page-desk-spin = Der Pfeil zeigt
page-desk-placed = Die Statue steht
page-advice-ask = Was wäre am besten?
page-entry = Von Hand berichtigen
page-entry-action = Was geschah
page-entry-send = Eingeben
page-entry-player = Spieler
page-entry-number = Zahl
page-entry-commodity = Ware
page-entry-tile = Plättchen
page-entry-before = es war vor der Zählung: zurückgehen und den Rest wiederholen
page-entry-to = Liegt jetzt
page-entry-people = beim Volk
page-entry-set_aside = beiseite
page-entry-change = Änderung, etwa -3
page-entry-region = Landschaftstafel
page-entry-turns = Vierteldrehungen im Uhrzeigersinn
page-action-reveal = Landschaftstafel aufgedeckt
page-action-move = Wo ein Plättchen liegt
page-action-supporters = Anhänger
page-action-demand = Die Forderung

## Erste Schritte

page-tour-place_first = Die meisten Statuen gewinnen. Jeder stellt eine erste Statue auf eine Wiese. Ist { $own } dran, tippe ein leuchtendes Feld an.
page-tour-place_first-wait = { $color } stellt jetzt eine erste Statue auf.
page-tour-spin = Der König drückt den Knopf. Der Pfeil sagt, wie viel von jeder Ware das Volk behalten will.
page-tour-spin-wait = { $color } dreht jetzt den Pfeil.
page-tour-set_aside = Ziehe drei verdeckte Plättchen über das Tor von { $own }. Sie sind in dieser Runde nicht dabei.
page-tour-collect = Alle bereit? Der König drückt den Knopf: Dann hast du { $seconds } Sekunden.
page-tour-rob = Raube! Hebe Plättchen an und ziehe, was dir gefällt, über das Tor von { $own }. Lass dem Volk genug, sonst zahlt, wer am gierigsten war.
page-tour-confirm = Die Zeit ist um. Drücke den Knopf: Alle Plättchen werden aufgedeckt und gezählt.
page-tour-count = Alle Plättchen liegen offen: { $counted }. Weniger übrig als verlangt: Das gibt einen Tumult.
page-tour-tumult = Tumult um { $commodity }! { $greediest } hat am meisten geraubt: Das kostet Anhänger, und diese Plättchen gehen bis auf eines zurück ans Volk.
page-tour-build = Zahle mit Plättchen und stelle Statuen auf: wähle eine Zeile der Liste oder ein leuchtendes Feld, oder passe.
page-tour-build-wait = { $color } baut jetzt.
page-tour-crown = { $king } hat die meisten Anhänger und wird gekrönt: Das kostet einige davon, bringt aber eine Statue in die Chronik.
page-tour-mercy = Das Volk ist gnädig zu allen mit den wenigsten Statuen: Ein Herz bedeutet eine Gier weniger beim nächsten Tumult.
page-tour-done = Das war eine Runde. Nach { $rounds } Runden gewinnen die meisten Statuen. Viel Spaß!

## Elsewhere on the page

page-supply = { $number } Anhänger im Vorrat
page-aside = { $number ->
    [one] 1 beiseite
   *[other] { $number } beiseite
  }
page-people = Das Volk
page-left = übrig
page-new-variant = Variante
page-new-map = Karte
page-scene-wanted = { $number } verlangt
page-winner-is = { $color } gewinnt!
page-chart-statues = Statuen
