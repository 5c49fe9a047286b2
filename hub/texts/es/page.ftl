# Lo que dice la página de la sala por sí misma.

page-room-title = La sala
page-room-tv = Televisor
page-room-skip = Ir a las mesas
page-room-connecting = Buscando la sala …
page-room-live = en directo
page-room-behind = El hub no dice nada. Otro intento …
page-room-unheard = El hub no oye ninguna mesa: su bróker no está. Lo que se ve es viejo.
page-room-empty = Todavía no se oye ninguna mesa. Elige Entrar en una sala… con el botón de una mesa y escribe sus letras en Admitir una mesa.
page-room-counts = { $online } de { $known } mesas presentes, { $playing } en juego
page-room-round = Ronda { $number }
page-room-seconds = { $number } s
page-room-paused = en pausa, { $number } s
page-room-free = Libre
page-room-away = Ausente
page-room-leads = va en cabeza
page-room-part = { $number } de { $of }
page-room-over = { $game } ha terminado.

## Dónde hace falta alguien

page-room-needs = Hace falta alguien
page-need-help = llama a alguien
page-need-offline = está ausente
page-need-device = sin funcionar: { $devices }
page-need-paused = reloj de arena en pausa
page-need-held = trajo más de lo que cabe en un día: retenida
page-need-corrections = ha vuelto atrás tres veces en esta ronda
page-need-disk = su disco no guarda la partida o está casi lleno
page-need-throttled = le falta corriente o está demasiado caliente
page-need-skew = su reloj va más de dos minutos mal
page-need-journal = una acción de su registro no es lo que se escribió
page-need-fork = sus partidas siguieron de dos maneras
page-need-twin = hay dos copias en la red
page-need-settings = no hace lo que la sala quiere de ella
page-need-update = su versión nueva no le sentó bien
page-need-late = va por detrás del reloj de la ronda
page-room-since-now = ahora mismo
page-room-since = desde hace { $number } min
page-room-come = Ya voy
page-room-taken = alguien va

## La entrada

page-room-login = Entrar
page-room-login-secret = El PIN del personal o de quien organiza, o la contraseña de quien dirige
page-room-login-enter = Entrar
page-room-login-wrong = No es eso.

## Admitir una mesa

page-room-let-in = Admitir una mesa
page-room-let-in-how = En la mesa: elige Entrar en una sala… con el botón, o escribe royaltable join en un terminal. Muestra ocho letras.
page-room-let-in-letters = Sus letras
page-room-let-in-name = Cómo se llama aquí
page-room-let-in-enter = Admitir
page-room-let-in-close = Cerrar
page-room-let-in-done = { $table } ya forma parte de la sala.
page-room-let-in-wrong = Ninguna mesa muestra ahora esas letras. Mira otra vez su pantalla: cambian cada dos minutos.
page-room-let-in-pause = Cinco veces ninguna mesa mostró esas letras. Espera un minuto.
page-room-revoke-table = Una mesa que ya no puede venir
page-room-revoke = No dejarla entrar más
page-room-revoke-sure = ¿Ya no viene { $table }? Sus partidas se guardan.
page-room-revoke-done = { $table } ya no viene.

## Lo que se ha jugado

page-book-games = Partidas
page-book-players = Jugadores
page-book-records = Récords
page-book-mine = Mi página
page-book-game = Juego
page-book-table = Mesa
page-book-day = Día
page-book-all = todos
page-book-more = Mostrar más
page-book-no-games = Aquí aún no ha terminado ninguna partida.
page-book-no-players = Aún no hay nadie clasificado. El personal dice en la página de una partida quién se sentó dónde.
page-book-forgotten = alguien
page-book-won = ha ganado
page-book-minutes = { $minutes } min
page-book-hours = { $hours } h { $minutes } min
page-book-ended = Terminada
page-book-lasted = Tiempo jugado
page-book-rounds = Rondas
page-book-actions = Acciones
page-book-differs = Jugada de nuevo, esta partida termina de otro modo que como dijo su mesa. No clasifica a nadie.
page-book-damaged = Lo que se guarda de esta partida no es lo que se escribió. No clasifica a nadie.
page-book-why-gone = Ya no se guarda el registro de esta partida, pero sí su resultado.
page-book-why-unknown = La central no conoce las reglas de este juego. Actualízala para verlo.
page-book-why-none = De esta partida aún no ha llegado nada.
page-book-seats = Quién está sentado aquí
page-book-who = Quién está en { $castle }: un nombre o el código de alguien
page-book-keep = Guardar
page-book-sits = { $name } está en { $castle }.
page-book-code = { $name } es nuevo aquí. Este código abre su propia página y solo se muestra esta vez:
page-book-code-qr = La página propia de { $name }, para su teléfono
page-book-own-page = La página de la mesa
page-book-identify = Que parpadee y pite
page-book-its-games = Sus partidas
page-book-lag = Se ve como cuando todas las losetas estaban boca arriba. Otras { $actions } acciones solo las conoce la mesa.
page-book-up-to-date = Todo lo que ha hecho la mesa está aquí.
page-book-name = Nombre
page-book-wins = Victorias
page-book-played = Partidas
page-book-worth = Fuerza
page-book-worth-how = La fuerza es lo que ya es seguro: crece al ganar a gente fuerte y con el número de partidas.
page-book-place = Puesto
page-book-season = Temporada
page-book-ever = Desde siempre
page-book-season-name = Nombre de la nueva temporada
page-book-season-begin = Empezarla ahora
page-book-record-shortest = La partida más corta
page-book-record-longest = La partida más larga
page-book-record-most-rounds = Más rondas
page-book-record-most-points = Más puntos
page-book-record-most-counted = La partida más agitada
page-book-record-wins = Más victorias
page-book-mine-how = Quien era nuevo en una mesa recibió del personal un código de ocho letras. Abre tus partidas, sin cuenta.
page-book-mine-code = Mi código
page-book-forget = Olvidadme
page-book-forget-how = Tu nombre y tu código se olvidan para siempre. Las partidas quedan, como de alguien.
page-book-forget-do = Olvidar ahora
page-book-forget-done = Se ha olvidado a { $name }.
page-book-wrong-name = Eso no es un nombre: escribe de 1 a 64 letras.
page-book-wrong-twice = Nadie se sienta en dos castillos de una partida.
page-book-wrong-castle = Este castillo no ha jugado.
page-book-wrong-full = Aquí ya no caben más.

## La flota, para el dueño de la sala

page-fleet-title = Flota
page-fleet-owners = La flota solo la ve el dueño de la sala. Entra con su contraseña.
page-fleet-codes = Lo que han hallado los doctores
page-fleet-update = { $version } recorre la sala: anillo { $ring } de { $of }
page-fleet-stopped = { $version } está parada: { $why }
page-fleet-here = aquí
page-fleet-ring = anillo { $ring }
page-fleet-doctor = Examinar
page-fleet-report = Traer su informe
page-fleet-text = Un mensaje para la gente de allí
page-fleet-message = Enviar
page-fleet-asked = Preguntado. Contesta en un minuto.
page-fleet-done = Hecho.
page-fleet-well = El doctor no ha hallado nada.
page-fleet-part-settings = ajustes
page-fleet-part-rules = reglas de la casa
page-fleet-part-edition = edición
page-fleet-state-holds = vale
page-fleet-state-waits = espera al final de la partida
page-fleet-state-refused = rechazado
page-fleet-state-untold = aún sin respuesta
page-fleet-update-waits = { $version } espera
page-fleet-update-trying = { $version } se prueba
page-fleet-update-holds = { $version } vale
page-fleet-update-refused = { $version } está rechazada
page-fleet-update-rolled-back = { $version } se retiró
page-fleet-update-failed = { $version } falló
