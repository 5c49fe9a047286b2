# Einem Raum mit vielen Tischen beitreten.

menu-join = Raum beitreten…
menu-room = Der Raum
room-title = Raum
room-outside = Dieser Tisch ist in keinem Raum.
room-not-joined = Nicht beigetreten. Siehe Besitzerseite.
room-looking = Zentrale wird gesucht…
room-letters = { $letters }
room-type = Dort eintippen: { $hub }
room-let-in = Dort derselbe Name?
room-inside = { $hub }: { $name }
room-twin-title = Kopierte Karte
room-twin = Ein anderer Rechner gibt sich als dieser Tisch aus. Starte: royaltable doctor
complaint-room-sets = Das legt der Raum fest.
