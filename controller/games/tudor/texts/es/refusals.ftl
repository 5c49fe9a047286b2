# Por qué se rechaza una acción de Tudor y qué hacer. Las claves son los motivos del motor de reglas.

## Forma de una acción

tudor-refused-not-json = Esta línea no es JSON: { $detail }. Escribe un objeto JSON por línea.
tudor-refused-no-object = Una acción es un objeto JSON con la clave «do»; esto es { $seen }.
tudor-refused-do-unknown = No existe la acción { $seen }; existen { $actions }.
tudor-refused-letter-unknown = Las cámaras no tienen ninguna acción { $seen }; existen de la A a la H.
tudor-refused-shape = Este «{ $do }» tiene una forma incorrecta: { $detail }.
tudor-refused-list-empty = «{ $name }» está vacío; debe indicar al menos uno.
tudor-refused-no-pair = «{ $name }» tiene { $seen ->
    [one] un elemento
   *[other] { $seen } elementos
  }; deben ser exactamente dos.
tudor-refused-swaps-number = «swaps» tiene { $seen } elementos; se puede cambiar una vez o dos.
tudor-refused-edition-name = No existe la edición { $seen }; escribe «standard» o da la edición entera como objeto.
tudor-refused-gate-empty = La puerta de un jugador no tiene nombre; escribe el de su placa de castillo.
tudor-refused-amend-one = Un «amend» contiene exactamente uno de «cards», «prestige» y «swap».
tudor-refused-amend-empty = El «amend» no cambia nada; indica al menos un cambio.
tudor-refused-not-started = No hay partida; la primera acción es «start».
tudor-refused-started-already = La partida ya ha empezado; otra partida necesita otro registro.
tudor-refused-over = La partida ha terminado; solo queda «undo».
tudor-refused-nothing-to-undo = No queda nada que deshacer; el comienzo permanece.

## Nombres

tudor-refused-player-unknown = No hay ningún jugador { $seen }.
tudor-refused-ring-unknown = No existe el anillo { $seen }.
tudor-refused-token-unknown = No existe la ficha { $seen }.
tudor-refused-faction-unknown = No existe la facción { $seen }.
tudor-refused-space-unknown = El salón del trono no tiene la casilla { $seen }; va de A1 a { $last }.
tudor-refused-chamber-unknown = No existe la cámara { $seen }; elige 1, 2 o 3.
tudor-refused-chair-unknown = No existe la silla { $seen }; elige de 1 a { $last }.
tudor-refused-side-unknown = El lado { $side } de la carta de escenario { $card } no se puede usar como acción por sí solo.
tudor-refused-scenario-fields = El lado { $side } de la carta de escenario { $card } necesita exactamente { $fields }.

## Preparación

tudor-refused-edition = No se puede jugar con esta edición: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}Hay un error más.
   *[other] {" "}Hay { $others } errores más.
}
tudor-refused-player-count = { $seen ->
    [one] Se ha indicado un jugador
   *[other] Se han indicado { $seen } jugadores
  }; pueden jugar de dos a cuatro.
tudor-refused-color-unknown = La edición no tiene el color { $seen }; tiene { $colors }.
tudor-refused-color-twice = { $color } se ha indicado dos veces; cada jugador tiene su propio color.
tudor-refused-gate-twice = La puerta { $gate } se ha indicado dos veces; cada jugador tiene su propia placa de castillo.
tudor-refused-first-unknown = El jugador inicial { $seen } no está en la partida; indica uno de los jugadores.
tudor-refused-scoring-cards = Se han indicado las cartas de puntuación { $seen }; elige dos distintas de 1 a 6.
tudor-refused-scenario-card = No existe la carta de escenario { $seen }; elige una de 1 a 5.
tudor-refused-space-not-there = Este lado del tablero no tiene la casilla { $space }; quítala.
tudor-refused-space-missing = La casilla { $space } no tiene fichas; coloca una de cada clase.
tudor-refused-round-tokens = Hay { $seen } casillas con ficha de influencia; deben ser { $expected }.
tudor-refused-token-not-there = La edición no tiene la ficha { $token }, que está en { $space }.
tudor-refused-token-twice = La ficha { $token } está en dos casillas; solo puede estar en una.
tudor-refused-bag-empty-of = En el tablero hay más fichas de la facción { $faction } de las que están en juego.

## Fases y turnos

tudor-refused-phase = Eso no es posible ahora: { $phase ->
    [rings] se eligen anillos
    [hands] se colocan los anillos
    [assignment] se asignan cortesanos
    [lords] se colocan los lores
   *[actions] se juegan los turnos
}.
tudor-refused-turn = Le toca a { $due }, no a { $seen }.
tudor-refused-due-draw = Primero hay que sacar una ficha para { $space }.
tudor-refused-due-ring = Primero { $due } toma un anillo por el cargo.
tudor-refused-due-wear = Primero { $due } vuelve a colocar los anillos.
tudor-refused-due-token = Primero { $due } usa la ficha recién tomada o la guarda.
tudor-refused-due-office = Primero { $due } realiza la acción del cargo o renuncia.
tudor-refused-no-step = Ahora no toca hacer eso.
tudor-refused-activated-already = En este turno ya se ha activado una figura; la siguiente espera.
tudor-refused-figure-not-there = { $player } no tiene un cortesano sin usar en la silla { $chair } de la cámara { $chamber }.
tudor-refused-lord-not-there = { $player } no tiene un lord sin usar en la cámara { $chamber }.
tudor-refused-activate-first = Activa una figura antes de la acción { $letter }.
tudor-refused-letter-closed = La acción { $letter } no está disponible en este turno; realizadas: { $done }.
tudor-refused-office-letter = Un cargo da una de las acciones de la A a la F, no la { $letter }.
tudor-refused-must-activate = { $player } tiene una figura sin usar; activa una antes de terminar el turno.

## Anillos

tudor-refused-ring-worn = El anillo { $ring } está ocupado; elige uno del soporte.
tudor-refused-stand-without = El soporte ya no tiene anillos de la facción { $faction }, así que tampoco { $ring }.
tudor-refused-not-his-rings = { $player } debe llevar exactamente estos anillos: { $expected }.
tudor-refused-finger-of-two = Con { $rings } anillos ningún dedo lleva dos; eso solo se puede desde seis anillos.
tudor-refused-finger-bare = Con { $rings } anillos ningún dedo queda libre.
tudor-refused-ring-not-robbed = Toma un anillo de la mano de { $player }, que perdió el cargo; no lleva { $ring }.
tudor-refused-ring-not-his = El anillo { $ring } no está en la mano de { $player }.
tudor-refused-ring-not-others = El anillo { $ring } no está en la mano de otro jugador.

## Cámaras

tudor-refused-assign-supply = { $player } no tiene cortesanos en la reserva; retira uno o pasa.
tudor-refused-bench-full = El banco de la cámara { $chamber } está lleno; caben { $most }.
tudor-refused-pass-supply = { $player } tiene cortesanos en la reserva ({ $supply }); asigna uno.
tudor-refused-lords-full = En la cámara { $chamber } hay dos lores; elige otra.
tudor-refused-recall-supply = { $player } tiene cortesanos en la reserva ({ $supply }); solo se retira sin ninguno.

## El salón del trono

tudor-refused-steps = El camino tiene { $seen } casillas; este movimiento admite { $most } como máximo.
tudor-refused-supply-empty = { $player } no tiene cortesanos en la reserva; mueve uno que esté en el salón del trono.
tudor-refused-entry = Un cortesano entra en una casilla libre de la fila 1; { $space } no lo es.
tudor-refused-courtier-not-there = { $player } no tiene ningún cortesano en { $space }.
tudor-refused-not-beside = { $space } no está al lado de { $last }; un paso va arriba, abajo, a la izquierda o a la derecha.
tudor-refused-entered-before = El camino pasa dos veces por { $space }; solo se permite una.
tudor-refused-not-straight = Desde { $last } este movimiento va recto hacia arriba, no a { $space }.
tudor-refused-beyond-top = { $space } es lo más alto de su columna; el movimiento termina allí.
tudor-refused-occupied = { $space } está ocupada; un movimiento termina en una casilla libre.
tudor-refused-own-office = Este jugador ya tiene el cargo de la columna { $column }; su casilla superior está cerrada.
tudor-refused-token-seen = La ficha { $token } ya se ha visto; toca una de la bolsa.
tudor-refused-bag-without = En la bolsa ya no hay fichas de la facción { $faction }.

## Acciones

tudor-refused-ring-missing = La ficha de { $space } ({ $faction }) necesita un anillo de su facción en la mano.
tudor-refused-cards-number = Se indican { $seen } cartas para { $expected } casillas; indica una para cada una.
tudor-refused-card-no-match = { $space } necesita una carta de la facción { $faction }; { $seen } no coincide.
tudor-refused-cards-not-held = Estas cartas no están todas en la mano: { $cards }.
tudor-refused-bonus-not-enhanced = Con E solo se gana una carta si los dedos de la mejora llevan anillos.
tudor-refused-bonus-few-spaces = Con E se gana una carta desde tres casillas; { $seen ->
    [one] esta es una
   *[other] estas son { $seen }
  }.
tudor-refused-bonus-not-paid = No se ha pagado ninguna carta de la facción { $faction }; toma una de las pagadas.
tudor-refused-swaps-not-enhanced = Cambiar dos veces requiere anillos en los dedos de la mejora de B; haz un cambio.
tudor-refused-swap-card-missing = Indica la carta que acompaña al anillo, por ejemplo { $faction }.
tudor-refused-swap-card-other = La carta corresponde a un anillo tomado; { $faction } no corresponde.
tudor-refused-stack-empty = No quedan tantas cartas de la facción { $faction }.
tudor-refused-no-such-ring = En la mano no hay ningún anillo de la facción { $faction }.
tudor-refused-cards-more-than-two = Se indican { $seen } cartas; se pueden tomar dos como máximo.
tudor-refused-one-ring-twice = Un anillo de la facción { $faction } da una carta; dos requieren dos anillos o la mejora de D.
tudor-refused-pair-possible = Se pueden tomar dos cartas; indica ambas.
tudor-refused-back-with-two = Se devuelve una carta cuando se toman dos, y solo entonces.
tudor-refused-two-not-enhanced = Dos cartas requieren anillos en los dedos de la mejora de F; toma una.
tudor-refused-back-not-held = En la mano no hay ninguna carta de la facción { $faction } que devolver.
tudor-refused-moved-already = { $player } ya ha hecho el movimiento extra de esta ronda.
tudor-refused-tokens-alike = La ficha { $token } se indica dos veces; gasta dos distintas.
tudor-refused-token-not-his = La ficha { $token } no está tras la pantalla de { $player }.
tudor-refused-token-worth = La ficha { $token } vale menos de 0; no se puede gastar.

## Cartas de escenario y de puntuación

tudor-refused-token-other-kind = Este lado de la carta es para una ficha redonda de la otra clase.
tudor-refused-round-tokens-few = Esto cuesta { $influence } de influencia y { $intrigue } de intriga; el jugador no tiene tanto.
tudor-refused-courtier-not-on-chair = { $player } no tiene ningún cortesano en la silla { $chair } de la cámara { $chamber }.
tudor-refused-space-twice = { $space } se indica dos veces; indica dos casillas distintas.
tudor-refused-space-without-token = En { $space } no hay ficha de facción; indica dos casillas con una cada una.
tudor-refused-chairs-apart = Solo se pueden cambiar sillas contiguas.
tudor-refused-chair-empty = Una de estas sillas de la cámara { $chamber } está vacía; ambas deben estar ocupadas.
tudor-refused-neither-his = Ninguno de los cortesanos es de { $player }; uno debe serlo.
tudor-refused-jump-not-behind = { $space } no está a dos casillas en línea recta de { $origin }.
tudor-refused-jump-nobody = En { $space } no hay nadie a quien saltar.
tudor-refused-side-used = Este lado de la carta ya se ha usado en este turno; vale una vez por turno.
tudor-refused-banish-nobody = En { $space } no hay ningún cortesano de otro jugador.
tudor-refused-no-card-6 = Los embajadores necesitan la carta de puntuación 6, que no está en juego.
tudor-refused-ambassador-supply = { $player } no tiene cortesanos en la reserva para hacer de embajador.

## Correcciones

tudor-refused-amend-hand = { $player } tiene { $has ->
    [one] una carta
   *[other] { $has } cartas
  } de la facción { $faction }; un cambio de { $change } dejaría menos de 0.
tudor-refused-amend-stack = El montón de la facción { $faction } solo tiene { $has } cartas; cambia menos.
tudor-refused-amend-prestige = { $player } tiene { $has } de prestigio; un cambio de { $change } dejaría menos de 0.
