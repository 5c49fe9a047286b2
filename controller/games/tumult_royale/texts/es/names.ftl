# Cómo se llaman las cosas, también en la página.

bread = pan
marble = mármol
tools = herramientas

pasture = pasto
forest = bosque
mountain = montaña
village = aldea
palace = palacio

bot-easy = fácil
bot-normal = normal
bot-hard = difícil
bots-not-compiled = Aquí los bots miran menos lejos: el núcleo de búsqueda no está compilado.
