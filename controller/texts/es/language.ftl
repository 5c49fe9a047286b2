# Lo que la mesa sabe del propio español; docs/translating.md explica cada línea.

language-name = Español
number-separators = .,
plural-rules = one: n = 1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
date-short = { $day }/{ $month }
