# Anzeigen der Konsole, die zu keinem Spiel gehören: Spielstand, Adresse, Anzeigetest, Ausschalten.

menu-title-house = Tischeinstellungen
menu-house = Tischeinstellungen…
menu-language = Sprache: { $language }
menu-silent-off = Ton: an
menu-silent-on = Ton: aus
menu-address = Adresse der Seite
menu-check = Anzeigetest
menu-standings = Spielstand
menu-picture = Bild der Partie
picture-scan = Scannen: Partie

address-press = Knopf drücken.
address-none = Die Seite ist aus.
address-here = Nur von diesem Rechner erreichbar: { $address }
check-question = Rahmen vollständig? Drücken: ja. Halten: nein.
check-wrong-title = Falsche Anzeige
check-wrong = Setze in table.toml, [oled], einen anderen chip.

goodbye-title = Gute Nacht
goodbye-written = Alles ist gespeichert.
goodbye-unwritten = Die letzten Aktionen sind nicht gespeichert.
goodbye-again-title = Einen Moment
goodbye-again = Der Tisch startet neu.
goodbye-now = Du kannst jetzt ausschalten.
goodbye-wait = Ausschalten, wenn das grüne Licht aus ist.

device-house = Die Einstellungsdatei

menu-pin = Neue PIN der Seite
caption-pin = PIN der Seite
menu-title-seats = Hand auf dem Handy
menu-seats = Hand auf dem Handy…
menu-title-players = Wer spielt?
menu-players = Wer spielt…
caption-seat = Code: { $castle }
screen-seat-taken = Die Hand von { $castle } ist auf einem Handy offen.
screen-in-use = Belegt
screen-tests = Der Besitzer prüft die Teile.
screen-tests-press = Knopf und Tasten dienen nur dazu.
screen-teach = Sticker werden angelernt: { $done } von { $total }.
screen-census = Teile werden gezählt: { $done } von { $total }.
screen-stickers-press = Knopf: Menü. Eine Partie bricht es ab.
secret-title = Nur am Tisch
secret-here = Schau auf die Anzeige am Tisch.
ask-referee-title = Leitung zulassen?
ask-owner-title = Besitzer zulassen?
ask-no = Nein
ask-yes = Ja, Code { $code }
ask-answer = Drücken: ja. Halten: nein.
complaint-no-pin = Die PIN ist nicht gespeichert. Sag es dem Besitzer.
device-keys = Die PIN-Datei
menu-call = Personal rufen
menu-call-no-more = Ruf abbrechen
call-title = Hilfe
call-called = Das Personal ist gerufen.
call-taken-back = Der Ruf ist abgebrochen.
call-answered = Hilfe ist unterwegs.
scene-go-on = Knopf: weiter
scene-done = Erledigt? Knopf oder Ja.
menu-scenes-0 = Ereignisse: mit Knopf
menu-scenes-1 = Ereignisse: mit Pausen
menu-scenes-2 = Ereignisse: sofort
