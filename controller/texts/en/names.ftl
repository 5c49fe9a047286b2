# What castles are called, by the page, too.

blue = Blue
yellow = Yellow
purple = Purple
grey = Grey
