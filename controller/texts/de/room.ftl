# Einem Raum mit vielen Tischen beitreten.

menu-join = Raum beitreten…
menu-room = Der Raum
room-title = Raum
room-outside = Der Tisch gehört zu keinem Raum.
room-not-joined = Nicht beigetreten. Siehe Besitzerseite.
room-looking = Der Hub wird gesucht…
room-letters = { $letters }
room-type = Dort eintippen: { $hub }
room-let-in = Steht es dort so?
room-inside = { $hub }: { $name }
room-twin-title = Kopierte Karte
room-twin = Ein anderer Rechner gibt sich als dieser Tisch aus. Siehe Doktor.
complaint-room-sets = Das legt hier der Raum fest.
