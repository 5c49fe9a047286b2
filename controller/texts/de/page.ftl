# Was die Seite von sich aus sagt; die Sätze des Spiels kommen mit der Ansicht.

## Der Kopf der Seite

page-app = Royaltable
page-round = Runde { $number } von { $of }
page-live = live
page-behind = Der Tisch antwortet nicht. Neuer Versuch …
page-behind-since = Der Tisch ist nicht erreichbar. So war es am { $time }.
page-connecting = Der Tisch wird gesucht …
page-newer = Neue Version: neu laden
page-language = Sprache
page-sound = Ton
page-sound-off = aus
page-sound-on = ein
page-theme = Hell oder dunkel
page-theme-auto = wie das Gerät
page-theme-light = hell
page-theme-dark = dunkel
page-views = Ansichten des Tisches
page-view-table = Tisch
page-view-spectator = Zuschauen
page-view-replay = Wiederholung
page-view-referee = Spielleitung
page-view-owner = Besitzer
page-view-tv = Fernseher
page-course-picture = Die Partie als Bild
page-bg-stats = In BG Stats eintragen
page-film = Film
page-film-making = Der Film entsteht …
page-film-failed = Gerade kein Film. Versuch es in einer Minute noch einmal.
page-share = Teilen
page-menu = Menü
page-menu-open = Am Tisch ist ein Menü offen.
page-your-turn = ● Du bist dran
page-tabs = Teile der Seite
page-tab-board = Brett
page-to-board = Zu Spielteilen und Toren
page-tab-hand = Konsole
page-tab-desk = Leitung
page-tab-story = Verlauf
page-gate-out = Das Tor von { $color } ist ausgefallen.
page-gate-out-enter = Gib seine Spielteile auf der Seite der Spielleitung ein.
page-the-end = Das Ende
page-rematch = Noch einmal
page-skip = Zu dem, worauf der Tisch wartet
page-skip-main = Zum Inhalt springen
page-resumed = { $number ->
    [one] Die Partie geht nach 1 Schritt weiter.
   *[other] Die Partie geht nach { $number } Schritten weiter.
  }
page-compare = Vergleiche die Burgen:
page-to-move = Diese Plättchen umlegen:
page-put-right = Jetzt liegen sie richtig
page-errand-done = Fertig
page-unwritten = { $number ->
    [one] 1 Schritt ist noch nicht gesichert. Lass den Strom an.
   *[other] { $number } Schritte sind noch nicht gesichert. Lass den Strom an.
  }

## Burgen

page-castle = Burg von { $color }
page-tiles = { $number ->
    [one] 1 Plättchen
   *[other] { $number } Plättchen
  }
page-gate = Tor
page-gate-of = Tor von { $color }
page-tray = Schale
page-gate-missed = Das Plättchen kam über kein Tor. Trage es über das Tor einer Burg.
page-yes = Ja
page-no = Nein
page-practice-on = Übungspartie
page-practice-checks = Übungspartie: Der Zug wird geprüft …
page-practice-yes = Zurücknehmen und neu versuchen
page-practice-no = Weiter
page-yes-of = Ja von { $color } (lang halten)
page-no-of = Nein von { $color } (lang halten)
page-lamps = { $lit } von 3 Lampen an

## Die Plättchen des Volkes, und eines in der Hand

page-held-title = Ein Plättchen in der Hand
page-held-carry = Trage es über das Tor von
page-held-back = Zurücklegen
page-held-taken = Das Plättchen hat schon jemand anders.
page-held-blind = verdeckt

## Die Konsole des Tisches

page-console = Die Konsole des Tisches
page-oled = Die Anzeige des Tisches: { $text }
page-next-knob = Drück den Knopf
page-heap = Spielteile
page-knob-press = Drück
page-knob-label = Knopf: drücken; für langen Druck halten
page-knob-left = Knopf nach links drehen
page-knob-right = Knopf nach rechts drehen
page-arrow = Der Pfeil steht bei { $degrees } Grad
page-arrow-turns = Der Pfeil dreht sich …
page-turn-timer = Zeit für diesen Zug
page-turn-timer-up = Zeit ist um
page-hourglass = Sanduhr
page-hourglass-idle = { $total } s
page-hourglass-left = { $left } s
page-hourglass-stopped = abgelaufen
page-hourglass-paused = angehalten
page-hourglass-start = Sanduhr starten
page-speed = Tempo
page-speed-1 = normal
page-speed-5 = 5-mal
page-speed-100 = sofort

## Tumulte, Chronik, Erzählung, Ende

page-story = Was bisher geschah
page-story-empty = Es beginnt mit dem ersten Schritt.
page-empty-begin = Wähle „Neue Partie“: wer an welcher Burg spielt und wo ein Bot. Der Tisch teilt aus, misst die Zeit und wertet.
page-empty-watch = Gerade läuft keine Partie. Die nächste siehst du hier.
page-why = Warum?
page-why-rule = Regel { $rule }

## Ein neues Spiel

page-new-title = Eine neue Partie
page-new-open = Neue Partie …
page-new-game = Spiel
page-new-seat-nobody = niemand
page-new-seat-person = Mensch
page-new-seat-bot = Bot
page-new-level = Bots spielen
page-new-helped = Menschen bewegen die Spielteile dieser Bots: Anzeige, Lampen und diese Seite sagen, was zu tun ist.
page-new-practice = Üben: anbieten, einen teuren Zug zurückzunehmen
page-new-guide = Zum ersten Mal hier? Spiele eine Runde mit Bots, mit einem Hinweis zu jedem Schritt.
page-new-guide-begin = Führ mich durch eine erste Runde
page-new-choice = Spieloption
page-new-replaces = Die laufende Partie wird geparkt.
page-new-parked = Oder eine geparkte Partie fortsetzen:
page-last-played = zuletzt gespielt { $time }
page-tour-title = Deine erste Runde
page-tour-progress = Schritt { $number } von { $total }
page-tour-close = Ich kenne mich aus
page-tour-next = Weiter
page-tour-stop = Lies den Hinweis, dann drücke Weiter.
page-tour-wait = { $color } ist dran. Sieh, was der Tisch sagt.
page-new-start = Beginnen
page-new-close = Weiterspielen

## Das Spiel leiten

page-login-lead-referee = Gib die PIN ein, oder lass jemanden am Knopf des Tisches bestätigen.
page-login-lead-owner = Gib das Passwort des Besitzers ein. Vergessen? Ruf „royaltable password“ in einem Terminal auf.
page-login-first = Noch gibt es kein Passwort. Drücke „Am Tisch fragen“ und drehe dann den Knopf des Tisches auf den Code, der hier erscheint: Dann kannst du eines festlegen. Ohne Knopf: „royaltable password“ in einem Terminal.
page-login-pin = PIN
page-login-password = Passwort
page-login-enter = Anmelden
page-login-wrong-pin = Diese PIN stimmt nicht.
page-login-wrong-password = Dieses Passwort stimmt nicht.
page-login-knock = Am Tisch fragen
page-login-knocked = Die Anzeige fragt nach einer Seite: Dreh dort den Knopf auf { $code } und drück ihn.
page-login-nobody = Niemand am Tisch hat Ja gesagt.
page-view-seat = Meine Hand
page-seat-door = Öffne deine Hand auf diesem Handy
page-seat-lead = Jemand am Tisch hält den Knopf gedrückt und wählt „Hand auf dem Handy…“, dann deine Burg. Gib hier den Code ein, den die Anzeige zeigt. Er gilt zwei Minuten und für ein Handy.
page-seat-code = Code
page-seat-wrong = Dieser Code ist falsch oder abgelaufen. Lass dir auf der Anzeige einen neuen zeigen.
page-seat-of = Hand von { $castle }
page-seat-nothing = Du hast im Moment nichts Geheimes.
page-seat-moves = Das kannst du jetzt tun
page-phones = Hand auf dem Handy
page-phones-code = QR-Code der Seite, auf der man seine Hand öffnet
page-phones-lead = Scanne das mit deinem Handy und tippe dann den Code deiner Burg ein. Die Anzeige zeigt ihn, wenn jemand am Tisch den Knopf hält und „Hand auf dem Handy…“ wählt, dann deine Burg. Sie zeigt auch ein Bild: Wer es scannt, muss nichts tippen.
page-logout = Abmelden
page-desk = Die Spielleitung
page-desk-undo = Letzten Schritt zurücknehmen
page-desk-pause = Sanduhr anhalten
page-desk-go-on = Sanduhr weiterlaufen lassen
page-desk-players = Wer spielt
page-piece-entry = Ein Spielteil von Hand eingeben
page-piece-entry-gate = Tor
page-piece-entry-piece = Spielteil
page-piece-entry-send = Es kam über das Tor
page-complaints = Einwände
page-complaints-none = Keine.
page-complaints-table = der Tisch

## Ziehungen

page-draws = Ziehungen
page-draws-lead = Der Tisch hat sich auf die nächste Ziehung festgelegt. Schreib die Festlegung auf: Der Startwert, der nach der Ziehung gezeigt wird, muss dazu passen.
page-draws-given = Diesem Tisch wurde ein Startwert vorgegeben. Seine Ziehungen beweisen nichts.
page-draws-standing = Ziehung { $number }, kommt noch
page-draws-coming = Die Auslage der nächsten Partie
page-draws-deal = Ziehung { $number }: die Auslage
page-draws-spin = Ziehung { $number }: { $value }
page-draws-complete = Ziehung { $number }: was aufgedeckt wurde
page-draws-commitment = Festlegung
page-draws-seed = Startwert

## Geräte und Fehler

page-devices = Geräte
page-device-bad = { $name } funktioniert nicht
page-faults = Etwas kaputtmachen
page-faults-lead = Diese Teile sind simuliert: mache eines kaputt und sieh, was der Tisch tut.
page-faults-break = Kaputtmachen
page-faults-mend = Reparieren
page-faults-does = Was der Tisch tut:
page-mistakes = Etwas falsch verdrahten
page-mistakes-lead = Die Teile funktionieren, aber ihre Drähte führen woandershin, als sie sollen: Die Einrichtung (royaltable setup) nennt jeden Fehler.

## Was schiefging

page-error-missing = Hier ist nichts
page-error-failed = Das hat nicht geklappt
page-error-below-a-path = Gibt ein Proxy diese Seite weiter, dann nur unter / eines eigenen Namens oder Ports, nicht unter einem Pfad.
page-error-home = Zurück zum Tisch
page-error-network = Der Tisch antwortet nicht. Läuft er noch? Die Seite versucht es weiter.
page-error-other = Das hat nicht geklappt ({ $status }). Versuch es noch einmal oder lade die Seite neu.
page-error-401 = Melde dich zuerst an, oder frag am Tisch.
page-error-403 = Das darfst du hier nicht. Melde dich an, oder frag am Tisch.
page-error-404 = Das geht nicht mehr: Der Tisch ist schon weiter.
page-error-409 = Das geht gerade nicht. Versuch es in einer halben Minute noch einmal.
page-error-429 = Zu viele Versuche. Versuch es in { $seconds } s noch einmal.
page-error-503 = Gerade schauen zu viele zu. Versuch es in ein paar Sekunden noch einmal.
page-refused = { $message } ({ $rule })
page-loading = Wird geladen …
page-close = Schließen
page-said = Laut gesagt
page-replay-of = Wiederholung von { $title }, Partie { $game }
page-replay-first = Zum Anfang
page-replay-last = Zum Ende
page-replay-unknown = Keine beendete Partie hat diese Nummer.
page-replay-none = Noch ist keine Partie zu Ende gespielt. Spielt eine zu Ende, dann steht hier ihre Wiederholung.
page-replay-uncomputed = Das ließ sich nicht berechnen. Versuch es in einer Minute noch einmal.
page-replay-begins = Die Partie beginnt.
page-replay-moves = Entscheidungen
page-replay-flaws = { $here ->
    [0] Nächster Fehler: { $at } von { $number }
   *[other] Fehler { $at } von { $number } ›
  }
page-replay-flaw-keys = Nächster Fehler: M. Der davor: Umschalt+M.
page-replay-back = Eine Entscheidung zurück
page-replay-on = Eine Entscheidung vor
page-replay-play = Abspielen
page-replay-stop = Anhalten
page-replay-step = Entscheidung
page-replay-decision = Entscheidung { $number } von { $of }
page-analyse = Partie analysieren
page-no-analysis = Dieses Spiel beurteilt seine Züge nicht; deshalb gibt es keine Analyse.
page-chances = Gewinnchancen
page-chances-none = Keine Entscheidung kostete mehr, als sich messen lässt.
page-chances-of = { $name } { $value } ± { $error } %
page-chances-at = Runde { $round }
page-legend-mistake = Fehler
page-legend-swing = größte Wende
page-legend-alarm = Tumult oder anderer Alarm
page-chances-instead = { $better } statt { $done }.
page-chances-better-chance = { $gain } Prozentpunkte mehr Gewinnchance: { $better } Gespielt: { $done }
page-chances-better-points = Am Ende der Partie geschätzt { $gain ->
    [1] einen Punkt
   *[other] { $gain } Punkte
  } mehr: { $better } Gespielt: { $done }
page-chances-swing = Die größte Wende der Partie: { $name } steigt von { $before } auf { $after } %.
page-chances-won = Was { $name } dahin brachte, in Prozent: eigene Züge { $own }, die der anderen { $others }, Zufall und was alle zugleich taten { $luck }.
page-go-on = Weiter
page-scene-knob = Weiter geht es mit dem Knopf am Tisch.
page-scene-skip = Gleich zum nächsten Schritt
page-scene = Was geschah
page-tour-scene = Lies, was geschah; dann tippe auf Weiter.
