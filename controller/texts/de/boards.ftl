### Die Burgplatinen.

device-board = Die Platine von { $castle }
trouble-board = Keine Antwort. Gib ihre Spielteile auf der Seite ein.
told-other-firmware = Die Platine von { $castle } hat die Firmware { $firmware }, nicht die dieses Tisches. Aktualisiere sie auf der Seite des Besitzers.
told-events-lost = Die Platine von { $castle } ist neu gestartet oder war voll. Vielleicht { $count ->
    [one] fehlt ein Plättchen oder Tastendruck
   *[other] fehlen { $count } Plättchen oder Tastendrücke
}. Vergleiche deinen Stapel mit der Seite.
tray = Die Schale
