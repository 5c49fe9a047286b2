# Cómo se llaman los castillos, también en la página.

blue = Azul
yellow = Amarillo
purple = Morado
grey = Gris
