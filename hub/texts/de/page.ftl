# Die Texte der Seiten der Zentrale.

page-hub-not-found = Diese Seite gibt es nicht.
page-hub-not-found-how = Vielleicht ist die Adresse vertippt, oder die Seite ist umgezogen.
page-hub-home = Zum Raum

## Orte

page-place-room = Der Raum
page-place-games = Partien
page-place-players = Spieler
page-place-records = Rekorde
page-place-mine = Meine Seite
page-place-tournament = Turnier
page-place-fleet = Flotte
page-place-tv = Fernseher

## Der Raum

page-room-skip = Zu den Tischen springen
page-room-connecting = Verbindet …
page-room-live = live
page-room-behind = Verbindung verloren. Neuer Versuch …
page-room-unheard = Die Zentrale erreicht die Tische nicht. Die Anzeige kann veraltet sein.
page-room-empty = Noch keine Tische
page-room-empty-how = Wähle am Tisch mit dem Knopf Raum beitreten… Melde dich dann als Besitzer an, wähle Tisch hinzufügen und tippe seine Buchstaben.
page-room-counts = { $online } von { $known } Tischen online, { $playing } spielen
page-room-round = Runde { $number }
page-room-seconds = { $number } s
page-room-paused = Pause, { $number } s
page-room-forecast = noch ~{ $number } min
page-room-free = Frei
page-room-away = Offline
page-room-leads = führt
page-room-part = { $number } von { $of }
page-room-over = { $game } ist zu Ende.
page-room-won = { $count ->
    [one] { $players } gewinnt mit { $points }.
   *[other] { $players } gewinnen mit je { $points }.
}
page-room-wins = { $count ->
    [one] { $players } gewinnt.
   *[other] { $players } gewinnen.
}
page-room-needs = Hilfe gebraucht
page-room-since-now = gerade eben
page-room-since = seit { $number } min
page-room-come = Ich komme
page-room-taken = Hilfe ist unterwegs
page-room-login = Anmelden
page-room-login-secret = PIN, oder das Passwort des Besitzers
page-room-login-enter = Anmelden
page-room-login-wrong = PIN oder Passwort ist falsch.

page-need-help = ruft um Hilfe
page-need-offline = ist offline
page-need-device = funktioniert nicht: { $devices }
page-need-paused = Sanduhr angehalten
page-need-held = hat heute zu viele Daten geschickt und ist gesperrt
page-need-corrections = in dieser Runde dreimal korrigiert
page-need-disk = Speicher voll oder defekt
page-need-throttled = zu wenig Strom oder zu heiß
page-need-skew = Uhr geht über zwei Minuten falsch
page-need-journal = ein Teil des Spielprotokolls ist beschädigt
page-need-fork = eine Partie hat zwei Fassungen
page-need-twin = zwei Kopien davon sind online
page-need-settings = lehnt die Einstellungen des Raums ab
page-need-update = Update fehlgeschlagen
page-need-late = über der Zeit dieser Runde
page-need-pieces = bei der letzten Zählung fehlten Spielteile

page-announce = Durchsage
page-announce-text = Nachricht an alle Tische und Fernseher
page-announce-left = { $number ->
    [one] Noch ein Zeichen
   *[other] Noch { $number } Zeichen
}
page-announce-long = { $number ->
    [one] Ein Zeichen zu lang
   *[other] { $number } Zeichen zu lang
}
page-announce-do = An alle senden
page-announce-done = { $number ->
    [one] An einen Tisch und alle Fernseher gesendet.
   *[other] An { $number } Tische und alle Fernseher gesendet.
}

page-add-table = Tisch hinzufügen
page-add-table-how = Wähle am Tisch mit dem Knopf Raum beitreten… Er zeigt acht Buchstaben.
page-add-table-letters = Buchstaben auf der Anzeige
page-add-table-name = Name in diesem Raum
page-add-table-do = Hinzufügen
page-add-table-done = { $table } gehört jetzt dazu.
page-remove-table = Tisch entfernen
page-remove-table-do = Entfernen
page-remove-table-sure = { $table } aus diesem Raum entfernen? Die Partien bleiben.
page-remove-table-done = { $table } ist entfernt.

page-codes = Codes zum Austeilen: { $number }
page-codes-how = Jeder Code öffnet die Seite dieser Person. Er wird nur hier gezeigt.
page-codes-print = Drucken
page-codes-done = Alle ausgeteilt
page-codes-sure = Haben alle ihren Code?
page-codes-sure-how = Die Codes lassen sich nicht noch einmal anzeigen.
page-codes-qr = Die Seite von { $name } als QR-Code

## Was gespielt wurde

page-book-game = Spiel
page-book-table = Tisch
page-book-day = Tag
page-book-all = Alle
page-book-more = Mehr zeigen
page-book-no-games = Hier gibt es noch keine Partien
page-book-no-games-how = Jede zu Ende gespielte Partie erscheint hier von selbst.
page-book-no-players = Noch keine Wertungen
page-book-no-players-how = Melde dich als Personal an, öffne eine Partie und trag ein, wer wo saß.
page-book-no-player = Diesen Spieler gibt es nicht
page-book-no-game = Diese Partie gibt es nicht
page-book-no-table = Diesen Tisch gibt es nicht
page-book-no-table-how = Vielleicht hat er den Raum verlassen.
page-book-forgotten = nicht mehr dabei
page-book-won = hat gewonnen
page-book-minutes = { $minutes } min
page-book-hours = { $hours } h { $minutes } min
page-book-ended = Ende
page-book-lasted = Spielzeit
page-book-rounds = Runden
page-book-actions = Züge
page-book-differs = Beim Nachspielen endet die Partie anders. Sie wird nicht gewertet.
page-book-damaged = Die gespeicherte Partie ist beschädigt. Sie wird nicht gewertet.
page-book-why-gone = Von dieser Partie ist nur noch das Ergebnis da.
page-book-why-unknown = Die Zentrale kennt dieses Spiel nicht. Aktualisiere die Zentrale, um das Brett zu sehen.
page-book-why-hidden = Die Züge dieser Partie sind noch nicht da; mit verdeckten Händen kommen sie, wenn sie zu Ende ist. Das ist ihr Brett.
page-book-why-none = Von dieser Partie ist noch nichts da
page-book-seats = Wer spielt
page-book-seats-over = Wer gespielt hat
page-book-who = { $castle }: Name oder Code
page-book-keep = Speichern
page-book-again = Dieselben wie zuvor
page-book-sits = { $name } spielt { $castle }.
page-book-own-page = Die Seite dieses Tisches
page-book-identify = Blinken und piepen
page-book-identified = { $table } blinkt und piept.
page-book-its-games = Alle Partien hier
page-book-lag = { $actions ->
    [one] Brett: Stand von vor einem Zug
   *[other] Brett: Stand von vor { $actions } Zügen
}
page-book-name = Name
page-book-wins = Siege
page-book-played = Partien
page-book-strength = Wertung
page-book-provisional = vorläufig
page-book-strength-how = Alle beginnen bei 1000 ± 1000; Partien verengen die Spanne, und über ± 500 ist eine Wertung vorläufig. Gereiht wird nach ihrem unteren Ende.
page-book-curve = In den letzten { $games } Partien: von { $first } auf { $last }, niedrigste { $least }, höchste { $most }.
page-book-place = Rang
page-book-season = Saison
page-book-ever = Gesamt
page-book-season-name = Neue Saison
page-book-season-begin = Jetzt beginnen
page-book-record-shortest = Kürzeste Partie
page-book-record-longest = Längste Partie
page-book-record-most-rounds = Meiste Runden
page-book-record-most-points = Höchste Punktzahl
page-book-record-most-counted = Wildeste Partie
page-book-record-wins = Meiste Siege
page-book-mine-how = Neu hier? Das Personal gibt dir einen Code aus acht Buchstaben. Er öffnet deine Partien, ohne Konto.
page-book-mine-code = Mein Code
page-book-mine-open = Meine Seite öffnen
page-book-forget = Meinen Namen löschen
page-book-forget-how = Dein Name und dein Code werden endgültig gelöscht. Deine Partien bleiben, ohne deinen Namen.
page-book-forget-done = { $name } ist gelöscht.

page-refusal-name = Tippe einen Namen mit 1 bis 64 Buchstaben.
page-refusal-twice = Niemand kann in einer Partie zwei Burgen haben.
page-refusal-castle = Diese Burg hat nicht mitgespielt.
page-refusal-full = Die Höchstzahl ist erreicht: Mehr geht hier nicht.
page-refusal-wrong = Kein Tisch zeigt diese Buchstaben. Sie wechseln alle zwei Minuten: Lies sie noch einmal von der Anzeige des Tisches ab.
page-refusal-pause = Zu viele falsche Buchstaben. Warte eine Minute.
page-refusal-403 = Dieser Code stimmt nicht: Prüfe jeden Buchstaben.
page-refusal-429 = Zu viele Versuche von hier: Warte eine Minute oder frage das Personal.

## Die Flotte

page-fleet-owners = Die Flotte sieht nur der Besitzer
page-fleet-owners-how = Melde dich mit dem Passwort des Besitzers an.
page-fleet-codes = Gefundene Probleme
page-fleet-update = Update auf { $version }: Gruppe { $ring } von { $of }
page-fleet-stopped = Update auf { $version } angehalten: { $why }
page-fleet-here = online
page-fleet-ring = Gruppe { $ring }
page-fleet-doctor = Prüfen
page-fleet-report = Bericht laden
page-fleet-text = Nachricht an diesen Tisch
page-fleet-message = Senden
page-fleet-asked = Wartet auf den Tisch …
page-fleet-done = Erledigt.
page-fleet-well = Keine Probleme gefunden
page-fleet-part-settings = Einstellungen
page-fleet-part-rules = Hausregeln
page-fleet-part-edition = Ausgabe
page-fleet-state-holds = gilt
page-fleet-state-waits = nach dieser Partie
page-fleet-state-refused = abgelehnt
page-fleet-state-untold = noch keine Antwort
page-fleet-update-waits = { $version } wartet
page-fleet-update-trying = { $version } wird erprobt
page-fleet-update-holds = { $version } installiert
page-fleet-update-refused = { $version } wurde abgelehnt
page-fleet-update-rolled-back = { $version } wurde zurückgenommen
page-fleet-update-failed = { $version } ist fehlgeschlagen
page-standby = Diese Zentrale ist die Reserve: Den Raum führt gerade eine andere. Fällt die aus, übernimmt diese hier.
