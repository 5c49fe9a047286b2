# Rat: der beste Plan einer Burg, mit Begründung.

amount = { $commodity } { $number }

advice-best = Am besten baut { $color } { $statues ->
    [one] eine Statue
   *[other] { $statues } Statuen
  } und gewinnt { $supporters }.
advice-nothing = { $color } kann mit diesen Plättchen nichts bauen.
advice-step = { $number }. { $where } { $payment }
advice-touching = { $site } grenzt an Eigenes: Das kostet { $cost } (TR-4.4).
advice-double = { $site } grenzt an nichts Eigenes: Das kostet doppelt, { $cost } (TR-4.4).
advice-exact = Zahle mit { $tiles }: genau das.
advice-beyond = Zahle mit { $tiles }: Was darüber ist, bringt { $supporters } (TR-4.7).
advice-left = Übrig und am Ende der Phase nichts wert: { $tiles } (TR-4.9).

refused-advice-phase = Rat gibt es, während Statuen aufgestellt werden; vorher liegen die Plättchen verdeckt. Frag nach dem Zählen wieder.
