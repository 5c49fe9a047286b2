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
