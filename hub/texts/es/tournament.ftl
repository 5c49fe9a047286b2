# Los textos de las páginas de un torneo.

page-tournament-none = No hay ningún torneo en marcha
page-tournament-none-how = Cuando la organización empiece uno, aparecerá aquí.
page-tournament-none-begin = Empieza uno con el formulario de arriba.
page-tournament-unfit = Acciones guardadas que ya no valen: { $number }. Revisa personas, sorteos y resultados, y añade lo que falte.
page-tournament-semifinal = Semifinales
page-tournament-final = Final
page-tournament-round-of = Ronda { $number } de { $of }
page-tournament-state-entering = Registro: { $here } de { $known } presentes
page-tournament-state-closed = Inscripción cerrada: { $here } jugadores. Toca sortear.
page-tournament-state-playing = { $done } de { $all } partidas acabadas
page-tournament-state-between = Ronda acabada. Hay { $here } jugadores.
page-tournament-state-last = Todas las rondas han acabado.
page-tournament-state-ended = ¡{ $name } gana el torneo!
page-tournament-time-is-up = ¡Tiempo!
page-tournament-late = tiempo agotado
page-tournament-begin = Empezar un torneo
page-tournament-name = Nombre
page-tournament-format = Formato
page-tournament-format-swiss = Rondas suizas
page-tournament-format-finals = Rondas suizas, semifinales y final
page-tournament-rounds = Rondas
page-tournament-minutes = Minutos por ronda
page-tournament-minutes-none = sin límite
page-tournament-tables = Mesas
page-tournament-tables-none = Aún no hay mesas en la sala. Los resultados se pueden escribir.
page-tournament-tables-how = Valen desde el próximo sorteo.
page-tournament-tables-keep = Guardar mesas
page-tournament-begin-do = Empezar
page-tournament-enter = Añadir jugadores
page-tournament-enter-who = Nombre o código de jugador
page-tournament-enter-club = Club (opcional)
page-tournament-enter-bot = Juega
page-tournament-person = una persona
page-tournament-bot-easy = bot fácil
page-tournament-bot-normal = bot normal
page-tournament-bot-hard = bot difícil
page-tournament-enter-do = Añadir
page-tournament-list = Pega una lista, con las columnas que tenga
page-tournament-list-example = Ana, Club de ajedrez
page-tournament-list-here = Ya están todos aquí
page-tournament-list-found = { $number ->
    [one] Una persona reconocida
   *[other] { $number } personas reconocidas
}
page-tournament-list-do = { $number ->
    [0] Añadir la lista
    [one] Añadir a 1 persona
   *[other] Añadir a { $number } personas
}
page-tournament-list-done = { $number ->
    [one] Se ha añadido a una persona.
   *[other] Se ha añadido a { $number } personas.
}
page-tournament-undo-list = Deshacer esta lista
page-tournament-undo-list-sure = ¿Quitar a las { $number } personas de esta lista, desde { $name }?
page-tournament-take-out = Quitar a { $name }
page-tournament-take-out-sure = ¿Quitar a { $name } del torneo?
page-tournament-table = Mesa
page-tournament-results-enter = Pegar resultados
page-tournament-results = Nombres con puestos o puntos
page-tournament-results-example = Nombre, Puesto, Puntos
page-tournament-results-found = { $number ->
    [one] Una partida reconocida
   *[other] { $number } partidas reconocidas
}
page-tournament-results-do = { $number ->
    [0] Guardar los resultados
    [one] Guardar 1 resultado
   *[other] Guardar { $number } resultados
}
page-tournament-results-done = { $number ->
    [one] Se ha guardado un resultado.
   *[other] Se han guardado { $number } resultados.
}
page-tournament-sign-up-scan = Escanea para apuntarte
page-tournament-check-in-scan = Escanea para confirmar tu llegada
page-tournament-people = Jugadores: { $here } de { $all } presentes
page-tournament-nobody = Aún no hay jugadores
page-tournament-is-here = { $name } está aquí
page-tournament-tick-all = Marcar a todos
page-tournament-tick-announced = Marcar a quienes avisaron ({ $number })
page-tournament-tick-none = Desmarcar a todos
page-tournament-find = Buscar un nombre
page-tournament-more = y { $number } más
page-tournament-close = Cerrar la inscripción
page-tournament-close-sure = ¿Cerrar igualmente? Avisaron, pero sin marcar: { $names }.
page-tournament-next = Siguiente ronda
page-tournament-open = Reabrir la inscripción
page-tournament-said = Tiradas o palabras para el sorteo (opcional)
page-tournament-draw = Sortear
page-tournament-drawing = Sorteando …
page-tournament-take-back = Anular el sorteo
page-tournament-take-back-sure = ¿Anular este sorteo? El próximo será distinto.
page-tournament-clock = Poner en marcha el reloj
page-tournament-clock-stop = Parar el reloj
page-tournament-end = Terminar el torneo
page-tournament-end-sure = ¿Terminar el torneo? Después no se podrá cambiar nada.
page-tournament-earlier = Rondas anteriores
page-tournament-by-hand-table = Sin mesa
page-tournament-waits = siéntate y pulsa el mando
page-tournament-begun = en juego
page-tournament-refused = Esta mesa no puede jugarla: { $why }
page-tournament-typed = anotado a mano
page-tournament-corrected = Sorteada antes de corregir un resultado anterior. El sorteo vale.
page-tournament-result = Resultado
page-tournament-result-how = Toca a los jugadores en orden: primero quien ganó.
page-tournament-tie = El siguiente empata
page-tournament-again = Empezar de nuevo
page-tournament-counted = Puntos (opcional)
page-tournament-keep = Guardar
page-tournament-more-ways = Otras formas
page-tournament-move = Pasar a otra mesa
page-tournament-join = Tomar el resultado de una partida acabada
page-tournament-join-none = Hoy no ha acabado ninguna partida suelta.
page-tournament-join-do = Usarlo
page-tournament-standing = Clasificación
page-tournament-rank = Puesto
page-tournament-player = Jugador
page-tournament-points = Puntos
page-tournament-wins = Victorias
page-tournament-game-points = Puntos de juego
page-tournament-share = Parte
page-tournament-opponents = Rivales
page-tournament-share-how = Parte: la proporción propia de los puntos de juego de cada mesa, sumada.
page-tournament-opponents-how = Rivales: puntos de aquellos contra quienes jugó.
page-tournament-if-now = Según va
page-tournament-place = Puesto
page-tournament-proof = Archivos y prueba de los sorteos
page-tournament-proof-how = Esta línea se publicó antes de inscribir a nadie: apúntala. El SHA-256 de cada semilla es la línea anterior.
page-tournament-proof-draw = Sorteo { $number }
page-tournament-slips = Papeletas para imprimir
page-tournament-slips-print = Imprimir
page-tournament-file-csv = Clasificación (CSV)
page-tournament-file-json = Todo (JSON)
page-tournament-by-lot = * Iguales en todo: decide un sorteo hecho con la primera ronda.
page-tournament-sign-up = Apuntarse
page-tournament-sign-up-name = Tu nombre o tu código
page-tournament-sign-up-keep = Guardar mis partidas: quiero un código
page-tournament-sign-up-do = Apuntarme
page-tournament-sign-up-done = { $name }, estás en la lista. Confirma tu llegada cuando estés aquí.
page-tournament-sign-up-closed = La inscripción está cerrada
page-tournament-check-in = Confirmar llegada
page-tournament-check-in-do = Estoy aquí
page-tournament-check-in-here = { $name }, tu llegada está confirmada.
page-tournament-check-in-told = { $name }, la organización lo sabe y te marcará.
page-tournament-check-in-closed = Ya no se confirman llegadas
page-tournament-announced = dice: Estoy aquí
page-tournament-unticked = { $number ->
    [one] 1 dice: Estoy aquí
   *[other] { $number } dicen: Estoy aquí
}
page-tournament-seat = ¿Dónde me siento?
page-tournament-seat-name = Tu nombre
page-tournament-seat-none = Aún no se ha sorteado
page-tournament-seat-unknown = Nadie con ese nombre.
page-tournament-seat-free = descansa esta ronda.
page-tournament-seat-with = con { $names }

page-refusal-same_name = Ese nombre ya existe: añade una letra.
page-refusal-known = Ese nombre ya es de un jugador registrado: escribe su código o añade una letra.
page-refusal-unlisted = Ese nombre no está en la lista: apúntate primero.
page-refusal-overtaken = Otra persona acaba de cambiar esto. Míralo de nuevo y decide.
page-refusal-closed = La inscripción está cerrada: ábrela antes.
page-refusal-few = Para sortear hacen falta al menos tres presentes.
page-refusal-unplayed = Algunas partidas de la ronda no tienen resultado.
page-refusal-places = Estos puestos no pueden ser: tras dos primeros viene un tercero.
page-refusal-played = Esta partida ya tiene resultado.
page-refusal-no_result = Allí jugaron otros castillos: anota el resultado a mano.
page-refusal-points = Los puntos de esa partida son imposibles: anota el resultado a mano.
page-refusal-no_draw = Sortea primero la ronda.
page-refusal-bounds = Ese valor está fuera de rango: pon otro.

page-list-file = O un archivo: CSV, texto, informe FIDE
page-list-doubtful = { $number ->
    [one] una línea dudosa
   *[other] { $number } líneas dudosas
}
page-list-understood = Así se ha entendido
page-list-left = No se añaden
page-list-others = Otras líneas: { $number }
page-list-line = Línea
page-list-reason = Motivo
page-list-text = Texto
page-list-column = Columna { $number }
page-list-column-name = Nombre completo
page-list-column-first = Nombre de pila
page-list-column-surname = Apellidos
page-list-column-club = Club
page-list-column-place = Puesto
page-list-column-points = Puntos de juego
page-list-column-other = no se usa
page-list-separator = Entre columnas
page-list-separator-tab = Tabulador
page-list-separator-semicolon = Punto y coma
page-list-separator-comma = Coma
page-list-separator-bar = Barra |
page-list-separator-none = Nada: una columna
page-list-encoding = Codificación del archivo
page-list-encoding-cp1252 = Europa occidental
page-list-encoding-cp1250 = Europa central
page-list-encoding-cp1251 = Cirílico
page-list-encoding-cp1253 = Griego
page-list-encoding-cp1254 = Turco
page-list-encoding-cp1257 = Báltico
page-list-encoding-mac-roman = Macs antiguos
page-list-encoding-cp850 = DOS
page-list-why-above = está encima de los encabezados.
page-list-why-separator = indica el separador.
page-list-why-heading = repite los encabezados.
page-list-why-rule = no tiene letras.
page-list-why-report = describe el torneo.
page-list-why-cell = pertenece a una celda de la línea { $about }.
page-list-why-cells = tiene más de { $about } columnas: pon entre comillas la celda con coma o punto y coma.
page-list-why-name = no tiene nombre.
page-list-why-signs = tiene caracteres ilegibles: elige otra codificación o guarda el archivo como UTF-8.
page-list-why-long = tiene una celda de más de { $about } caracteres.
page-list-why-twice = repite el nombre de la línea { $about }: añade una letra.
page-list-why-entered = ya está en el torneo.
page-list-why-no-entrant = no juega en este torneo.
page-list-why-no-game = no tiene ninguna partida pendiente en esta ronda.
page-list-why-no-result = no tiene puesto ni puntos enteros.
page-list-why-incomplete = a los demás de esta mesa les falta el puesto o los puntos.

page-refusal-list_long = La lista es demasiado larga: como mucho, 10.000 líneas y 1 MB.
page-refusal-list_kind = Es una hoja de cálculo, un PDF o una imagen. Copia las celdas y pégalas, o guárdala como CSV.
page-refusal-changed = Algo ha cambiado entretanto: mira otra vez la vista previa.
page-refusal-drawn = Ya se ha sorteado a alguien de la lista: quítale la marca.
