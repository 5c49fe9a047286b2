# Die Konsole neben dem Spiel: Rangfolge, Adresse der Seite, Testbild, die letzten Worte.

menu-title-house = Der Tisch
menu-house = Der Tisch…
menu-language = Sprache: Deutsch
menu-silent-off = Ton: an
menu-silent-on = Ton: aus
menu-address = Adresse der Seite
menu-check = Testbild
menu-standings = Spielstand
menu-picture = Bild der Partie
picture-scan = Scannen: Partie

address-press = Knopf drücken.
address-none = Die Seite ist nicht an.
address-here = Nur dieser Rechner erreicht sie: { $address }
check-question = Rahmen ganz? Drücken: ja. Halten: nein.
check-wrong-title = Falsche Anzeige
check-wrong = In table.toml, [oled], einen anderen chip setzen.

goodbye-title = Gute Nacht
goodbye-written = Alles ist notiert.
goodbye-unwritten = Die letzten Schritte sind nicht notiert.
goodbye-now = Du kannst ausschalten.
goodbye-wait = Ausschalten, wenn das grüne Licht aus ist.

device-house = Die Einstellungsdatei

menu-pin = Neue PIN der Seite
caption-pin = PIN der Seite
menu-title-seats = Hand am Telefon
menu-seats = Hand am Telefon…
caption-seat = Code: { $castle }
screen-seat-taken = Die Hand von { $castle } ist auf einem Telefon offen.
secret-title = Nur am Tisch
secret-here = Schau auf das Display selbst.
ask-referee-title = Seite leitet?
ask-owner-title = Besitzer?
ask-no = Nein
ask-yes = Ja, Seite { $code }
ask-answer = Druck: ja. Halten: nein.
complaint-no-pin = Die PIN ist nicht gesichert. Seht ins Log.
device-keys = Die PIN-Datei
menu-call = Jemanden rufen
menu-call-no-more = Niemanden rufen
call-title = Hilfe
call-called = Es wird jemand gerufen.
call-taken-back = Niemand wird gerufen.
call-answered = Es kommt jemand.
