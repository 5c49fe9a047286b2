# Wie Dinge heißen, auch auf der Seite.

bread = Brot
marble = Marmor
tools = Werkzeug

pasture = Wiese
forest = Wald
mountain = Gebirge
village = Dorf
palace = Palast
