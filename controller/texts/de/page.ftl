# Was die Seite von sich aus sagt; die Sätze des Spiels kommen mit der Ansicht.

## Der Kopf der Seite

page-app = Royaltable
page-round = Runde { $number } von { $of }
page-supply = { $number } Anhänger im Vorrat
page-live = live
page-behind = Veraltet: Der Tisch schweigt. Neuer Versuch läuft …
page-connecting = Der Tisch wird gesucht …
page-language = Sprache
page-theme = Hell oder dunkel
page-theme-auto = wie das Gerät
page-theme-light = hell
page-theme-dark = dunkel
page-views = Ansichten des Tisches
page-view-table = Tisch
page-view-spectator = Zuschauen
page-view-referee = Spielleitung
page-view-owner = Besitzer
page-skip = Zu dem, worauf der Tisch wartet
page-resumed = { $number ->
    [one] Das Spiel geht nach 1 Schritt weiter.
   *[other] Das Spiel geht nach { $number } Schritten weiter.
  }
page-compare = Vergleicht die Burgen:
page-to-move = Diese Plättchen umlegen:
page-put-right = Jetzt liegen sie richtig
page-unwritten = { $number ->
    [one] 1 Schritt ist noch nicht gesichert. Lasst den Strom an.
   *[other] { $number } Schritte sind noch nicht gesichert. Lasst den Strom an.
  }

## Phasen, Varianten, Ränge

page-phase-none = noch kein Spiel
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

page-castle = Burg von { $color }
page-supporters = { $number } Anhänger
page-statues = { $number } von { $of } Statuen aufgestellt
page-mercy = Gnade
page-mercy-note = Das Volk ist gnädig: 1 Gier weniger
page-tiles = { $number ->
    [one] 1 Plättchen
   *[other] { $number } Plättchen
  }
page-aside = { $number ->
    [one] 1 beiseite
   *[other] { $number } beiseite
  }
page-confirmed = gezählt
page-gate = Tor
page-gate-of = Tor von { $color }
page-tray = Schale
page-gate-missed = Das Plättchen kam über kein Tor. Trage es über den Bogen einer Burg.
page-yes = Ja
page-no = Nein
page-yes-of = Ja von { $color } (lang halten)
page-no-of = Nein von { $color } (lang halten)
page-lamps = { $lit } von 3 Lampen an

## Die Plättchen des Volkes, und eines in der Hand

page-people = Das Volk
page-left = Wert
page-tile-down = Plättchen, verdeckt
page-tile-face = { $commodity } { $value }
page-tile-castle = Plättchen von { $color }, verdeckt
page-people-hint = Ziehe ein Plättchen über das Tor einer Burg, oder tippe es an.
page-people-keys = Mit Tasten: Pfeile, dann Eingabe.
page-people-label = Plättchen des Volkes
page-held-title = Ein Plättchen in der Hand
page-held-carry = Trage es über das Tor von
page-held-back = Zurücklegen
page-held-blind = verdeckt

## Das Land

page-country = Das Land
page-field = { $name }, { $kind }
page-field-owned = { $name }, { $kind }, Statuen von { $color }: { $number }
page-field-build = { $name }, { $kind }: hier bauen
page-field-first = { $name }, { $kind }: erste Statue hierher
page-slot-down = Eine Landschaftstafel, verdeckt
page-slot-reveal = Landschaftstafel auf Platz { $slot } aufdecken
page-country-honour = Ohne Karte am Tisch urteilen die Spieler selbst über das Land.
page-legend = Arten von Feldern

## Die Konsole des Tisches

page-console = Die Konsole des Tisches
page-oled = Die Anzeige des Tisches: { $text }
page-knob-press = Drücken
page-knob-label = Knopf: drücken; für langen Druck halten
page-knob-left = Knopf nach links drehen
page-knob-right = Knopf nach rechts drehen
page-arrow = Der Pfeil steht bei { $degrees } Grad
page-hourglass = Sanduhr
page-hourglass-idle = { $total } s
page-hourglass-left = { $left } s
page-hourglass-stopped = abgelaufen
page-hourglass-paused = angehalten
page-demand = Das Volk will
page-demand-unknown = ?
page-speed = Zeit
page-speed-1 = wie sie ist
page-speed-5 = 5-mal
page-speed-100 = sofort

## Was zu tun ist

page-do-place_first = Tippe eine der leuchtenden Wiesen auf der Karte an.
page-do-place_first-honour = Knopf drücken: die Statue steht
page-do-spin = Knopf drücken: drehen
page-do-set_aside = Trage ungesehen drei Plättchen über das Tor jeder Burg.
page-do-collect = Knopf drücken: Sanduhr umdrehen
page-do-rob = Trage Plättchen über dein Tor, eines nach dem anderen!
page-do-confirm = Knopf drücken: zählen
page-do-correct = Trage das fehlende Plättchen über das Tor dieser Burg.
page-do-build = Wähle in der Liste oder auf der Karte, oder zahle über dein Tor.
page-do-reveal = Tippe eine verdeckte Landschaftstafel auf der Karte an.
page-do-reveal-honour = Knopf drücken: sie liegt offen
page-do-new_game = Neues Spiel …

## Bauen und zahlen

page-choices = kann bauen
page-choices-none = Nichts ist bezahlbar.
page-choices-touching = grenzt an
page-choices-double = doppelte Kosten
page-choices-gains = { $number ->
    [one] +1 Anhänger
   *[other] +{ $number } Anhänger
  }
page-choices-more = { $number ->
    [one] noch 1 Art zu zahlen
   *[other] noch { $number } Arten zu zahlen
  }
page-choices-pass = Passen
page-choices-pass-would = Passen: will nicht
page-choices-pass-stuck = Passen: kein solches Feld ist frei
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

## Tumulte, Chronik, Erzählung, Ende

page-tumults = Tumulte
page-tumult-left = { $left } übrig, { $demand } verlangt
page-tumult-greediest = ist mit { $greed } am gierigsten und muss { $costs } Anhänger zahlen.
page-tumult-kept = behält
page-tumult-returned = gibt zurück
page-tumult-keeps-all = Nichts muss zurück.
page-chronicle = Die königliche Chronik
page-chronicle-round = Runde { $number }: { $color }
page-chronicle-open = Runde { $number }
page-story = Was bisher geschah
page-story-empty = Es beginnt mit dem ersten Schritt.
page-why = Warum?
page-why-rule = Regel { $rule }
page-winner = { $color } gewinnt
page-ending-25th-statue = mit der 25. Statue
page-ending-gap = durch den Abstand der Chronik
page-ending-tenth-round = nach der zehnten Runde
page-chart = Das Spiel
page-chart-placed = Aufgestellte Statuen
page-chart-supporters = Anhänger

## Ein neues Spiel

page-new-title = Ein neues Spiel
page-new-lead = Vier Burgen, ein Haufen Plättchen, zwanzig Sekunden. Der Tisch zählt, stoppt und urteilt.
page-new-open = Neues Spiel …
page-new-replaces = Das laufende Spiel wird geparkt.
page-new-other = Anderes Spiel …
page-new-game = Spiel
page-new-players = Spieler
page-new-people = Davon Menschen an diesem Tisch; den Rest spielen Bots
page-new-variant = Variante
page-new-map = Karte
page-new-start = Beginnen
page-new-close = Weiterspielen
page-setup-parked = Oder ein geparktes Spiel fortsetzen:
page-setup-castles = Wer spielt: im Uhrzeigersinn antippen
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

## Das Spiel leiten

page-login-lead-referee = Gib die PIN ein, oder lass jemanden am Knopf des Tisches bestätigen.
page-login-lead-owner = Gib das Passwort des Besitzers ein.
page-login-first = Noch gibt es kein Passwort. Frag am Tisch: Wer dort den Knopf auf deine Zahl dreht, lässt dich ein, um eines zu setzen. Ohne Knopf im Terminal: royaltable password.
page-login-pin = PIN
page-login-password = Passwort
page-login-enter = Anmelden
page-login-wrong-pin = Diese PIN stimmt nicht.
page-login-wrong-password = Dieses Passwort stimmt nicht.
page-login-knock = Am Tisch fragen
page-login-knocked = Das Display fragt nach einer Seite: Dreh dort den Knopf auf { $code } und drück ihn.
page-login-nobody = Niemand am Tisch hat Ja gesagt.
page-view-seat = Meine Hand
page-seat-door = Öffne deine Hand auf diesem Telefon
page-seat-lead = Jemand am Tisch hält den Knopf: Hand am Telefon, dann deine Burg. Gib hier ein, was das Display zeigt. Es gilt zwei Minuten und für ein Telefon.
page-seat-code = Code
page-seat-wrong = Dieser Code stimmt nicht, oder nicht mehr. Lass das Display einen anderen zeigen.
page-seat-of = Hand von { $castle }
page-seat-nothing = Jetzt gibt es nichts, was nur du sehen darfst.
page-seat-moves = Das kannst du jetzt tun
page-logout = Abmelden
page-desk = Der Tisch der Spielleitung
page-desk-undo = Letzten Schritt zurücknehmen
page-desk-back = Zurück zur Zählung
page-desk-pause = Sanduhr anhalten
page-desk-go-on = Sanduhr weiterlaufen lassen
page-desk-collect = Sanduhr umdrehen
page-desk-stop = Die Sanduhr ist leer
page-desk-count = Zählen
page-desk-forget = Das Drehen wurde vergessen
page-desk-spin = Der Pfeil zeigt
page-complaints = Einwände
page-complaints-none = Keine.
page-complaints-table = der Tisch
page-advice = Bester Plan
page-advice-ask = Was wäre am besten?
page-entry = Von Hand eingeben
page-entry-action = Was geschah
page-entry-send = Eingeben
page-entry-player = Spieler
page-entry-field = Feld, etwa C4
page-entry-number = Zahl
page-entry-commodity = Ware
page-entry-tile = Plättchen
page-entry-tiles = Gezahlte Plättchen
page-entry-kind = Art des Feldes
page-entry-adjacent = grenzt an eine eigene Statue
page-entry-stuck = kein solches Feld ist frei
page-entry-before = es war vor der Zählung: zurück, dann der Rest noch einmal
page-entry-to = Liegt jetzt
page-entry-people = beim Volk
page-entry-set_aside = beiseite
page-entry-change = Änderung, etwa -3
page-entry-region = Landschaftstafel
page-entry-turns = Vierteldrehungen im Uhrzeigersinn
page-entry-slot-which = Wo
page-entry-slot = Platz { $slot }
page-action-place_first = Erste Statue
page-action-spin = Zahl des Pfeils
page-action-set_aside = Plättchen beiseitegelegt
page-action-rob = Plättchen geraubt
page-action-build = Gebaut
page-action-pass = Gepasst
page-action-reveal = Landschaftstafel aufgedeckt
page-action-move = Berichtigen: wo ein Plättchen liegt
page-action-supporters = Berichtigen: Anhänger
page-action-demand = Berichtigen: die Forderung

## Erste Schritte

page-tour-title = Deine erste Minute
page-tour-progress = Schritt { $number } von { $total }
page-tour-close = Ich kenne mich aus
page-tour-new_game = Beginne ein Spiel zu zweit: du bist Blau, ein Bot spielt Gelb.
page-tour-begin = Beginnen
page-tour-place_first = Jeder stellt eine erste Statue auf eine Wiese. Ist Blau dran, tippe ein leuchtendes Feld an.
page-tour-spin = Der König drückt den Knopf. Der Pfeil sagt, wie viel von jeder Ware das Volk behalten will.
page-tour-set_aside = Ziehe ungesehen drei Plättchen über das Tor von Blau. Sie sind in dieser Runde nicht dabei.
page-tour-collect = Alle bereit? Drücke den Knopf: du hast { $seconds } Sekunden.
page-tour-rob = Raube! Hebe Plättchen an und ziehe, was dir gefällt, über das Tor von Blau. Lass dem Volk genug, sonst zahlt, wer am gierigsten war.
page-tour-confirm = Die Zeit ist um. Drücke den Knopf: alle Plättchen werden aufgedeckt und gezählt.
page-tour-build = Zahle mit Plättchen und stelle Statuen auf: wähle eine Zeile der Liste oder ein leuchtendes Feld, oder passe.
page-tour-done = Das war eine Runde. Nach { $rounds } Runden gewinnen die meisten Statuen. Viel Spaß!
page-tour-wait = Jemand anderes ist dran. Sieh, was der Tisch sagt.

## Ziehungen

page-draws = Ziehungen
page-draws-lead = Der Tisch hat sich auf die nächste Ziehung festgelegt. Schreibt die Festlegung auf: Der Startwert, der nach der Ziehung gezeigt wird, muss dazu passen.
page-draws-given = Diesem Tisch wurde ein Startwert vorgegeben. Seine Ziehungen beweisen nichts.
page-draws-standing = Ziehung { $number }, kommt noch
page-draws-coming = Die Auslage des nächsten Spiels
page-draws-deal = Ziehung { $number }: die Auslage
page-draws-spin = Ziehung { $number }: { $value }
page-draws-complete = Ziehung { $number }: was aufgedeckt wurde
page-draws-commitment = Festlegung
page-draws-seed = Startwert

## Geräte und Fehler

page-devices = Geräte
page-device-ok = { $name } geht
page-device-bad = { $name }: { $text }
page-faults = Etwas kaputtmachen
page-faults-lead = Diese Teile sind simuliert: mache eines kaputt und sieh, was der Tisch tut.
page-faults-break = Kaputtmachen
page-faults-mend = Heilmachen
page-faults-does = Was der Tisch tut:

## Was schiefging

page-error-network = Der Tisch antwortet nicht. Läuft er noch? Die Seite versucht es weiter.
page-error-other = Der Tisch antwortete { $status }.
page-refused = { $message } ({ $rule })
page-close = Schließen
