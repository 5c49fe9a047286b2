# Wie die Burgen heißen, auch auf der Seite.

blue = Blau
yellow = Gelb
purple = Lila
grey = Grau
