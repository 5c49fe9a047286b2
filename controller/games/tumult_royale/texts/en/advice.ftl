# Advice: the best plan of one castle, with why.

amount = { $commodity } { $number }

advice-best = The best for { $color }: { $statues ->
    [one] one statue
   *[other] { $statues } statues
  } and { $supporters }.
advice-nothing = { $color } can build nothing with these tiles.
advice-step = { $number }. { $where } { $payment }
advice-touching = { $site } touches a field of yours and costs { $cost } (TR-4.4).
advice-double = { $site } touches no field of yours and costs double, { $cost } (TR-4.4).
advice-exact = Pay with { $tiles }: the exact price.
advice-beyond = Pay with { $tiles }: the surplus gains { $supporters } (TR-4.7).
advice-left = Left over, and worth nothing at the end of the phase: { $tiles } (TR-4.9).

refused-advice-phase = Advice is available only while statues are being placed. Until the count, tiles are hidden. Ask again once they are face up.
