# Wie die Burgen und andere Farben von Spielern heißen, auch auf der Seite.

blue = Blau
yellow = Gelb
purple = Lila
grey = Grau
red = Rot
green = Grün
