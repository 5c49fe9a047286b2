# Names of the castles and of other players' colours, also on the page.

blue = Blue
yellow = Yellow
purple = Purple
grey = Grey
red = Red
green = Green
