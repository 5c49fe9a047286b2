# Die Geräte, wie man sie nennt.

device-buzzer = Der Summer
device-supply = Die Stromversorgung
device-devices = Die angeschlossenen Geräte
device-settings = Die Einstellungen (table.toml)
device-certificate = Das Zertifikat der Seite
trouble-buzzer = Ausgefallen. Alles steht auf der Anzeige.
trouble-supply = Zu schwach. Nimm eine stärkere.
device-tags = Die Liste der Sticker
trouble-tags = Kein Plättchen ist bekannt. Gib sie von Hand ein.

device-program = Das Programm ({ $part })
part-announcements = Ansagen
part-screen = die Anzeige der Konsole
part-menu = das Menü
part-backups = Sicherungen
part-supply = die Überwachung der Stromversorgung
part-arrow = die Nullsuche des Pfeils
part-pace = der Takt der Leser
part-page = die Seite
part-recording = die Aufzeichnung
part-room = der Beitritt zu einem Raum
part-stickers = Sticker
part-idle-game = die Frage nach einer ruhenden Partie
part-memory = das Freigeben von Arbeitsspeicher
part-missing-devices = die Suche nach fehlenden Geräten
part-castle-boards = Burgplatinen
part-address = die Netzadresse
part-advertisement = der Netzname
part-encryption = die Verschlüsselung
part-background = Hintergrundaufgaben
part-bots = Bots
part-healthy-start = der Startzähler
part-history = die Verläufe des letzten Tages
part-service = der Dienst
part-shutting-down = das Ausschalten am Knopf
part-sounds = Töne
part-turn-timer = die Zugzeit
part-watchdog = der Watchdog
part-wifi = das WLAN
part-gate = das Tor von { $castle }
device-broker = Der MQTT-Broker
part-broker = Nachrichten an den Broker

# Das Protokoll in Worten.

log-start = Der Tisch ist gestartet
log-device-lost = Geht nicht: { $device }
log-device-back = Geht wieder: { $device }
log-restored = Eine Sicherung wurde eingespielt
log-not-restored = Eine Sicherung wurde nicht eingespielt
log-noted = Notiert: { $text }
log-name = Name des Tisches im Netz: { $name }
log-certificate = Neues Zertifikat der Seite, bis { $ends }
log-guesses-held-back = Zu viele falsche PINs oder Passwörter
log-game-failed = Ein Fehler im Programm hat die Partie angehalten
log-part-failed = Ein Teil des Programms ist ausgefallen und startet neu: { $part }
log-loops-hang = Der Tisch stockte: { $loops }
log-no-hub-found = In diesem Netz wurde keine Zentrale gefunden

# Die Prüfung der Teile, im Terminal (auf Englisch) und auf der Seite des Besitzers.

setup-press = Drücke den Knopf kurz, ohne ihn zu drehen.
setup-turn = Drehe den Knopf um { $number } Rasten im Uhrzeigersinn.
setup-turn-back = Drehe ihn um { $number } Rasten zurück.
setup-again = Der Tisch hat { $number } von { $clicks } Rasten gezählt. Zur Sicherheit noch einmal drehen?
setup-did-turn-right = Hast du den Knopf im Uhrzeigersinn gedreht, von oben gesehen?
setup-clockwise-first = Drehe den Knopf zuerst im Uhrzeigersinn.
setup-picture = Zeigt die Anzeige einen vollständigen Rahmen entlang aller vier Kanten?
setup-four-pins = Hat die Anzeige vier Anschlüsse, zwei davon SDA und SCL (nicht sieben mit CS und DC)?
setup-other-chip = Trage unter [oled] einen anderen Chip ein: { $chips }.
setup-heard = Hörst du den Summer?
setup-arrow-turns = Er dreht sich, bis er dreimal an seiner Marke vorbei ist. Nicht berühren.
setup-clockwise = Hat sich der Pfeil im Uhrzeigersinn gedreht?
setup-turned = Hat sich der Pfeil ganz herum gedreht?
setup-motor-lamps = Hat eine der vier Lampen auf der Platine des Motors (ULN2003) geleuchtet?
setup-tries = Versucht { $change }.
setup-magnet = Nimm den Pfeil ab, halte den Magneten beidseitig an den Sensor und setze ihn wieder auf.
setup-points = Zeigt der Pfeil auf den Anfang des ersten Feldes?
setup-point = Drehe den Knopf, bis der Pfeil auf den Anfang des ersten Feldes zeigt, und drücke ihn dann.
setup-lamps-light = Die Lampen leuchten von links nach rechts auf, dann alle zugleich.
setup-lamps = { $castle }: Haben die Lampen von links nach rechts geleuchtet, dann alle zugleich?
setup-one-lamp = { $castle }: Leuchtet die { $number ->
    [0] linke
    [1] mittlere
   *[other] rechte
  } Lampe?
setup-other-lamp = Leuchtet stattdessen eine andere Lampe?
setup-yes = Drücke die Ja-Taste von { $castle }.
setup-no = Drücke die Nein-Taste von { $castle }.
setup-reader-lamp = { $castle }: Leuchtet die kleine rote Lampe auf dem Leser?
setup-reset-high = { $castle }: Zeigt ein Multimeter 3,3 V zwischen RST und GND des Lesers?
setup-card = { $castle }: Halte die Karte, die beim Leser lag, an das Tor. Hast du keine, führe ein Spielteil darüber.
setup-piece = { $castle }: Führe ein Spielteil über das Tor.
setup-lower = { $castle }: Räume das Tor frei. Senke langsam und flach ein Spielteil darauf, bis es gelesen ist.
setup-read = Gelesen. Halte das Spielteil dort.
setup-distance = { $number ->
    [1] Passt ein Finger ({ $millimetres } mm) zwischen Spielteil und Tor?
   *[other] Passen zwei Finger ({ $millimetres } mm) dazwischen?
  }
setup-lay = Räume die Tore frei. Lege dann ein Spielteil auf die Mitte dieses Tores und lass es liegen: { $castle }.
setup-boards-exchanged = Die Platinen der Burgen sind in table.toml jetzt vertauscht. Beginne die Prüfung von vorn.
setup-full-load = Alle Geräte, die gehen, laufen zugleich. Den Pfeil nicht berühren.
setup-neighbours = Benachbarte Tore
setup-answer-on-page = Auf der Seite:
setup-answered = { $question } { $yes ->
    [1] Ja.
   *[other] Nein.
  }
setup-write = { $shown } in { $file } schreiben?
setup-wrote = { $shown } geschrieben.
setup-written = In { $file } geschrieben: { $changes }.
setup-unwritten = { $file } konnte nicht geschrieben werden: { $fault }
setup-changed-often = die Einstellungen wurden mehrmals geändert, und es geht noch immer nicht
setup-not-tested = Nicht geprüft, weil ein Tor nicht geht.
setup-no-response = { $seconds } s lang geschah nichts. { $prompt } Prüfe die Verdrahtung: royaltable wiring
setup-no-answer = { $seconds } s lang kam keine Antwort: { $prompt }
setup-works = Geht.
setup-fails = Geht nicht: { $code }.
setup-all-work = Alle Geräte gehen.
setup-not-working = Geht nicht: { $devices }.
setup-ended = Die Prüfung ist gescheitert: { $fault }
