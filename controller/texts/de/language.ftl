# Was der Tisch vom Deutschen selbst weiß; docs/translating.md erklärt jede Zeile.

language-name = Deutsch
number-separators = .,
plural-rules = one: i = 1 and v = 0
date-short = { $day }.{ $month }.
