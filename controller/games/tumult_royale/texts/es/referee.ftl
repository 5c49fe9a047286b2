# Lo que dice el árbitro: a una ficha o un botón que nada cambia, al pagar y al pasar, y lo que solo anota.
# La regla está en el título. Bajo ficha, castillo y retraso deben caber los números de cuatro castillos.

complaint-not-in-play = No está en juego. Guárdala en la caja.
complaint-castle-out = Este castillo no juega. No lo uses.
complaint-elsewhere = Ya está en { $color }. Devuélvela allí.
complaint-taken = { $color } tiene una ficha tuya. Compara.
complaint-is-aside = Está apartada esta ronda. Devuélvela.
complaint-here-already = Aquí ya cuenta. Déjala donde está.
complaint-late = Ya diste tu ficha tardía. Devuelve esta.
complaint-late-by = { $late } s tarde. Devuélvela.
complaint-closed = Dijiste sí a { $tiles }. Pulsa no y corrige.
complaint-fourth = Ya has apartado tres. Devuelve esta sin mirarla.
complaint-aside-already = Esta ficha ya está apartada. Déjala y toma otra.
complaint-before-hourglass = Ya están todas apartadas y el reloj aún no corre. Devuelve esta sin mirarla.
complaint-hourglass-lies = El reloj no corre. Devuelve la ficha; antes el rey pulsa el mando.
complaint-not-your-turn = Le toca a { $color }. Espera tu turno.
complaint-no-question = No hay nada a que decir no. Pulsa sí cuando estés listo.
complaint-on-page = Hazlo en la página: toca el mapa.
complaint-not-yours = Esta ficha está en el castillo de { $color }. Paga con las tuyas.
complaint-the-people-s = Esta ficha es del pueblo. Paga con las de tu castillo.
complaint-went-back = Volvió en el tumulto por { $commodity }. Paga con otras.
complaint-no-tiles = Primero pasa las fichas con que pagas.
complaint-short = { $kind }: falta { $missing }. Pasa más fichas.
complaint-foreign = { $kind }: { $tile } no cuenta. Pásala otra vez para quitarla.
complaint-too-many = { $kind }: sobra { $tile }. Pásala otra vez para quitarla.
complaint-one-way = Con ellas solo se paga esto. Pulsa sí o pasa otras fichas.

## Pagar y pasar

pay-symbols = { $commodity } { $count }
pay-short = { $kind }: falta { $missing }.
pay-foreign = { $kind }: { $tile } no cuenta.
pay-too-many = { $kind }: sobra { $tile }.
wait-build-ways = { $statues ->
    [one] { $color }: 1 estatua
   *[other] { $color }: { $statues } estatuas
  }
wait-why-title = ¿Motivo? Largo: atrás
why-would-not = No quiero construir
why-could-not = No hay campo libre

## Esperar

wait-lies-title = Reloj parado
wait-lies = { $color }, pulsa el mando: corre de nuevo.
wait-too-many-aside = { $count ->
    [one] Sobra una ficha. Devuélvela en la página.
   *[other] Sobran { $count } fichas. Devuélvelas en la página.
  }
wait-correct-title = { $count ->
    [one] { $colors } corrige
   *[other] Se corrige
  }
wait-correct = Pasa las fichas de allí y pulsa sí.

## Solo anotado

noted-tile = Una ficha pasó por una puerta, pero ahora no se espera ninguna.
noted-tag = Una puerta no pudo leer lo que pasó, pero ahora no se espera ninguna ficha.
noted-button = Se pulsó un botón que ahora no tiene función.
noted-hourglass = El reloj se ha vaciado, pero ahora nadie roba.
