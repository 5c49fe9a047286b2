# Palabras de Tudor que aparecen en frases: jugadores y facciones por color, fichas redondas.

tudor-red = rojo
tudor-grey = gris
tudor-brown = marrón
tudor-blue = azul
tudor-yellow = amarillo
tudor-green = verde
tudor-purple = morado
tudor-influence = influencia
tudor-intrigue = intriga
