# What the table knows of English itself; docs/translating.md explains each line.

language-name = English
number-separators = ,.
plural-rules = one: i = 1 and v = 0
date-short = { $day }/{ $month }
