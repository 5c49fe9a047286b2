# Names of the castles, also on the page.

blue = Blue
yellow = Yellow
purple = Purple
grey = Grey
