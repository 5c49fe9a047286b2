# Rat: der beste Plan einer Burg, mit Begründung.

amount = { $commodity } { $number }

advice-best = Am besten baut { $color } { $statues ->
    [one] eine Statue
   *[other] { $statues } Statuen
  } und gewinnt { $supporters }.
advice-nothing = { $color } kann mit diesen Plättchen nichts bauen.
advice-step = { $number }. { $where } { $payment }
advice-touching = { $site } grenzt an ein eigenes Feld und kostet { $cost } (TR-4.4).
advice-double = { $site } grenzt an kein eigenes Feld und kostet doppelt, { $cost } (TR-4.4).
advice-exact = Zahle mit { $tiles }: Das passt genau.
advice-beyond = Zahle mit { $tiles }: Der Überschuss bringt { $supporters } (TR-4.7).
advice-left = Übrig und nach dieser Phase wertlos: { $tiles } (TR-4.9).

refused-advice-phase = Rat gibt es nur, während Statuen aufgestellt werden; bis zum Zählen liegen die Plättchen verdeckt. Frag danach noch einmal.
