# The Arrow Race.

arrow-race-title = La flecha
arrow-race-begin = Pulsad el botón.
arrow-race-draw = { $color }: pulsa el botón.
arrow-race-run = { $color } corre con una de dos
arrow-race-told = { $animal } ({ $color }) está en { $at }.
arrow-race-back = { $animal } ({ $color }) vuelve a la salida.
arrow-race-won = { $color } ha ganado.
arrow-race-runner-at = { $animal } ({ $color }) { $at }
arrow-race-at = casilla { $at }
arrow-race-not-yours = Espera tu turno y toma una de las tuyas.
arrow-race-not-now = Ahora no es una jugada.
arrow-race-hare = Liebre
arrow-race-tortoise = Tortuga
kind-arrow-race-runner = { $count ->
    [one] una ficha
   *[other] { $count } fichas
}

rule-AR-1 = La flecha gira y una de tus dos fichas avanza lo que dijo. Quien cae sobre otra la manda a la salida. Gana la primera en la casilla 12.
rule-AR-2 = Se juega por turnos, en el sentido del reloj desde el primero.
