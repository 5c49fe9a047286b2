# Advice: the best plan of one castle, with why.

amount = { $commodity } { $number }

advice-best = The best for { $color }: { $statues ->
    [one] one statue
   *[other] { $statues } statues
  } and { $supporters }.
advice-nothing = { $color } can build nothing with these tiles.
advice-step = { $number }. { $where } { $payment }
advice-touching = { $site } touches your own: it costs { $cost } (TR-4.4).
advice-double = { $site } touches none of your own: it costs double, { $cost } (TR-4.4).
advice-exact = Pay with { $tiles }: exactly that.
advice-beyond = Pay with { $tiles }: what is beyond the cost gains { $supporters } (TR-4.7).
advice-left = Left over, and worth nothing at the end of the phase: { $tiles } (TR-4.9).

refused-advice-phase = Advice is given while statues are placed; before that tiles lie hidden. Ask again after the count.
