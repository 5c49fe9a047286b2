# Wörter von Tudor, die in Sätzen stehen: Spieler und Fraktionen nach Farben, runde Marken.

tudor-red = Rot
tudor-grey = Grau
tudor-brown = Braun
tudor-blue = Blau
tudor-yellow = Gelb
tudor-green = Grün
tudor-purple = Lila
tudor-influence = Einfluss
tudor-intrigue = Intrige
