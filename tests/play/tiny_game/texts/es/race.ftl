race-title = Carrera
race-begin = Pulsad el botón.
race-on = Tocad vuestra pieza, o girad.
race-at = { $castle } { $at }
race-moved = { $castle } está en { $at }.
race-won = { $castle } ha ganado.
race-not-yours = Esa pieza no es tuya.
race-not-now = Ahora no es posible.

kind-runner = { $count ->
    [one] un corredor
   *[other] { $count } corredores
}
