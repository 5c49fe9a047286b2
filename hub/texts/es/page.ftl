# Los textos de las páginas de la central.

page-hub-not-found = Esa página no existe.
page-hub-not-found-how = Quizá la dirección está mal escrita o la página se ha mudado.
page-hub-home = A la sala

## Lugares

page-place-room = La sala
page-place-games = Partidas
page-place-players = Jugadores
page-place-records = Récords
page-place-mine = Mi página
page-place-tournament = Torneo
page-place-fleet = Flota
page-place-tv = Televisor

## La sala

page-room-skip = Ir a las mesas
page-room-connecting = Conectando …
page-room-live = en directo
page-room-behind = Conexión perdida. Reconectando …
page-room-unheard = La central no llega a las mesas. Lo que ves puede estar anticuado.
page-room-empty = Aún no hay mesas
page-room-empty-how = En la mesa, elige Entrar en una sala… con el mando. Después entra como dueño, elige Añadir una mesa y escribe sus letras.
page-room-counts = { $online } de { $known } mesas en línea, { $playing } jugando
page-room-round = Ronda { $number }
page-room-seconds = { $number } s
page-room-paused = en pausa, { $number } s
page-room-forecast = quedan ~{ $number } min
page-room-free = Libre
page-room-away = Sin conexión
page-room-leads = va en cabeza
page-room-part = { $number } de { $of }
page-room-over = { $game } ha terminado.
page-room-won = { $count ->
    [one] { $players } gana con { $points }.
   *[other] { $players } ganan con { $points } cada uno.
}
page-room-wins = { $count ->
    [one] { $players } gana.
   *[other] { $players } ganan.
}
page-room-needs = Se necesita ayuda
page-room-since-now = ahora mismo
page-room-since = desde hace { $number } min
page-room-come = Ya voy
page-room-taken = la ayuda va en camino
page-room-login = Iniciar sesión
page-room-login-secret = PIN, o la contraseña del dueño
page-room-login-enter = Entrar
page-room-login-wrong = PIN o contraseña incorrectos.

page-need-help = pide ayuda
page-need-offline = está sin conexión
page-need-device = no funciona: { $devices }
page-need-paused = reloj de arena en pausa
page-need-held = ha enviado demasiados datos hoy y está retenida
page-need-corrections = tres correcciones en esta ronda
page-need-disk = su disco está lleno o falla
page-need-throttled = poca corriente o demasiado calor
page-need-skew = su reloj está mal por más de dos minutos
page-need-journal = parte de su registro está dañada
page-need-fork = una partida tiene dos versiones
page-need-twin = hay dos copias en línea
page-need-settings = rechaza los ajustes de la sala
page-need-update = su actualización falló
page-need-late = se ha pasado del tiempo de esta ronda
page-need-pieces = faltaban piezas en el último recuento

page-announce = Aviso
page-announce-text = Mensaje a todas las mesas y televisores
page-announce-left = { $number ->
    [one] Queda una letra
   *[other] Quedan { $number } letras
}
page-announce-long = { $number ->
    [one] Sobra una letra
   *[other] Sobran { $number } letras
}
page-announce-do = Enviar a todas
page-announce-done = { $number ->
    [one] Enviado a una mesa y a todos los televisores.
   *[other] Enviado a { $number } mesas y a todos los televisores.
}

page-add-table = Añadir una mesa
page-add-table-how = En la mesa, elige Entrar en una sala… con el mando. Muestra ocho letras.
page-add-table-letters = Letras de su pantalla
page-add-table-name = Nombre en esta sala
page-add-table-do = Añadir
page-add-table-done = { $table } se ha unido.
page-remove-table = Quitar una mesa
page-remove-table-do = Quitar
page-remove-table-sure = ¿Quitar { $table } de esta sala? Sus partidas se conservan.
page-remove-table-done = { $table } se ha quitado.

page-codes = Códigos por repartir: { $number }
page-codes-how = Cada código abre la página de esa persona. Solo se muestra aquí.
page-codes-print = Imprimir
page-codes-done = Todos repartidos
page-codes-sure = ¿Tienen todos su código?
page-codes-sure-how = Los códigos no se pueden volver a mostrar.
page-codes-qr = La página de { $name } como código QR

## Lo que se ha jugado

page-book-game = Juego
page-book-table = Mesa
page-book-day = Día
page-book-all = Todos
page-book-more = Mostrar más
page-book-no-games = Aún no hay partidas
page-book-no-games-how = Toda partida acabada aparece aquí por sí sola.
page-book-no-players = Aún no hay jugadores con puntuación
page-book-no-players-how = Entra como personal, abre una partida y escribe quién jugó con qué castillo.
page-book-no-player = Jugador desconocido
page-book-no-game = Esa partida no existe
page-book-no-table = Esa mesa no existe
page-book-no-table-how = Quizá ha dejado la sala.
page-book-forgotten = exjugador
page-book-won = ha ganado
page-book-minutes = { $minutes } min
page-book-hours = { $hours } h { $minutes } min
page-book-ended = Final
page-book-lasted = Tiempo de juego
page-book-rounds = Rondas
page-book-actions = Jugadas
page-book-differs = Al reproducirla, la partida acaba de otro modo. No puntúa.
page-book-damaged = La partida guardada está dañada. No puntúa.
page-book-why-gone = De esta partida solo queda el resultado.
page-book-why-unknown = La central no conoce este juego. Actualiza la central para ver el tablero.
page-book-why-hidden = Las jugadas de esta partida aún no están aquí; si hay manos ocultas, llegan cuando termina. Este es su tablero.
page-book-why-none = Aún no ha llegado nada de esta partida
page-book-seats = Quién juega
page-book-seats-over = Quién jugó
page-book-who = { $castle }: nombre o código
page-book-keep = Guardar
page-book-again = Las mismas personas que antes
page-book-sits = { $name } juega con { $castle }.
page-book-own-page = La página de esta mesa
page-book-identify = Parpadear y pitar
page-book-identified = { $table } parpadea y pita.
page-book-its-games = Todas sus partidas
page-book-lag = { $actions ->
    [one] Tablero de hace una jugada
   *[other] Tablero de hace { $actions } jugadas
}
page-book-name = Nombre
page-book-wins = Victorias
page-book-played = Partidas
page-book-strength = Puntuación
page-book-provisional = provisional
page-book-strength-how = Todos empiezan en 1000 ± 1000. Cada partida reduce el margen; una puntuación con más de ± 500 es provisional. La clasificación sigue su extremo inferior.
page-book-curve = En las últimas { $games } partidas: de { $first } a { $last }, mínima { $least }, máxima { $most }.
page-book-place = Puesto
page-book-season = Temporada
page-book-ever = Histórico
page-book-season-name = Nueva temporada
page-book-season-begin = Empezarla ahora
page-book-record-shortest = Partida más corta
page-book-record-longest = Partida más larga
page-book-record-most-rounds = Más rondas
page-book-record-most-points = Puntuación más alta
page-book-record-most-counted = Partida más agitada
page-book-record-wins = Más victorias
page-book-mine-how = ¿Eres nuevo? El personal te da un código de ocho letras. Abre tus partidas, sin cuenta.
page-book-mine-code = Mi código
page-book-mine-open = Abrir mi página
page-book-forget = Borrar mi nombre
page-book-forget-how = Tu nombre y tu código se borran para siempre. Tus partidas quedan, sin tu nombre.
page-book-forget-done = { $name } se ha borrado.

page-refusal-name = Escribe un nombre de 1 a 64 letras.
page-refusal-twice = Nadie puede tener dos castillos en una partida.
page-refusal-castle = Este castillo no ha jugado.
page-refusal-full = Se ha llegado al máximo: no se puede añadir nada más.
page-refusal-wrong = Ninguna mesa muestra esas letras. Cambian cada dos minutos: léelas otra vez en la pantalla de la mesa.
page-refusal-pause = Demasiadas letras equivocadas. Espera un minuto.
page-refusal-403 = Este código no es correcto: comprueba cada letra.
page-refusal-429 = Demasiados intentos desde aquí: espera un minuto o pregunta al personal.

## La flota

page-fleet-owners = Solo el dueño ve la flota
page-fleet-owners-how = Entra con la contraseña del dueño.
page-fleet-codes = Problemas encontrados
page-fleet-update = Actualizando a { $version }: grupo { $ring } de { $of }
page-fleet-stopped = Actualización a { $version } detenida: { $why }
page-fleet-here = en línea
page-fleet-ring = grupo { $ring }
page-fleet-doctor = Comprobar
page-fleet-report = Descargar un informe
page-fleet-text = Mensaje a esta mesa
page-fleet-message = Enviar
page-fleet-asked = Esperando a la mesa …
page-fleet-done = Hecho.
page-fleet-well = Sin problemas
page-fleet-part-settings = ajustes
page-fleet-part-rules = reglas de la casa
page-fleet-part-edition = edición
page-fleet-state-holds = en uso
page-fleet-state-waits = tras esta partida
page-fleet-state-refused = rechazado
page-fleet-state-untold = aún sin respuesta
page-fleet-update-waits = { $version } espera
page-fleet-update-trying = { $version } está a prueba
page-fleet-update-holds = { $version } instalada
page-fleet-update-refused = { $version } fue rechazada
page-fleet-update-rolled-back = { $version } se retiró
page-fleet-update-failed = { $version } falló
page-standby = Esta central es la reserva: ahora otra lleva la sala. Si esa falla, esta la releva.
