# Cómo se llaman las cosas, también en la página.

bread = pan
marble = mármol
tools = herramientas

pasture = pradera
forest = bosque
mountain = montaña
village = aldea
palace = palacio
