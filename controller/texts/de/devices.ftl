## Geräte

device-buzzer = Der Summer
device-supply = Die Stromversorgung
device-devices = Was am Tisch angeschlossen ist
device-settings = Die Einstellungen (table.toml)
device-certificate = Das Zertifikat der Seite
trouble-buzzer = Er ist aus. Alles steht auch auf der Anzeige.
trouble-supply = Sie ist zu schwach. Nehmt eine stärkere.
device-tags = Die Liste der Sticker
trouble-tags = Kein Plättchen ist bekannt. Gebt sie von Hand ein.

device-program = Das Programm ({ $part })
part-announcements = Ansagen
part-screen = das Bild der Konsole
part-menu = das Menü
part-backups = Sicherungen
part-supply = die Wache über die Stromversorgung
part-arrow = der Hüter des Pfeils
part-pace = wie oft Leser hinsehen
part-page = die Seite
part-stickers = Aufkleber
part-idle-game = die Frage, ob ein Spiel weitergeht
part-memory = das Aufräumen des Arbeitsspeichers
part-missing-devices = Geräte, die fehlen
part-castle-boards = Burgplatinen
part-address = die Suche nach dem Netz
part-advertisement = der Name im Netz
part-encryption = die Verschlüsselung
part-background = was nebenbei geschieht
part-bots = Bots
part-healthy-start = die Zählung der Starts
part-service = der Dienst
part-shutting-down = das Ausschalten am Knopf
part-sounds = Töne
part-turn-timer = die Zeit für einen Zug
part-watchdog = der Wachhund
part-gate = das Tor von { $castle }
