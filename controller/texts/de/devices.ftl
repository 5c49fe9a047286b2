## Geräte

device-buzzer = Der Summer
device-supply = Die Stromversorgung
device-devices = Was am Tisch angeschlossen ist
device-settings = Die Einstellungen (table.toml)
trouble-buzzer = Er ist aus. Alles steht auch auf der Anzeige.
trouble-supply = Sie ist zu schwach. Nehmt eine stärkere.
device-tags = Die Liste der Sticker
trouble-tags = Kein Plättchen ist bekannt. Gebt sie von Hand ein.
