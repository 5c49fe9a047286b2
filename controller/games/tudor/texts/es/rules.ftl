# Las reglas de Tudor en nuestras palabras, por los números que citan los rechazos y las pruebas.

## Preparación

rule-TU-0-1 = Juegan de dos a cuatro, en sentido horario, cada cual con su color y su placa de castillo. El jugador inicial se nombra antes de la partida.
rule-TU-0-2 = Lo impreso en los componentes viene de la edición. Dos juegan en un lado del tablero, tres y cuatro en el otro.
rule-TU-0-3 = Se juega con dos cartas de puntuación distintas de las seis, las que se quiera; para empezar van bien la 1 y la 4.
rule-TU-0-4 = Se juega con una de cinco cartas de escenario; para empezar va bien la 2. Junto con el número de jugadores, fija el número de rondas.
rule-TU-0-5 = Cada casilla del salón del trono recibe una ficha redonda y una ficha de facción.
rule-TU-0-6 = Todas las fichas redondas en juego se reparten al azar, 18 de cada clase (14 con dos jugadores).
rule-TU-0-7 = Las fichas de facción salen al azar de la bolsa. Con dos jugadores, y también con la carta 2, antes se retiran algunas de la partida; no hace falta decirle a la mesa cuáles.
rule-TU-0-8 = El soporte tiene dos anillos de cada facción, con cuatro jugadores tres.
rule-TU-0-9 = Las cartas están en montones abiertos por facción. Una carta pagada o devuelta vuelve enseguida a su montón.

## Anillos al comienzo

rule-TU-1-1 = Desde el jugador inicial cada cual elige un anillo, y luego en orden inverso otro.
rule-TU-1-2 = Solo se puede elegir un anillo que siga en el soporte.
rule-TU-1-3 = Después, por turno, cada cual se pone los dos anillos y toma una carta de la facción de cada uno.

## Anillos y dedos

rule-TU-2-1 = Una mano lleva exactamente los anillos de su jugador. Hasta cinco anillos, ningún dedo lleva dos.
rule-TU-2-2 = Desde seis anillos ningún dedo queda libre, y un dedo puede llevar varios.
rule-TU-2-3 = Los anillos solo se recolocan cuando llega o se va uno. Los cambiados ocupan el sitio de los otros.
rule-TU-2-4 = Una mejora vale mientras cada uno de sus dedos lleve algún anillo. Cuenta la mano al empezar la acción, y no es obligatorio usarla.
rule-TU-2-5 = Cada cual lleva dos anillos, y uno más por cada cargo.

## Asignar cortesanos

rule-TU-3-1 = Desde el jugador inicial cada cual pone un cortesano de la reserva en un banco, hasta que todos hayan puesto los que dice el escenario. Un cortesano se sienta lo más cerca posible de la puerta.
rule-TU-3-2 = Ese número es obligatorio. Si es 0, los bancos pasan igualmente a las cámaras.
rule-TU-3-3 = En un banco caben tantos cortesanos como jugadores hay.
rule-TU-3-4 = Sin cortesanos en la reserva se puede retirar uno o pasar. Quien tampoco tiene en el salón del trono pierde la asignación, y todos la pierden si ningún banco tiene sitio.
rule-TU-3-5 = Solo puede pasar quien no tiene cortesanos en la reserva; así renuncia a una asignación.

## Entrar en las cámaras

rule-TU-4-1 = Los cortesanos entran desde el banco, primero el más cercano a la puerta, cada uno a la silla vacía más alta.
rule-TU-4-2 = Si todas las sillas están ocupadas, quien está en la más alta vuelve a casa, los demás suben y el nuevo ocupa la última.
rule-TU-4-3 = Así, en una cámara pequeña un cortesano puede salir en la misma ronda en que entró. Las cámaras no se influyen entre sí.

## Lores

rule-TU-5-1 = Desde el jugador inicial cada cual pone su lord en una cámara; nadie puede pasar.
rule-TU-5-2 = Una cámara admite dos lores como máximo.
rule-TU-5-3 = Cuando todos los lores están puestos, los cortesanos de una cámara sin lord quedan usados en esta ronda.

## Turnos

rule-TU-6-1 = Los turnos van en sentido horario desde el jugador inicial. Todos tienen turno, también sin figuras por usar.
rule-TU-6-2 = En tu turno activas una figura propia sin usar, y ninguna más. Los pasos pendientes van antes.
rule-TU-6-3 = Un cortesano puede realizar una de las dos acciones de su cámara, un lord ambas, una tras otra. Es voluntario.
rule-TU-6-4 = En su lugar una figura puede realizar G o H, y nada más en ese turno.
rule-TU-6-5 = Sin figuras por usar, y si no se activó ninguna en este turno, puedes realizar G o H una vez.
rule-TU-6-6 = No puedes terminar tu turno con un paso pendiente, ni antes de activar una figura propia sin usar.
rule-TU-6-7 = La ronda acaba tras el turno del último jugador en que todas las figuras están usadas. Así todos han tenido los mismos turnos.

## El salón del trono

rule-TU-7-1 = Un paso va arriba, abajo, a la izquierda o a la derecha, nunca en diagonal. Todos los pasos de un movimiento son de un cortesano.
rule-TU-7-2 = Mueves un cortesano propio que esté en el salón del trono.
rule-TU-7-3 = Un movimiento puede pasar por casillas ocupadas, que cuentan como pasos, pero termina en una libre.
rule-TU-7-4 = Como primer paso un movimiento puede traer un cortesano de la reserva a una casilla libre de la fila 1.
rule-TU-7-5 = Un movimiento no entra dos veces en una casilla, tampoco en la de salida.
rule-TU-7-6 = Entrar en lo más alto de una columna termina el movimiento.
rule-TU-7-7 = No puedes entrar en lo más alto de una columna cuyo cargo tienes.
rule-TU-7-8 = Tomas las fichas de facción de todas las casillas en que entraste.
rule-TU-7-9 = Solo tomas la ficha redonda de la última casilla. Las fichas redondas no se reponen.
rule-TU-7-10 = Después las casillas dejadas o cruzadas reciben fichas nuevas de la bolsa, desde la fila más alta y, en cada fila, de izquierda a derecha. La casilla donde está el cortesano no recibe ninguna.
rule-TU-7-11 = Cuando la bolsa está vacía, las casillas quedan vacías. Una ficha sacada no puede haberse visto antes.
rule-TU-7-12 = Una casilla sin ficha de facción vale cualquier carta con C, E y G, y cualquier anillo con A.
rule-TU-7-13 = Sin cortesanos en la reserva puedes retirar uno del salón del trono en tu asignación o en tu turno. Su casilla recibe una ficha nueva.

## Cargos

rule-TU-8-1 = Quien entra en lo más alto pasa enseguida al cargo de encima, y la casilla recibe una ficha nueva.
rule-TU-8-2 = Un cargo vacío da un anillo a elegir del soporte. Después recoloca todos tus anillos, también el nuevo.
rule-TU-8-3 = Si otro tenía el cargo, su cortesano vuelve a casa y tomas un anillo de su mano. Primero recolocas la tuya, luego el otro la suya.
rule-TU-8-4 = Ambos pueden mover todos sus anillos; también se indica una mano que queda igual.
rule-TU-8-5 = Quien tiene un cargo nunca se mueve, no se retira ni se destierra, y solo sale cuando otro lo toma.
rule-TU-8-6 = Tras un movimiento: primero fichas y cargo, luego reposición, anillos, la ficha redonda y por último la acción del cargo.

## Acciones

rule-TU-9-1 = A: un paso en cualquier dirección, o una entrada, a una ficha que coincida con un anillo tuyo.
rule-TU-9-2 = B: un anillo del soporte por uno tuyo, en el mismo sitio, y una carta que coincida con el nuevo.
rule-TU-9-3 = C: una o dos casillas rectas hacia arriba, por una carta cada una.
rule-TU-9-4 = D: dos cartas que coincidan con dos anillos tuyos. Una sola únicamente si los montones no tienen dos así.
rule-TU-9-5 = E: de una a siete casillas rectas hacia arriba, por una carta cada una.
rule-TU-9-6 = F: una carta de cualquier facción.
rule-TU-9-7 = G: una casilla hacia arriba, o una entrada, por una carta.
rule-TU-9-8 = H: una carta que coincida con un anillo tuyo.
rule-TU-9-9 = Una carta solo sale de un montón que la tenga. Lo pagado en la misma acción ya está allí.

## Mejoras

rule-TU-10-1 = A mejorada: a cualquier ficha, sean cuales sean tus anillos.
rule-TU-10-2 = B mejorada: hasta dos cambios seguidos, con una sola carta, de cualquiera de los anillos.
rule-TU-10-3 = C mejorada: hasta tres casillas, cada una en cualquier dirección.
rule-TU-10-4 = D mejorada: ambas cartas pueden coincidir con el mismo anillo.
rule-TU-10-5 = E mejorada: desde tres casillas puedes tomar una carta de una facción que pagaste.
rule-TU-10-6 = F mejorada: puedes tomar dos cartas de cualquier facción y devolver una.

## Acciones extra

rule-TU-11-1 = Las acciones extra se hacen en tu turno, cuando no hay pasos pendientes, aparte de la acción de la figura.
rule-TU-11-2 = Una vez por ronda dos fichas de facción tuyas pagan un paso en cualquier dirección. Hasta el fin de la ronda quedan ante tu pantalla y no cuentan.
rule-TU-11-3 = Cambia dos cartas de tu mano por una de cualquier facción, cuantas veces quieras.

## Cartas de escenario

rule-TU-12-1 = Carta 1: en cualquier momento dos de influencia envían un cortesano tuyo de su silla a un banco con sitio. Una intriga recién tomada permite intercambiar dos fichas de facción del tablero.
rule-TU-12-2 = Carta 2: una influencia recién tomada compra cualquier carta. Una intriga recién tomada permite que un cortesano tuyo cambie de silla con un vecino.
rule-TU-12-3 = Carta 3: en cualquier momento dos de influencia compran cualquier carta. Dos de intriga permiten que un cortesano tuyo salte sobre otro contiguo a la casilla libre de detrás.
rule-TU-12-4 = Carta 4: en cualquier momento una influencia y una intriga cambian un anillo tuyo por uno ajeno. Quien llega a un cargo puede realizar enseguida una acción de la A a la F.
rule-TU-12-5 = Carta 5, cada lado una vez por turno: dos de influencia mueven un cortesano uno o dos pasos. Dos de intriga (tres desde la fila 4) mandan a casa a un cortesano ajeno.
rule-TU-12-6 = Al usar una ficha de inmediato, se descarta. La mesa solo pregunta si es posible usarla.
rule-TU-12-7 = Puedes guardar la ficha, o renunciar a la acción del cargo. Las fichas gastadas salen de la partida.

## Cartas de puntuación

rule-TU-13-1 = Carta de puntuación 1: al final las fichas de una facción valen más cuantas más haya. Siete son el tope, el resto empieza de nuevo.
rule-TU-13-2 = Carta de puntuación 2: al final cada ficha vale el número de su facción. Una de menos de 0 no se puede gastar en el movimiento extra.
rule-TU-13-3 = Carta de puntuación 3: al final las fichas forman series de facciones distintas, la primera lo mayor posible, luego la siguiente.
rule-TU-13-4 = Carta de puntuación 4: un cargo da enseguida sus puntos, cada vez que se ocupa.
rule-TU-13-5 = Carta de puntuación 5: al final de cada ronda da puntos tener más cortesanos en una columna, con su cargo. A igualdad, los recibe quien está más alto.
rule-TU-13-6 = Carta de puntuación 6: una ficha redonda recién tomada puede enviar un cortesano de la reserva a la carta para siempre. Cada uno da puntos al final.

## Fin de la ronda

rule-TU-14-1 = Al final de la ronda los lores vuelven a casa, las figuras quedan listas y las fichas gastadas salen de la partida.
rule-TU-14-2 = Si quedan rondas, el siguiente jugador en sentido horario empieza la próxima. Los cortesanos siguen en sus sillas.

## Fin de la partida

rule-TU-15-1 = Tras la última ronda puntúan ambas cartas, luego la Jarretera. Cuentan las fichas tras la pantalla, las gastadas no.
rule-TU-15-2 = La Jarretera va por influencia, intriga y cartas juntas. Quienes empatan comparten el rango y reciben sus puntos enteros; los rangos siguientes se saltan.
rule-TU-15-3 = Gana quien tiene más prestigio, luego más cartas, luego más influencia e intriga, luego más anillos. Después ganan juntos todos los empatados.
