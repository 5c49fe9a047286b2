# Las reglas de Tumult Royale con nuestras palabras, por los números que citan rechazos y pruebas.

## Preparación

rule-TR-0-1 = Juegan de dos a cuatro personas, en azul, amarillo, morado y gris; los asientos van en el sentido del reloj. Los rangos se sortean; el rango 1 es rey o reina.
rule-TR-0-2 = Con cuatro se juega con las 39 fichas, con tres sin las de marco negro, con dos tampoco con las de marco gris. Al principio todas son del pueblo.
rule-TR-0-3 = El marco tiene dos filas con un hueco por jugador; lo llenan regiones, la mitad boca abajo. Los huecos se cuentan fila a fila desde 0; las regiones que no salieron se quedan en la caja.
rule-TR-0-4 = Cada cual recibe 25 estatuas y 30, 20 o 15 partidarios según sean dos, tres o cuatro. El resto de los 105 partidarios forma la reserva.
rule-TR-0-5 = Al principio el pueblo no tiene clemencia con nadie.
rule-TR-0-6 = Desde el rango más bajo hasta el rey, cada cual pone una estatua en una pradera libre y descubierta. Si no hay bastantes, se sacan otras regiones.
rule-TR-0-7 = Un campo se nombra por columna y fila: letras desde la A por la izquierda, cifras desde el 1 por arriba; cada hueco abarca tres columnas y tres filas. Una región puede estar girada en cuartos de vuelta en el sentido del reloj.

## El ánimo del pueblo

rule-TR-1-1 = El rey gira la flecha. Su número es lo que el pueblo pide de pan, de mármol y de herramientas.
rule-TR-1-2 = Si la flecha se para justo en la raya entre dos sectores, vale el número menor.
rule-TR-1-3 = Si nadie se acordó de girar, cada mercancía conserva el número de la ronda anterior; en la ronda 1 es 3. Un número corregido a mano vale como el de su ronda.

## Impuestos

rule-TR-2-1 = Una vez por ronda se apartan sin mirar tres fichas por jugador; en esa ronda no son de nadie y no se pueden robar. Desde la ronda 2 puede hacerse antes de que el rey gire.
rule-TR-2-2 = Cuando hay exactamente tres fichas apartadas por jugador, el rey pone en marcha el reloj de arena.
rule-TR-2-3 = Mientras cae la arena roban todos a la vez: cuantas fichas puedan, de una en una y solo del pueblo.
rule-TR-2-4 = La ficha que está en un castillo se queda allí: no se devuelve, y nadie más puede cogerla.
rule-TR-2-5 = Acabada la arena, cada cual puede dejar aún la ficha que tenga en la mano en ese momento. Después, manos quietas.
rule-TR-2-6 = Entonces se descubren y se cuentan todas las fichas.

## Tumultos

rule-TR-3-1 = Se cuenta lo que le queda al pueblo de cada mercancía. Donde es menos de lo que pide, estalla un tumulto. Se cuentan las tres antes de resolver el primero.
rule-TR-3-2 = Si hay varios tumultos, van por orden: pan, mármol, herramientas.
rule-TR-3-3 = La codicia es el número de símbolos de la mercancía que alguien robó. A quien goza de clemencia se le cuenta uno menos, nunca por debajo de 0; la clemencia no cambia nada más.
rule-TR-3-4 = La culpa es de quien tuvo más codicia. Si hay empate, del rango más alto entre ellos; si nadie robó nada de ella, es del rey.
rule-TR-3-5 = Por cada tumulto, quien tiene la culpa paga tres partidarios a la reserva.
rule-TR-3-6 = De esa mercancía, quien tiene la culpa conserva una sola ficha, una de las de menor valor que tenga. Las demás vuelven al pueblo y ya no sirven en esta ronda.
rule-TR-3-7 = Quien tiene una sola ficha de la mercancía, o ninguna, no devuelve nada.

## Estatuas

rule-TR-4-1 = Desde el rey y bajando por los rangos, cada cual construye en un campo o pasa; luego se empieza otra vez por el rey.
rule-TR-4-2 = Se construye en campos descubiertos y sin estatuas. El campo ha de compartir un lado con uno propio; solo las praderas y los bosques pueden estar en otra parte, y entonces cuestan el doble.
rule-TR-4-3 = Una pradera, un bosque o una montaña lleva una estatua, una aldea dos, un palacio tres. Quien tiene menos las pone todas, paga el precio completo y gana con la última.
rule-TR-4-4 = Una pradera o un bosque apartado de los campos propios cuesta el doble de lo impreso en cada mercancía. Si toca uno de ellos, cuesta lo impreso.
rule-TR-4-5 = Se paga con fichas enteras del castillo propio. Deben mostrar bastantes símbolos de cada mercancía que cuesta el campo, y ninguno de una que no cuesta.
rule-TR-4-6 = No se puede pagar una ficha que podría quedarse fuera: todas han de hacer falta.
rule-TR-4-7 = Por cada símbolo pagado de más llega un partidario de la reserva. Las fichas pagadas pasan al pueblo y quedan fuera de esta ronda.
rule-TR-4-8 = Quien no puede construir nada pierde el turno. Quien puede construir también puede pasar, y en la vuelta siguiente se le pregunta de nuevo.
rule-TR-4-9 = Se deja de construir cuando en una vuelta entera nadie construye. Las fichas que quedan en los castillos se devuelven y no traen partidarios.
rule-TR-4-10 = Como consuelo llegan dos partidarios a quien en esta ronda no pudo construir en ningún turno y no tuvo la culpa de ninguno de sus tumultos; primero el rango más alto.
rule-TR-4-11 = Se construye por este orden: pagar las fichas, recibir los partidarios, poner las estatuas, ver si era la última.

## Rangos, coronación, clemencia

rule-TR-5-1 = Los rangos se reparten de nuevo por partidarios, de más a menos. En caso de empate deciden los rangos de antes.
rule-TR-6-1 = Quien ahora tiene el primer rango es coronado, sea o no la primera vez, y paga cinco partidarios a la reserva.
rule-TR-6-2 = Quien es coronado pone estatuas en la crónica: una en las rondas 1 a 5, dos desde la 6, o una si solo le queda una. Cuentan como puestas, pero ningún campo las toca.
rule-TR-6-3 = En la ronda 3, tras la coronación, se descubre una región, o dos si juegan cuatro; en la ronda 5, todas las que queden. Nadie mira antes, y el rey voltea cada una hacia sí.
rule-TR-6-4 = Desde la ronda 6, tras cada coronación se comprueba si la partida termina.
rule-TR-6-5 = La coronación va por este orden: pagar, poner las estatuas de la crónica, ver si era la última, descubrir regiones, ver si la partida termina.
rule-TR-7-1 = El pueblo tiene clemencia con quienes han puesto menos estatuas, y con nadie si todos han puesto las mismas. Los demás pierden la clemencia.
rule-TR-7-2 = Después todas las fichas vuelven al pueblo y empieza otra ronda.

## Final

rule-TR-8-1 = Quien pone su estatua número 25, en un campo o en la crónica, gana en ese instante. El resto de la ronda no se juega.
rule-TR-8-2 = Desde la ronda 6 la crónica limita la diferencia entre quien ha puesto más estatuas y quien menos. Si es mayor, la partida termina; tras la ronda 10 termina siempre.
rule-TR-8-3 = Gana quien ha puesto más estatuas; en caso de empate, el rango más alto.

## Partidarios

rule-TR-9-1 = Si alguien no puede pagar todo lo debido, antes cada jugador recibe cinco partidarios de la reserva, empezando por el rey, mientras haya. Luego se paga todo lo posible.
rule-TR-9-2 = Si la reserva no puede dar todo lo debido, antes cada jugador le devuelve cinco partidarios, o todos los que le queden. Luego la reserva da lo que tiene.

## Variantes

rule-TR-10-1 = Con apuestas se roba primero: la ronda empieza apartando fichas, y solo tras el recuento gira el rey tres veces, por el pan, por el mármol y por las herramientas. Los giros olvidados se completan como siempre, y los números no se pueden corregir.
rule-TR-11-1 = Con mapa, la mesa conoce cada campo y comprueba dónde se construye.
rule-TR-11-2 = Sin mapa se dice en qué clase de campo se construye y si toca uno propio; de que esté libre cuidan los jugadores. Quien pasa puede decir que no quedaba libre ningún campo adecuado, y entonces cuenta como quien no pudo construir.
