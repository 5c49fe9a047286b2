# Lo que dice el árbitro de Tudor: ante una pieza o pulsación que no cambia nada, y lo que solo anota.

## Quejas

tudor-complaint-not-your-turn = Le toca a { $player }. Espera tu turno.
tudor-complaint-castle-out = Este castillo no juega. Déjalo en paz.
tudor-complaint-not-in-play = No está en juego. Devuélvelo a la caja.
tudor-complaint-somebody-s = Es de { $player }. Devuélvelo.
tudor-complaint-yours = { $player } tiene una pieza tuya. Recupérala.
tudor-complaint-from-the-bag = Sale de la bolsa y ahora no se roba. Devuélvela.
tudor-complaint-spent = Está gastada hasta el fin de la ronda. Usa otra.
tudor-complaint-fits-nothing = No sirve para nada que puedas hacer ahora. Devuélvela.
tudor-complaint-no-question = No había nada a lo que decir que no.
tudor-complaint-tap-draw = Roba una ficha de la bolsa y pásala.
tudor-complaint-tap-ring = Pasa antes un anillo.
tudor-complaint-tap-rings = Pasa antes los anillos que se cambian.
tudor-complaint-tap-path = Pasa antes las fichas que tomas.
tudor-complaint-tap-spent = Pasa antes dos fichas tuyas.
tudor-complaint-tap-tokens = Pasa antes las dos fichas que se cambian.
tudor-complaint-tap-hand = Pasa antes tus anillos, del pulgar al meñique.

## Mientras se coloca el tablero

tudor-complaint-answer-first = Responde antes a la pregunta de la consola.
tudor-complaint-lies-already = Ya está en { $space }. Toma otra.
tudor-complaint-joined-already = Este castillo ya juega. El siguiente, por favor.
tudor-complaint-four-play = Ya juegan cuatro. Pulsa el mando.
tudor-complaint-too-few = Juegan al menos dos. Una pieza por otra puerta.
tudor-complaint-tap-space = Pasa la ficha del espacio que se muestra.

## Solo anotado

tudor-noted-piece = Una pieza pasó por la puerta; nada la espera.
tudor-noted-button = Un botón no significa nada ahora.
tudor-noted-over = La partida ha terminado.
tudor-noted-hourglass = El reloj se agotó; aquí no significa nada.
tudor-complaint-others-yes = A eso dice sí { $player }.
tudor-complaint-behind-the-screen = Lo que hay tras la pantalla no basta para eso.
