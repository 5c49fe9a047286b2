# Was die Seite des Raums selbst sagt.

page-room-title = Der Raum
page-room-tv = Fernseher
page-room-skip = Zu den Tischen
page-room-connecting = Der Raum wird gesucht …
page-room-live = live
page-room-behind = Nichts zu hören vom Hub. Neuer Versuch …
page-room-unheard = Der Hub hört keinen Tisch: Sein Broker ist weg. Was hier steht, ist alt.
page-room-empty = Noch kein Tisch ist zu hören. Am Knopf eines Tisches Raum beitreten… wählen, dann seine Buchstaben unter Tisch aufnehmen eingeben.
page-room-counts = { $online } von { $known } Tischen da, { $playing } spielen
page-room-round = Runde { $number }
page-room-seconds = { $number } s
page-room-paused = Pause, { $number } s
page-room-free = Frei
page-room-away = Nicht da
page-room-leads = führt
page-room-part = { $number } von { $of }
page-room-over = { $game } ist zu Ende.

## Wo jemand gebraucht wird

page-room-needs = Hier wird jemand gebraucht
page-need-help = ruft jemanden
page-need-offline = ist nicht da
page-need-device = ausgefallen: { $devices }
page-need-paused = Sanduhr steht still
page-need-held = brachte mehr, als ein Tag haben darf: angehalten
page-need-corrections = ist in dieser Runde dreimal zurückgegangen
page-need-disk = die Karte nimmt das Spiel nicht auf oder ist fast voll
page-need-throttled = zu wenig Strom oder zu heiß
page-need-skew = die Uhr geht über zwei Minuten falsch
page-need-journal = eine Aktion im Verlauf ist nicht, was geschrieben wurde
page-need-fork = Spiele gingen auf zwei Weisen weiter
page-need-twin = ist zweimal am Netz
page-need-settings = tut nicht, was der Raum von ihm will
page-need-update = seine neue Version tat ihm nicht gut
page-need-late = ist hinter der Rundenuhr zurück
page-room-since-now = gerade eben
page-room-since = seit { $number } min
page-room-come = Ich komme
page-room-taken = jemand kommt

## Anmelden

page-room-login = Anmelden
page-room-login-secret = Die PIN des Personals oder der Turnierleitung, oder das Passwort der Leitung
page-room-login-enter = Eintreten
page-room-login-wrong = Das stimmt nicht.

## Einen Tisch aufnehmen

page-room-let-in = Tisch aufnehmen
page-room-let-in-how = Am Tisch: mit dem Knopf Raum beitreten… wählen, oder im Terminal royaltable join. Er zeigt acht Buchstaben.
page-room-let-in-letters = Seine Buchstaben
page-room-let-in-name = Wie er hier heißt
page-room-let-in-enter = Aufnehmen
page-room-let-in-close = Schließen
page-room-let-in-done = { $table } gehört jetzt dazu.
page-room-let-in-wrong = Kein Tisch zeigt jetzt diese Buchstaben. Sieh noch einmal nach: sie ändern sich alle zwei Minuten.
page-room-let-in-pause = Fünfmal zeigte kein Tisch diese Buchstaben. Warte eine Minute.
page-room-revoke-table = Ein Tisch, der nicht mehr kommen darf
page-room-revoke = Nicht mehr einlassen
page-room-revoke-sure = Soll { $table } nicht mehr kommen? Seine Partien bleiben.
page-room-revoke-done = { $table } kommt nicht mehr.

## Was gespielt wurde

page-book-games = Spiele
page-book-players = Leute
page-book-records = Rekorde
page-book-mine = Meine Seite
page-book-game = Spiel
page-book-table = Tisch
page-book-day = Tag
page-book-all = alle
page-book-more = Mehr zeigen
page-book-no-games = Hier ist noch kein Spiel zu Ende gegangen.
page-book-no-players = Noch ist niemand gewertet. Das Personal sagt auf der Seite eines Spiels, wer wo saß.
page-book-forgotten = jemand
page-book-won = hat gewonnen
page-book-minutes = { $minutes } min
page-book-hours = { $hours } h { $minutes } min
page-book-ended = Zu Ende
page-book-lasted = Spielzeit
page-book-rounds = Runden
page-book-actions = Aktionen
page-book-differs = Nachgespielt endet dieses Spiel anders, als sein Tisch gesagt hat. Es wertet niemanden.
page-book-damaged = Was von diesem Spiel aufgehoben ist, ist nicht das, was geschrieben wurde. Es wertet niemanden.
page-book-why-gone = Der Verlauf dieses Spiels wird nicht mehr aufgehoben, sein Ergebnis schon.
page-book-why-unknown = Die Zentrale kennt die Regeln dieses Spiels nicht. Aktualisiere sie, um es zu sehen.
page-book-why-none = Von diesem Spiel ist noch nichts gekommen.
page-book-seats = Wer hier sitzt
page-book-who = Wer bei { $castle } sitzt: ein Name oder der Code von jemandem
page-book-keep = Merken
page-book-sits = { $name } sitzt bei { $castle }.
page-book-code = { $name } ist neu hier. Dieser Code öffnet die eigene Seite und wird nur dieses Mal gezeigt:
page-book-code-qr = Die eigene Seite von { $name }, für das Telefon
page-book-own-page = Die eigene Seite des Tischs
page-book-identify = Blinken und piepen lassen
page-book-its-games = Seine Spiele
page-book-lag = Gezeigt, wie zuletzt alle Plättchen offen lagen. { $actions } Aktionen seither kennt nur der Tisch.
page-book-up-to-date = Alles, was der Tisch getan hat, ist hier.
page-book-name = Name
page-book-wins = Siege
page-book-played = Spiele
page-book-worth = Stärke
page-book-worth-how = Stärke ist, was bisher sicher ist: Sie wächst mit Siegen über Starke und mit der Zahl der Spiele.
page-book-place = Platz
page-book-season = Saison
page-book-ever = Alle Zeit
page-book-season-name = Name der neuen Saison
page-book-season-begin = Jetzt beginnen
page-book-record-shortest = Das kürzeste Spiel
page-book-record-longest = Das längste Spiel
page-book-record-most-rounds = Die meisten Runden
page-book-record-most-points = Die meisten Punkte
page-book-record-most-counted = Das aufregendste Spiel
page-book-record-wins = Die meisten Siege
page-book-mine-how = Wer an einem Tisch neu war, hat vom Personal einen Code aus acht Buchstaben bekommen. Er öffnet deine Spiele, ohne Konto.
page-book-mine-code = Mein Code
page-book-forget = Vergesst mich
page-book-forget-how = Dein Name und dein Code werden endgültig vergessen. Die Spiele bleiben, als die von jemandem.
page-book-forget-do = Jetzt vergessen
page-book-forget-done = { $name } ist vergessen.
page-book-wrong-name = Das ist kein Name: Tippe 1 bis 64 Zeichen.
page-book-wrong-twice = Niemand sitzt in einem Spiel an zwei Burgen.
page-book-wrong-castle = Diese Burg hat nicht mitgespielt.
page-book-wrong-full = Mehr werden hier nicht aufgenommen.

## Die Flotte, für den Besitzer des Raums

page-fleet-title = Flotte
page-fleet-owners = Die Flotte sieht nur, wem der Raum gehört. Melde dich mit dem Passwort des Besitzers an.
page-fleet-codes = Was die Doktoren gefunden haben
page-fleet-update = { $version } geht durch den Raum: Ring { $ring } von { $of }
page-fleet-stopped = { $version } ist angehalten: { $why }
page-fleet-here = da
page-fleet-ring = Ring { $ring }
page-fleet-doctor = Untersuchen
page-fleet-report = Seinen Bericht holen
page-fleet-text = Eine Nachricht für die Leute dort
page-fleet-message = Senden
page-fleet-asked = Gefragt. Er antwortet binnen einer Minute.
page-fleet-done = Erledigt.
page-fleet-well = Der Doktor hat nichts gefunden.
page-fleet-part-settings = Einstellungen
page-fleet-part-rules = Hausregeln
page-fleet-part-edition = Ausgabe
page-fleet-state-holds = gilt
page-fleet-state-waits = wartet auf das Ende des Spiels
page-fleet-state-refused = abgelehnt
page-fleet-state-untold = noch ohne Antwort
page-fleet-update-waits = { $version } wartet
page-fleet-update-trying = { $version } wird erprobt
page-fleet-update-holds = { $version } gilt
page-fleet-update-refused = { $version } ist abgelehnt
page-fleet-update-rolled-back = { $version } wurde zurückgenommen
page-fleet-update-failed = { $version } misslang
