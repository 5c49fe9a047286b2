# Texts of the owner's page.

page-owner-device = Gerät
page-owner-state = Zustand
page-owner-action = Aktion
page-owner-works = funktioniert
page-owner-broken = funktioniert nicht
page-owner-examine = Erneut prüfen
page-owner-count-tiles = { $number ->
    [one] ein Spielteil
   *[other] { $number } Spielteile
  } gelesen
page-owner-count-unknown = { $number ->
    [one] ein fremder Sticker
   *[other] { $number } fremde Sticker
  }
page-owner-count-unclear = { $number ->
    [one] einmal kamen zwei Spielteile zugleich
   *[other] { $number }-mal kamen zwei Spielteile zugleich
  }
page-owner-count-two_gates = { $number ->
    [one] ein Spielteil wurde auch am Nachbartor gelesen
   *[other] { $number } Spielteile wurden auch am Nachbartor gelesen
  }
page-owner-count-lost = { $number ->
    [one] einmal ausgefallen
   *[other] { $number }-mal ausgefallen
  }
page-owner-house = Hausregeln
page-owner-hourglass_s = Sanduhr in Sekunden
page-owner-hourglass_s-note = Ab dem nächsten Start der Sanduhr.
page-owner-turn_timer_s = Zeit für einen Zug in Sekunden (0: unbegrenzt)
page-owner-turn_timer_s-note = In Spielen mit Zügen. Der Tisch sagt, wenn die Zeit um ist, und wartet.
page-owner-idle_game_h = Nach so vielen Stunden ohne Zug nachfragen
page-owner-idle_game_h-note = Dann fragt der Tisch, ob er die Partie parken soll; sie kann später weitergehen.
page-owner-language = Sprache des Tisches
page-owner-language-note = Von Anzeige und Stimme. Jeder Browser hat seine eigene Sprache.
page-owner-silent = Stumm
page-owner-says-story = Die Geschichte
page-owner-says-console = Was die Konsole anzeigt
page-owner-says-complaints = Einwände
page-owner-says-devices = Ausgefallene Geräte
page-owner-listens = { $castle } hört, welches Spielteil es ist, bevor es zählt
page-owner-locked = Die Seite sperren
page-owner-locked-note = Gesperrt: Besucher können nur zusehen, und eine Seite, die zwei Minuten lang niemand berührt, kehrt zum Anfang zurück. Hierher kommst du dann nur mit dem Passwort.
page-owner-limits = Von { $least } bis { $most }.
page-owner-outside = Nicht geändert. { $limits }
page-owner-held = Was sich hier nicht ändern lässt, legt der Raum fest, solange der Tisch zu ihm gehört.
page-owner-saved = Gespeichert: { $what }
page-owner-password = Passwort
page-owner-no-password = Noch ist kein Passwort festgelegt
page-owner-no-password-then = Mit einem Passwort kommst du von jedem Gerät herein und kannst die Seite für Besucher sperren.
page-owner-guessed = Zu viele falsche PINs oder Passwörter
page-owner-old = Bisheriges Passwort
page-owner-old-refused = Nicht angenommen. Ist das das bisherige Passwort?
page-owner-new = Neu, mindestens 8 Zeichen
page-owner-again = Wiederholen
page-owner-set-password = Passwort festlegen
page-owner-differ = Die Passwörter stimmen nicht überein.
page-owner-password-set = Das Passwort ist festgelegt. Andere Besitzer sind abgemeldet.
page-owner-pin = PIN der Spielleitung
page-owner-pin-note = Wird nur einmal angezeigt. Die bisherige PIN gilt nicht mehr, und die Spielleitung ist überall abgemeldet.
page-owner-pin-new = Neue PIN
page-owner-tokens = Programme
page-owner-tokens-note = Ein Schlüssel gibt einem Programm die Rechte der Spielleitung. Er wird nur einmal angezeigt.
page-owner-token-name = Name
page-owner-token-new = Schlüssel erstellen
page-owner-revoke = Widerrufen
page-owner-revoked = Widerrufen: { $name }
page-owner-stickers = Sticker
page-owner-taught = { $number } von { $total } Spielteilen haben Sticker.
page-owner-teach = Fehlende anlernen
page-owner-census = Die Spielteile zählen
page-owner-tile = Spielteil
page-owner-replace = Neu anlernen
page-owner-end = Beenden
page-owner-hold = Über ein Tor führen: { $tile } (noch { $number })
page-owner-missing = Führe jedes Spielteil über ein Tor. Es fehlen noch { $number }: { $tiles }
page-owner-teach-done = Die Sticker sind angelernt.
page-owner-census-done = Jedes Spielteil mit Sticker wurde gezählt.
page-owner-nothing-done = Keinem Spielteil fehlt ein Sticker.
page-owner-missed = { $number ->
    [one] Die letzte Zählung hat ein Spielteil nicht gefunden
   *[other] Die letzte Zählung hat { $number } Spielteile nicht gefunden
  }
page-owner-between = Sticker lassen sich erst nach der Partie anlernen.
page-owner-said-taught = Angelernt
page-owner-said-elsewhere = Dieser Sticker gehört schon zu einem anderen Spielteil
page-owner-said-other_game = Ein Spielteil eines anderen Spiels
page-owner-said-unclear = Zwei zugleich; bitte einzeln
page-owner-said-unknown = Ein unbekannter Sticker
page-owner-said-not_kept = Nicht gespeichert
page-owner-arrow = Pfeil
page-owner-arrow-note = Wohin zeigt der Pfeil, wenn er an seiner Marke steht?
page-owner-arrow-home = Zur Marke drehen
page-owner-arrow-goes = Er dreht sich …
page-owner-arrow-where = Grad im Uhrzeigersinn ab dem Beginn des ersten Sektors
page-owner-arrow-show = Diese Linie zeigen
page-owner-arrow-check = Der Pfeil sollte jetzt auf diese Linie zeigen.
page-owner-arrow-filled = Der Pfeil sollte jetzt auf diese Linie zeigen. Wenn ja, speichere die Einstellungen.
page-owner-recording = Aufzeichnung
page-owner-recording-note = Zeichnet auf, was über Busse und Pins des Tisches läuft, auch die Nummern der Sticker, damit der Support sieht, was ein Bauteil wirklich antwortet. Sonst merkt sich der Tisch die letzte Minute.
page-owner-recording-start = Aufzeichnen
page-owner-recording-stop = Aufzeichnung beenden
page-owner-recording-get = Aufzeichnung herunterladen
page-owner-settings = Einstellungsdatei
page-owner-settings-keep = Speichern
page-owner-restart-now = Tisch jetzt neu starten
page-owner-restart-sure = Den Tisch neu starten?
page-owner-restart-sure-note = Es läuft eine Partie. Sie geht beim selben Schritt weiter, falls keine Sicherung an ihre Stelle tritt.
page-owner-restart-sure-count = Die Spielteile werden gerade gezählt. Das endet damit, und die nächste Zählung beginnt von vorn.
page-owner-restarts = Der Tisch startet neu. Diese Seite kommt von selbst wieder; vielleicht musst du dich neu anmelden.
page-owner-restart = Keine Fehler. Änderungen in { $sections } gelten, sobald der Tisch neu gestartet ist.
page-owner-same = Keine Fehler. Der Tisch verwendet diese Einstellungen bereits.
page-owner-games-verify = Jeden Eintrag prüfen
page-owner-games-whole = Alle Einträge sind unversehrt.
page-owner-game = Partie
page-owner-game-current = auf dem Tisch
page-owner-game-parked = geparkt
page-owner-backup = Sicherung
page-owner-backup-note = Einstellungen, Sticker, Hausregeln, gehashte Passwörter und alle Partien in einer Datei.
page-owner-backup-last = Letzte Sicherung: { $time }
page-owner-backup-none = Noch gibt es keine Sicherung
page-owner-backup-old = Die letzte Sicherung ist über einen Monat alt
page-owner-backup-failed = Die letzte Sicherung ist fehlgeschlagen
page-owner-cure-backup = Schaffe Platz auf dem Datenträger und lade die Sicherung noch einmal herunter.
page-owner-backup-monthly = Lade einmal im Monat eine herunter und bewahre sie auf einem anderen Gerät auf.
page-owner-backup-get = Sicherung herunterladen
page-owner-backup-got = Die Sicherung ist heruntergeladen. Bewahre sie auf einem anderen Gerät auf.
page-owner-restore-file = Sicherungsdatei
page-owner-restore = Wiederherstellen
page-owner-restored = Die Sicherung liegt bereit: Beim nächsten Start des Tisches wird sie eingespielt.
page-owner-restore-waits = Eine Sicherung wartet auf den nächsten Start des Tisches
page-owner-restore-waits-then = Die jetzigen Dateien bleiben erhalten. Unter „System“ kannst du sie abbrechen.
page-owner-restored-of = Die Sicherung vom { $time } ist eingespielt
page-owner-restored-kept = Die früheren Dateien sind aufgehoben: { $files }.
page-owner-not-restored = Die Sicherung wurde nicht eingespielt
page-owner-not-restored-kept = Der Tisch hat, was er vorher hatte. Die Sicherung ist aufgehoben: { $files }.
page-owner-restore-refused = Diese Datei lässt sich nicht einspielen. Wähle eine vollständige Sicherung dieses Tisches.
page-owner-restore-sure = Die Sicherung vom { $time } einspielen?
page-owner-restore-game = { $game ->
    [0] Sie enthält keine Partie
   *[other] Ihre letzte Partie ist Nummer { $game }
  }
page-owner-restore-sure-note = Beim nächsten Start treten ihre Einstellungen, Passwörter, Sticker und Partien an die Stelle der jetzigen, auch einer laufenden Partie. Die jetzigen Dateien bleiben erhalten, und bis dahin kannst du das abbrechen.
page-owner-restore-cancel = Nicht einspielen
page-owner-restore-cancelled = Der Tisch behält, was er hat.
page-locked = Auf dieser Seite kannst du nur zusehen.
page-owner-update = Version
page-owner-update-note = Eine neue Version wird nur zwischen zwei Partien eingespielt; startet sie nicht, kehrt der Tisch zur alten zurück. Danach neu anmelden.
page-owner-update-look = Nach neuer Version suchen
page-owner-update-now = Jetzt { $newer } einspielen
page-owner-update-sure = { $newer } einspielen?
page-owner-update-sure-note = Der Tisch ist ein bis zwei Minuten nicht erreichbar. Läuft eine Partie, wird ihr Ende abgewartet. Alle Partien bleiben erhalten.
page-owner-update-room = Version { $installed }. Der Raum aktualisiert diesen Tisch.
page-owner-update-by_hand = Version { $installed }. Auf diesem Gerät ist keine Paketquelle eingerichtet; neue Versionen werden von Hand eingespielt.
page-owner-update-new = Version { $installed }. Nach einer neueren wurde noch nicht gesucht.
page-owner-update-newest = Version { $installed } ist die neueste.
page-owner-update-found = Version { $installed }; verfügbar ist { $version }.
page-owner-update-looks = Version { $installed }. Eine neuere wird gesucht…
page-owner-update-asked = Version { $version } wird gleich eingespielt…
page-owner-update-waits = Version { $version } wird nach dem Ende der Partie eingespielt.
page-owner-update-trying = Version { $version } wird eingespielt und muss sich bewähren…
page-owner-update-holds = Version { $installed } ist eingespielt und läuft.
page-owner-update-rolled-back = Version { $version } startete nicht; { $installed } läuft wieder, mit allen Partien.
page-owner-update-failed = Version { $version } startete nicht, und die Rückkehr misslang. Dies ist Version { $installed }.
page-owner-update-refused = Version { $installed }. Nichts wurde geändert.
page-owner-update-why-game = Eine Partie läuft.
page-owner-update-why-offline = Die Paketquelle ist nicht erreichbar. Hat der Tisch Internet?
page-owner-update-why-unsigned = Die Pakete dort sind nicht die, die signiert wurden.
page-owner-update-why-missing = Der Paketquelle fehlt eine Version; es gäbe keinen Weg zurück.
page-owner-update-why-hub = Die Zentrale des Raums läuft auf diesem Gerät; beide werden von Hand aktualisiert.
page-owner-update-why-full = Für eine Kopie der Partien ist kein Platz.
page-owner-update-why-silent = Sie lief nicht lange genug.

page-owner-room = Raum
page-owner-room-hub = Adresse der Zentrale (leer: suchen)
page-owner-room-join = Beitreten
page-owner-room-yes = Ja
page-owner-room-stop = Abbrechen
page-owner-room-leave = Den Raum verlassen
page-owner-room-outside = Dieser Tisch gehört zu keinem Raum.
page-owner-room-looking = Die Zentrale wird gefragt…
page-owner-room-letters = Der Besitzer von { $hub } muss dort diese Buchstaben eingeben. Sie wechseln alle zwei Minuten:
page-owner-room-let_in = { $hub } nimmt den Tisch auf. Heißt er auf der Seite des Raums { $name }?
page-owner-room-inside = Der Tisch gehört als { $name } zu { $hub }.
page-owner-problems = { $number ->
    [0] Alles funktioniert
    [one] Eine Aufgabe für dich
   *[other] { $number } Aufgaben für dich
  }
page-owner-checking = Wird geprüft …
page-owner-checked = Geprüft: { $time }
page-owner-details = Einzelheiten
page-owner-show = Zeigen
page-owner-go = Zu: { $where }
page-owner-lost = Funktioniert nicht: { $device }
page-owner-retries = Der Tisch versucht es alle paar Sekunden erneut. Bleibt es so, prüfe Stecker und Strom des Teils.
page-owner-cure-supply = Nimm das Netzteil des Pi und ein kurzes Kabel, und gib dem Motor ein eigenes Netzteil.
page-owner-cure-spinner = Der Pfeil findet seine Marke nicht. Sieh nach, ob ihn etwas festhält und ob die Stecker von Motor und Sensor sitzen, und starte ihn dann neu.
page-owner-cure-test = Die Prüfung bei der Einrichtung ist fehlgeschlagen. Folge dem, was sie sagt, und prüfe noch einmal.
page-owner-cure-journal = Schaffe Platz auf der Speicherkarte: Bis dahin steht das Gespielte nur im Arbeitsspeicher, also lass den Tisch an.
page-owner-untaught = { $number ->
    [one] Ein Spielteil hat keinen Sticker
   *[other] { $number } Spielteile haben keinen Sticker
  }
page-owner-tabs = Themen
page-owner-tab-devices = Geräte
page-owner-tab-house = Hausregeln
page-owner-tab-games = Partien
page-owner-tab-access = Zugang
page-owner-tab-system = System
page-owner-test = Testen
page-owner-test-of = { $device } testen
page-owner-watch-hold = Lege ein Spielteil aufs Tor: Sticker unten, ruhig über der Mitte der Antenne
page-owner-mended = { $device }: funktioniert
page-owner-visitors = Besucher
page-owner-guessed-then = Bis zu eine Stunde lang nimmt der Tisch keine weiteren Versuche an. Am Knopf kannst du dich immer anmelden.
page-owner-games-open = Geparkt und laufend
page-owner-games-over = Beendet
page-owner-games-none-open = Keine Partie ist geparkt
page-owner-games-none-over = Noch ist keine Partie beendet
page-owner-standing = Stand
page-owner-round = Runde
page-owner-won = Gewonnen
page-owner-resume = Fortsetzen
page-owner-resume-of = Partie { $game } fortsetzen
page-owner-restart-device = Neu starten
page-owner-test-device = Noch einmal prüfen
page-owner-restart-of = { $device } neu starten
page-owner-restart-goes = { $device }: startet neu …
page-owner-flash-device = Firmware aktualisieren
page-owner-flash-of = Firmware aktualisieren: { $device }
page-owner-flash-goes = { $device }: wird aktualisiert, bis zu einer Minute …
page-owner-firmware = Die Firmware passt nicht: { $device }
page-owner-watch-now = Liest gerade: { $pieces }
page-owner-watch-before = Eben gelesen: { $pieces }
page-owner-watch-piece = ein Spielteil
page-owner-watch-counts = In den letzten { $seconds } Sekunden: { $reads ->
    [one] einmal gelesen
   *[other] { $reads }-mal gelesen
  }, { $failed } Fehler
page-owner-watch-playing = Eine Partie läuft: Ein Spielteil am Tor zählt, und sein Name bleibt hier verborgen.
page-owner-watch-board = Eine Burgplatine meldet nur, wenn ein Spielteil kommt.
page-owner-watch-setup = Beim Einrichten gemessen, { $date }
page-owner-history = Die letzten 24 Stunden
page-owner-history-since = Jede Minute ein Messwert. Die Linien reichen { $hours } h { $minutes } min zurück.
page-owner-graph-celsius = Temperatur, °C
page-owner-graph-memory_mib = Speicher, MiB
page-owner-graph-pieces = Gelesene Spielteile
page-owner-graph-faults = Störungen
page-owner-graph-measured = jetzt { $now }, mindestens { $least }, höchstens { $most }
page-owner-graph-counted = insgesamt { $total }, höchstens { $most } in einer Minute
page-owner-log = Protokoll
page-owner-log-note = Die letzten Zeilen seit dem Start des Tisches, neueste zuerst.
page-owner-log-warnings = Nur Warnungen
page-owner-log-warning = Warnung
page-owner-log-empty = Das Protokoll ist leer
page-owner-tab-setup = Einrichten
page-owner-setup-playing = Eine Partie läuft: Sticker, Platinen und die Prüfung der Teile müssen warten. Alles andere lässt sich ansehen.
page-owner-setup-parts = Teile
page-owner-setup-wiring = Ein Teil, das hier fehlt, steht nicht in den Einstellungen des Tisches. Schalte den Strom aus, bevor du ein Kabel umsteckst.
page-owner-setup-test = Jedes Teil prüfen
page-owner-setup-progress = { $number } von { $of }
page-owner-setup-test-note = Der Tisch führt dich von Teil zu Teil, wie royaltable setup, und nennt bei einem Fehler in der Verdrahtung beide Enden des Drahts. Wenn du zustimmst, schreibt er den richtigen Wert in table.toml. Messwerte und die Beschreibung eines Fehlers sind auf Englisch.
page-owner-setup-test-start = Teile prüfen
page-owner-setup-test-stop = Prüfung beenden
page-owner-setup-none = nichts wird gelesen. Liegt das Spielteil nah an der Antenne?
page-owner-setup-weak = schwach. Rücke die Antenne näher heran, weg von Metall
page-owner-setup-good = gut, dieses Tor liest zuverlässig
page-owner-setup-phone = Mit diesem Handy anlernen
page-owner-setup-reads = Halte die Rückseite des Handys an das verlangte Spielteil.
page-owner-setup-unread = Das war nicht lesbar. Halte das Handy ruhig an den Sticker.
page-owner-setup-nfc-denied = Der Browser darf NFC nicht benutzen. Erlaube es in den Einstellungen dieser Seite.
page-owner-setup-nfc-off = NFC ist aus, oder dieses Handy hat keins.
page-owner-setup-no-nfc = Ein Handy mit Chrome auf Android kann Sticker hier auch lesen.
page-owner-setup-nfc-tls = Handys lesen Sticker hier nur über HTTPS (docs/encryption.md).
page-owner-setup-boards = Burgplatinen
page-owner-setup-usb = Eine Platine am USB dieses Computers bekommt ihre Firmware hier; MicroPython muss darauf sein.
page-owner-setup-write = Firmware auf eine Platine hier schreiben
page-owner-setup-no-serial = Dieser Browser hat kein Web Serial. Nimm Chrome oder Edge an einem Computer, über HTTPS oder am Rechner des Tisches selbst.
page-owner-setup-connects = Verbindet, bis zu 15 Sekunden …
page-owner-setup-writes = Schreibt Firmware { $version } …
page-owner-setup-written = Firmware { $version } ist auf der Platine. Stecke sie am Tisch ein.
page-owner-setup-silent = Kein MicroPython antwortet. Stecke die Platine neu ein, oder spiele MicroPython auf: BOOTSEL beim Einstecken halten.
page-owner-setup-refused = Die Platine lehnt ab.
page-owner-setup-lost = Der Anschluss ist nicht benutzbar. Schließe andere Programme, die ihn benutzen, und stecke die Platine neu ein.
page-owner-setup-old = Davor hatte sie Firmware { $version }.
page-owner-setup-new = Davor hatte sie keine Firmware von uns.
page-owner-scenes = Wenn etwas geschieht
page-owner-scenes-note = Wie lange Anzeige, Seite und Stimme bei jedem Schritt eines Ereignisses bleiben.
page-owner-scenes-knob = weiter mit dem Knopf
page-owner-scenes-pause = weiter nach einer Pause; wo Hände Teile bewegen, mit dem Knopf
page-owner-scenes-at_once = sofort weiter
