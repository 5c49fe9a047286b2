### Die Burgplatinen.

device-board = Die Platine von { $castle }
trouble-board = Keine Antwort. Gib ihre Plättchen auf der Seite ein.
told-other-firmware = Die Platine von { $castle } hat Firmware { $firmware } statt der dieses Tischs. Auf der Seite des Besitzers aktualisieren.
told-events-lost = Die Platine von { $castle } ist neu gestartet oder war voll: { $count ->
    [one] ein Plättchen oder Druck fehlt
   *[other] { $count } Plättchen oder Drücke fehlen
} vielleicht. Vergleiche deinen Stapel mit der Seite.
tray = Die Schale
