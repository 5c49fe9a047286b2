# Lo que dice el árbitro de Tudor: ante una pieza o pulsación que no cambia nada, y lo que solo anota.

## Quejas

tudor-complaint-not-your-turn = Le toca a { $player }. Espera tu turno.
tudor-complaint-castle-out = Este castillo no está en la partida.
tudor-complaint-not-in-play = Esta pieza no está en juego. Devuélvela a la caja.
tudor-complaint-somebody-s = Esta pieza es de { $player }. Devuélvela.
tudor-complaint-yours = { $player } tiene una pieza tuya. Recupérala.
tudor-complaint-from-the-bag = Ahora no se saca ninguna. Devuélvela a la bolsa.
tudor-complaint-spent = Está gastada hasta el fin de la ronda. Usa otra.
tudor-complaint-fits-nothing = Ninguna acción usa ahora esta pieza. Devuélvela.
tudor-complaint-no-question = Ahora no hay ninguna pregunta que responder con no.
tudor-complaint-tap-draw = Saca una ficha de la bolsa y pásala.
tudor-complaint-tap-ring = Pasa antes un anillo.
tudor-complaint-tap-rings = Pasa antes los dos anillos que se cambian.
tudor-complaint-tap-path = Pasa antes las fichas que tomas.
tudor-complaint-tap-spent = Pasa antes dos fichas tuyas.
tudor-complaint-tap-tokens = Pasa antes las dos fichas que cambias.
tudor-complaint-tap-hand = Pasa antes tus anillos, del pulgar al meñique.

## Mientras se coloca el tablero

tudor-complaint-answer-first = Responde antes a la pregunta de la consola.
tudor-complaint-lies-already = Esta ficha ya está en { $space }. Toma otra.
tudor-complaint-joined-already = Este castillo ya juega. Pasa el siguiente.
tudor-complaint-four-play = Ya juegan cuatro. Pulsa el mando.
tudor-complaint-too-few = Juegan al menos dos. Pasa una pieza por otra puerta.
tudor-complaint-tap-space = Pasa una ficha para la casilla que se muestra.

## Solo anotado

tudor-noted-piece = Pasó una pieza por la puerta; ahora no toca ninguna.
tudor-noted-button = Este botón no tiene función ahora.
tudor-noted-over = La partida ha terminado.
tudor-noted-hourglass = El reloj se agotó; este juego no lo usa.
tudor-complaint-others-yes = Solo { $player } puede decir sí a esto.
tudor-complaint-behind-the-screen = Lo que hay tras la pantalla no basta para eso.
