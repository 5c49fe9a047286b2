# Wie Dinge heißen, auch auf der Seite.

bread = Brot
marble = Marmor
tools = Werkzeug

pasture = Wiese
forest = Wald
mountain = Gebirge
village = Dorf
palace = Palast

bot-easy = leicht
bot-normal = mittel
bot-hard = schwer
bots-not-compiled = Bots schauen hier weniger weit voraus: Der Suchkern ist nicht kompiliert.
