# Consejo: el mejor plan de un castillo, con el porqué.

amount = { $commodity } { $number }

advice-best = Lo mejor para { $color }: { $statues ->
    [one] una estatua
   *[other] { $statues } estatuas
  }; gana { $supporters }.
advice-nothing = { $color } no puede construir nada con estas fichas.
advice-step = { $number }. { $where } { $payment }
advice-touching = { $site } toca un campo propio y cuesta { $cost } (TR-4.4).
advice-double = { $site } no toca ningún campo propio y cuesta el doble, { $cost } (TR-4.4).
advice-exact = Paga con { $tiles }: es justo el precio.
advice-beyond = Paga con { $tiles }: lo que sobra da { $supporters } (TR-4.7).
advice-left = Sobran y ya no valen nada al acabar la fase: { $tiles } (TR-4.9).

refused-advice-phase = Solo hay consejo mientras se colocan estatuas; hasta el recuento las fichas están ocultas. Pregunta después.
