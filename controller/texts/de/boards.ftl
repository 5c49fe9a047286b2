### Die Burgplatinen und die Leitung zu ihnen.

device-board = Die Platine von { $castle }
trouble-board = Sie antwortet nicht. Gebt ihre Plättchen auf der Seite ein.
told-events-lost = Die Platine von { $castle } ist neu gestartet oder war voll: { $count ->
    [one] ein Plättchen oder Druck fehlt
   *[other] { $count } Plättchen oder Drücke fehlen
} vielleicht. Vergleicht euren Stapel.
tray = Die Schale
