# The Arrow Race.

arrow-race-title = La flecha
arrow-race-begin = Pulsa el mando para empezar.
arrow-race-draw = { $color }: pulsa el mando.
arrow-race-run = { $color }: avanza { $steps }
arrow-race-told = { $animal } ({ $color }) está en { $at }.
arrow-race-back = { $animal } ({ $color }) vuelve a la salida.
arrow-race-won = { $color } ha ganado.
arrow-race-at-both = { $color } { $hare }/{ $tortoise }
arrow-race-at = casilla { $at }
arrow-race-not-yours = Espera tu turno y mueve una de tus fichas.
arrow-race-not-now = Ahora no se puede.
kind-arrow-race-runner = { $count ->
    [one] una ficha
   *[other] { $count } fichas
}

rule-AR-1 = La flecha da un número y una de tus dos fichas avanza esas casillas. Si cae sobre otra, esa vuelve a la salida. Gana quien llega antes a la casilla 12.
rule-AR-2 = Se juega por turnos en el sentido de las agujas del reloj, empezando por el primero.
arrow-race-carry = Mueve { $animal } a { $at } y pásala por su puerta.
