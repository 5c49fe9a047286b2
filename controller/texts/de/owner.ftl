# Die Seite des Besitzers.

page-owner-device = Gerät
page-owner-state = Zustand
page-owner-counts = Bisher
page-owner-works = geht
page-owner-broken = geht nicht
page-owner-version = Royaltable { $version }
page-owner-examine = Den Doktor fragen
page-owner-healthy = Alles in Ordnung.
page-owner-count-polls = { $number } Blicke
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
page-owner-hourglass_s = Sanduhr, Sekunden
page-owner-turn_timer_s = Zeit für einen Zug, Sekunden (0: beliebig)
page-owner-idle_game_h = Nach Stunden ohne Zug nachfragen
page-owner-language = Sprache des Tisches
page-owner-silent = Kein Ton
page-owner-says-story = Die Geschichte laut sagen
page-owner-says-console = Laut sagen, was die Konsole zeigt
page-owner-says-complaints = Beschwerden laut sagen
page-owner-says-devices = Ausgefallene Geräte laut sagen
page-owner-listens = Hört, was ein Stück ist, bevor es zählt: { $castle }
page-owner-locked = Die Seite sperren
page-owner-locked-note = Gesperrt: Besucher sehen nur zu, und eine Seite, die zwei Minuten niemand anrührt, geht zum Anfang zurück.
page-owner-held = Was sich hier nicht ändern lässt, legt der Raum fest, solange der Tisch zu ihm gehört.
page-owner-password = Passwort
page-owner-no-password = Noch gibt es kein Passwort: Setze jetzt eines.
page-owner-guessed = Jemand rät PINs oder Passwörter, mehr als der Tisch in einer Stunde prüft. Der Knopf lässt dich immer ein.
page-owner-old = Das bisherige
page-owner-new = Neu, 8 Zeichen oder mehr
page-owner-again = Noch einmal
page-owner-set-password = Passwort setzen
page-owner-differ = Die beiden sind verschieden.
page-owner-password-set = Es ist gesetzt. Andere Besitzer sind abgemeldet.
page-owner-pin = PIN der Spielleitung
page-owner-pin-note = Nur jetzt zu sehen. Die vorige gilt nicht mehr, und wer die Spielleitung hatte, ist abgemeldet.
page-owner-pin-new = Neue PIN ziehen
page-owner-tokens = Maschinen
page-owner-tokens-note = Mit seinem Schlüssel darf ein Gerät, was die Spielleitung darf; er ist nur einmal zu sehen.
page-owner-token-name = Name
page-owner-token-new = Schlüssel anlegen
page-owner-revoke = Widerrufen
page-owner-stickers = Sticker
page-owner-taught = { $number } von { $total } Plättchen sind angelernt.
page-owner-teach = Die fehlenden anlernen
page-owner-census = Die Schachtel zählen
page-owner-tile = Plättchen
page-owner-replace = Neu anlernen
page-owner-end = Beenden
page-owner-hold = Über ein Tor führen: { $tile } (noch { $number })
page-owner-missing = Jedes Plättchen über ein Tor führen. Noch nicht gesehen, { $number }: { $tiles }
page-owner-teach-done = Fertig.
page-owner-census-done = Die Zählung ist zu Ende.
page-owner-between = Ein Spiel läuft; die Sticker kommen dran, wenn es aus ist.
page-owner-said-taught = Angelernt
page-owner-said-elsewhere = Dieser Sticker ist schon unter einem anderen Plättchen
page-owner-said-other_game = Ein Teil eines anderen Spiels
page-owner-said-unclear = Zwei zugleich; bitte einzeln
page-owner-said-unknown = Ein Sticker, der nie angelernt wurde
page-owner-said-not_kept = Nicht gespeichert
page-owner-arrow = Der Pfeil
page-owner-arrow-note = Wohin auf der Scheibe zeigt er an seiner Marke?
page-owner-arrow-home = Zur Marke schicken
page-owner-arrow-goes = Er dreht sich …
page-owner-arrow-where = Grad im Uhrzeigersinn von der Linie, wo das erste Feld beginnt
page-owner-arrow-show = Diese Linie zeigen
page-owner-arrow-check = Jetzt sollte er auf die Linie zeigen.
page-owner-arrow-filled = Jetzt sollte er auf die Linie zeigen. Wenn ja, unten die Einstellungen speichern.
page-owner-settings = Einstellungen
page-owner-settings-open = table.toml zeigen
page-owner-settings-keep = Speichern
page-owner-restart = Gespeichert. Der nächste Start übernimmt: { $sections }. Neu starten: sudo systemctl restart royaltable
page-owner-restart-will = Fehlerfrei. Einen Neustart bräuchte: { $sections }
page-owner-same = Fehlerfrei; der Tisch spielt mit diesen Einstellungen.
page-owner-games = Das Journal
page-owner-games-list = Alle Spiele zeigen
page-owner-games-verify = Jeden Eintrag prüfen
page-owner-games-whole = Jeder Eintrag ist, wie er geschrieben wurde.
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
page-owner-restore-file = Eine Sicherung
page-owner-restore = Zurückspielen
page-owner-restored = Sie ist heil ({ $files }; { $number } Schritte im letzten Spiel) und wartet auf den nächsten Start.
page-owner-restore-waits = Eine Sicherung wartet: Der nächste Start spielt sie ein und hebt auf, was jetzt da ist.
page-locked = Diese Seite ist zum Zusehen.
page-owner-room = Ein Raum mit vielen Tischen
page-owner-room-hub = Adresse des Hubs (leer: suchen)
page-owner-room-join = Beitreten
page-owner-room-yes = Ja, tut sie
page-owner-room-stop = Abbrechen
page-owner-room-leave = Den Raum verlassen
page-owner-room-outside = Der Tisch gehört zu keinem Raum.
page-owner-room-looking = Der Hub wird gefragt…
page-owner-room-letters = { $hub } fragt seinen Besitzer nach diesen Buchstaben; alle zwei Minuten kommen andere:
page-owner-room-let_in = { $hub } lässt den Tisch ein. Nennt die Seite des Raums ihn { $name }?
page-owner-room-inside = Der Tisch gehört zu { $hub }, als { $name }.
