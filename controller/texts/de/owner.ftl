# Texts of the owner's page.

page-owner-device = Gerät
page-owner-state = Zustand
page-owner-counts = Bisher
page-owner-works = funktioniert
page-owner-broken = funktioniert nicht
page-owner-version = Royaltable { $version }
page-owner-examine = Diagnose starten
page-owner-healthy = Keine Probleme gefunden.
page-owner-count-polls = { $number } Abfragen
page-owner-count-pace = alle { $number } ms
page-owner-count-tiles = { $number ->
    [one] ein Plättchen
   *[other] { $number } Plättchen
  }
page-owner-count-unknown = { $number ->
    [one] ein fremder Sticker
   *[other] { $number } fremde Sticker
  }
page-owner-count-unclear = { $number ->
    [one] einmal zwei zugleich
   *[other] { $number }-mal zwei zugleich
  }
page-owner-count-lost = { $number ->
    [one] einmal ausgefallen
   *[other] { $number }-mal ausgefallen
  }
page-owner-house = Hausregeln
page-owner-hourglass_s = Sanduhr in Sekunden
page-owner-turn_timer_s = Zeit für einen Zug in Sekunden (0: unbegrenzt)
page-owner-idle_game_h = Nach so vielen Stunden ohne Zug nachfragen
page-owner-language = Sprache des Tisches
page-owner-silent = Stumm
page-owner-says-story = Die Geschichte vorlesen
page-owner-says-console = Die Anzeige der Konsole vorlesen
page-owner-says-complaints = Beschwerden vorlesen
page-owner-says-devices = Ausgefallene Geräte ansagen
page-owner-listens = Hört, welches Stück es ist, bevor es zählt: { $castle }
page-owner-locked = Die Seite sperren
page-owner-locked-note = Gesperrt: Besucher können nur zusehen, und eine Seite, die zwei Minuten lang niemand berührt, kehrt zum Anfang zurück.
page-owner-held = Was sich hier nicht ändern lässt, legt der Raum fest, solange der Tisch zu ihm gehört.
page-owner-password = Passwort
page-owner-no-password = Noch ist kein Passwort gesetzt. Setze jetzt eines.
page-owner-guessed = Es wurden zu viele falsche PINs oder Passwörter versucht, mehr als der Tisch in einer Stunde prüft. Über den Drehknopf kannst du dich immer anmelden.
page-owner-old = Bisher
page-owner-new = Neu, mindestens 8 Zeichen
page-owner-again = Wiederholen
page-owner-set-password = Passwort setzen
page-owner-differ = Die Passwörter stimmen nicht überein.
page-owner-password-set = Das Passwort ist gesetzt. Andere Besitzer sind abgemeldet.
page-owner-pin = PIN der Spielleitung
page-owner-pin-note = Wird nur einmal angezeigt. Die bisherige PIN gilt nicht mehr, und die Spielleitung ist überall abgemeldet.
page-owner-pin-new = Neue PIN
page-owner-tokens = Maschinen
page-owner-tokens-note = Ein Schlüssel gibt einer Maschine die Rechte der Spielleitung. Er wird nur einmal angezeigt.
page-owner-token-name = Name
page-owner-token-new = Schlüssel erstellen
page-owner-revoke = Widerrufen
page-owner-stickers = Sticker
page-owner-taught = { $number } von { $total } Plättchen haben Sticker.
page-owner-teach = Fehlende anlernen
page-owner-census = Die Schachtel zählen
page-owner-tile = Plättchen
page-owner-replace = Neu anlernen
page-owner-end = Beenden
page-owner-hold = Über ein Tor führen: { $tile } (noch { $number })
page-owner-missing = Führe jedes Plättchen über ein Tor. Noch nicht gesehen ({ $number }): { $tiles }
page-owner-teach-done = Fertig.
page-owner-census-done = Die Zählung ist beendet.
page-owner-between = Es läuft ein Spiel. Sticker lassen sich anlernen, wenn es zu Ende ist.
page-owner-said-taught = Angelernt
page-owner-said-elsewhere = Dieser Sticker gehört schon zu einem anderen Plättchen
page-owner-said-other_game = Ein Teil eines anderen Spiels
page-owner-said-unclear = Zwei zugleich; bitte einzeln
page-owner-said-unknown = Ein unbekannter Sticker
page-owner-said-not_kept = Nicht gespeichert
page-owner-arrow = Pfeil
page-owner-arrow-note = Wohin auf der Scheibe zeigt er an seiner Marke?
page-owner-arrow-home = Zur Marke drehen
page-owner-arrow-goes = Er dreht sich …
page-owner-arrow-where = Grad im Uhrzeigersinn ab der Linie, an der das erste Feld beginnt
page-owner-arrow-show = Diese Linie zeigen
page-owner-arrow-check = Der Pfeil sollte jetzt auf diese Linie zeigen.
page-owner-arrow-filled = Der Pfeil sollte jetzt auf diese Linie zeigen. Wenn ja, speichere unten die Einstellungen.
page-owner-settings = Einstellungen
page-owner-settings-open = table.toml anzeigen
page-owner-settings-keep = Speichern
page-owner-restart = Gespeichert. Änderungen in { $sections } gelten nach einem Neustart: sudo systemctl restart royaltable
page-owner-restart-will = Keine Fehler. Diese Änderungen brauchen einen Neustart: { $sections }
page-owner-same = Keine Fehler. Der Tisch verwendet diese Einstellungen bereits.
page-owner-games = Journal
page-owner-games-list = Alle Spiele anzeigen
page-owner-games-verify = Jeden Eintrag prüfen
page-owner-games-whole = Alle Einträge sind unversehrt.
page-owner-game = Spiel
page-owner-begun = Begonnen
page-owner-who = Burgen
page-owner-actions = Schritte
page-owner-game-over = beendet
page-owner-game-current = läuft
page-owner-game-parked = geparkt
page-owner-backup = Sicherung
page-owner-backup-note = Einstellungen, Sticker, Hausregeln, gehashte Schlüssel und alle Spiele in einer Datei.
page-owner-backup-get = Sicherung herunterladen
page-owner-restore-file = Sicherungsdatei
page-owner-restore = Wiederherstellen
page-owner-restored = Die Sicherung ist gültig ({ $files }; { $number } Schritte im letzten Spiel). Sie wird beim nächsten Start eingespielt.
page-owner-restore-waits = Beim nächsten Start wird eine Sicherung eingespielt; der jetzige Stand wird aufgehoben.
page-locked = Auf dieser Seite kannst du nur zusehen.
page-owner-room = Raum mit mehreren Tischen
page-owner-room-hub = Adresse des Hubs (leer lassen, um ihn zu suchen)
page-owner-room-join = Beitreten
page-owner-room-yes = Ja
page-owner-room-stop = Abbrechen
page-owner-room-leave = Den Raum verlassen
page-owner-room-outside = Der Tisch gehört zu keinem Raum.
page-owner-room-looking = Der Hub wird gefragt…
page-owner-room-letters = Der Besitzer von { $hub } muss dort diese Buchstaben eingeben. Sie wechseln alle zwei Minuten:
page-owner-room-let_in = { $hub } nimmt den Tisch auf. Heißt er auf der Seite des Raums { $name }?
page-owner-room-inside = Der Tisch gehört als { $name } zu { $hub }.
