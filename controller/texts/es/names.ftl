# Cómo se llaman los castillos y otros colores de jugadores, también en la página.

blue = Azul
yellow = Amarillo
purple = Morado
grey = Gris
red = Rojo
green = Verde
