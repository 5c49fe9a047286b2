# Consejo: el mejor plan de un castillo, con el porqué.

amount = { $commodity } { $number }

advice-best = Lo mejor para { $color }: { $statues ->
    [one] una estatua
   *[other] { $statues } estatuas
  }; gana { $supporters }.
advice-nothing = { $color } no puede construir nada con estas fichas.
advice-step = { $number }. { $where } { $payment }
advice-touching = { $site } toca lo propio: cuesta { $cost } (TR-4.4).
advice-double = { $site } no toca nada propio: cuesta el doble, { $cost } (TR-4.4).
advice-exact = Paga con { $tiles }: lo justo.
advice-beyond = Paga con { $tiles }: lo que sobra del precio da { $supporters } (TR-4.7).
advice-left = Sobra y no vale nada al final de la fase: { $tiles } (TR-4.9).

refused-advice-phase = Se aconseja mientras se colocan estatuas; antes las fichas están ocultas. Pregunta después del recuento.
