# Lo que la página dice por sí misma; las frases de la partida llegan con la vista.

## La cabecera de la página

page-app = Royaltable
page-round = Ronda { $number } de { $of }
page-live = en directo
page-behind = La mesa no responde. Se intenta de nuevo …
page-behind-since = La mesa no responde. Así estaba el { $time }.
page-connecting = Buscando la mesa …
page-newer = Versión nueva: recargar
page-language = Idioma
page-sound = Sonido
page-sound-off = no
page-sound-on = sí
page-theme = Claro u oscuro
page-theme-auto = como el dispositivo
page-theme-light = claro
page-theme-dark = oscuro
page-views = Vistas de la mesa
page-view-table = Mesa
page-view-spectator = Ver como espectador
page-view-replay = Repetición
page-view-referee = Arbitraje
page-view-owner = Dueño
page-view-tv = Televisor
page-course-picture = La partida en imagen
page-bg-stats = Anotar en BG Stats
page-film = Película
page-film-making = Creando la película …
page-film-failed = Ahora no hay película. Vuelve a intentarlo en un minuto.
page-share = Compartir
page-menu = Menú
page-menu-open = En la mesa hay un menú abierto.
page-your-turn = ● Tu turno
page-tabs = Partes de la página
page-tab-board = Tablero
page-to-board = A las piezas y puertas
page-tab-hand = Consola
page-tab-desk = Árbitro
page-tab-story = Historia
page-gate-out = La puerta de { $color } no funciona.
page-gate-out-enter = Introduce sus piezas en la página del árbitro.
page-the-end = El final
page-rematch = Jugar otra vez
page-skip = Ir a lo que la mesa espera
page-skip-main = Ir al contenido
page-resumed = { $number ->
    [one] La partida sigue tras 1 paso.
   *[other] La partida sigue tras { $number } pasos.
  }
page-compare = Compara los castillos:
page-to-move = Mueve estas fichas:
page-put-right = Ya están en su sitio
page-errand-done = Hecho
page-unwritten = { $number ->
    [one] 1 paso aún no está guardado. No apagues la mesa.
   *[other] { $number } pasos aún no están guardados. No apagues la mesa.
  }

## Castillos

page-castle = Castillo de { $color }
page-tiles = { $number ->
    [one] 1 ficha
   *[other] { $number } fichas
  }
page-gate = puerta
page-gate-of = Puerta de { $color }
page-tray = bandeja
page-gate-missed = La ficha no pasó por ninguna puerta. Llévala por la puerta de un castillo.
page-yes = Sí
page-no = No
page-practice-on = Práctica
page-practice-checks = Práctica: comprobando tu jugada …
page-practice-yes = Deshacer y probar de nuevo
page-practice-no = Seguir
page-yes-of = Sí de { $color } (mantener)
page-no-of = No de { $color } (mantener)
page-lamps = { $lit } de 3 luces encendidas

## Las fichas del pueblo, y una en la mano

page-held-title = Una ficha en la mano
page-held-carry = Llévala por la puerta de
page-held-back = Devolverla
page-held-taken = Otra persona se ha llevado la ficha.
page-held-blind = boca abajo

## La consola de la mesa

page-console = La consola de la mesa
page-oled = La pantalla de la mesa: { $text }
page-next-knob = Pulsa el mando
page-heap = Piezas
page-knob-press = Pulsar
page-knob-label = Pulsar el mando; mantener para pulsación larga
page-knob-left = Girar el mando a la izquierda
page-knob-right = Girar el mando a la derecha
page-arrow = La flecha está a { $degrees } grados
page-arrow-turns = La flecha gira …
page-turn-timer = Tiempo de este turno
page-turn-timer-up = se acabó el tiempo
page-hourglass = Reloj de arena
page-hourglass-idle = { $total } s
page-hourglass-left = { $left } s
page-hourglass-stopped = agotado
page-hourglass-paused = en pausa
page-hourglass-start = Poner en marcha el reloj
page-speed = Velocidad
page-speed-1 = normal
page-speed-5 = 5 veces
page-speed-100 = al instante

## Tumultos, crónica, relato, final

page-story = Lo ocurrido hasta ahora
page-story-empty = Empieza con el primer paso.
page-empty-begin = Elige «Nueva partida»: quién juega en cada castillo y dónde juega un bot. La mesa reparte, mide el tiempo y arbitra.
page-empty-watch = No hay ninguna partida en la mesa. La próxima se verá aquí.
page-why = ¿Por qué?
page-why-rule = Regla { $rule }

## Una nueva partida

page-new-title = Una nueva partida
page-new-open = Nueva partida …
page-new-game = Juego
page-new-seat-nobody = nadie
page-new-seat-person = persona
page-new-seat-bot = bot
page-new-level = Los bots juegan
page-new-helped = Las personas mueven las piezas de estos bots: la pantalla, las luces y esta página dicen qué hacer.
page-new-practice = Practicar: ofrecer deshacer una jugada que cuesta mucho
page-new-guide = ¿Es tu primera vez? Juega una ronda con bots, con una pista para cada paso.
page-new-guide-begin = Guíame en una primera ronda
page-new-choice = Opción del juego
page-new-replaces = La partida en curso queda aparcada.
page-new-parked = O seguir con una partida aparcada:
page-last-played = jugada por última vez { $time }
page-tour-title = Tu primera ronda
page-tour-progress = Paso { $number } de { $total }
page-tour-close = Ya sé jugar
page-tour-next = Siguiente
page-tour-stop = Lee la pista y pulsa Siguiente.
page-tour-wait = Le toca a { $color }. Mira lo que dice la mesa.
page-new-start = Empezar
page-new-close = Seguir jugando

## Llevar la partida

page-login-lead-referee = Escribe el PIN o pide que alguien confirme con el mando de la mesa.
page-login-lead-owner = Escribe la contraseña del dueño. ¿Olvidada? Ejecuta «royaltable password» en una terminal.
page-login-first = Aún no hay contraseña. Pulsa «Preguntar en la mesa» y gira el mando de la mesa hasta el código que aparece aquí: así puedes poner una. Sin mando, ejecuta «royaltable password» en una terminal.
page-login-pin = PIN
page-login-password = Contraseña
page-login-enter = Entrar
page-login-wrong-pin = Este PIN no es correcto.
page-login-wrong-password = Esta contraseña no es correcta.
page-login-knock = Preguntar en la mesa
page-login-knocked = La pantalla pregunta por una página: gira allí el mando hasta { $code } y púlsalo.
page-login-nobody = Nadie en la mesa ha dicho que sí.
page-view-seat = Mi mano
page-seat-door = Abre tu mano en este móvil
page-seat-lead = Alguien en la mesa mantiene pulsado el mando y elige «Mano en el móvil…» y tu castillo. Escribe aquí el código que muestra la pantalla. Vale dos minutos y para un solo móvil.
page-seat-code = Código
page-seat-wrong = Este código es incorrecto o ha caducado. Pide otro en la pantalla.
page-seat-of = Mano de { $castle }
page-seat-nothing = Ahora no tienes nada secreto.
page-seat-moves = Qué puedes hacer ahora
page-phones = Mano en el móvil
page-phones-code = Código QR de la página donde se abre una mano
page-phones-lead = Escanéalo con tu móvil y escribe después el código de tu castillo. La pantalla lo muestra si alguien en la mesa mantiene pulsado el mando y elige «Mano en el móvil…» y tu castillo. También muestra una imagen: si escaneas esa, no hay que escribir nada.
page-logout = Salir
page-desk = El árbitro
page-desk-undo = Deshacer el último paso
page-desk-pause = Pausar el reloj de arena
page-desk-go-on = Reanudar el reloj de arena
page-desk-players = Quién juega
page-piece-entry = Introducir una pieza a mano
page-piece-entry-gate = Puerta
page-piece-entry-piece = Pieza
page-piece-entry-send = Pasó por la puerta
page-complaints = Quejas
page-complaints-none = Ninguna.
page-complaints-table = la mesa

## Sorteos

page-draws = Sorteos
page-draws-lead = La mesa ya se ha comprometido con el próximo sorteo. Apunta el compromiso: la semilla que se muestra después debe corresponderle.
page-draws-given = A esta mesa se le dio una semilla. Sus sorteos no prueban nada.
page-draws-standing = Sorteo { $number }, por venir
page-draws-coming = El reparto de la próxima partida
page-draws-deal = Sorteo { $number }: el reparto
page-draws-spin = Sorteo { $number }: { $value }
page-draws-complete = Sorteo { $number }: lo que se descubrió
page-draws-commitment = Compromiso
page-draws-seed = Semilla

## Dispositivos y fallos

page-devices = Dispositivos
page-device-bad = { $name } no funciona
page-faults = Estropear algo
page-faults-lead = Estas piezas son simuladas: estropea una y mira qué hace la mesa.
page-faults-break = Estropear
page-faults-mend = Reparar
page-faults-does = Qué hace la mesa:
page-mistakes = Cablear algo mal
page-mistakes-lead = Las piezas funcionan, pero sus cables llevan adonde no deben: el montaje (royaltable setup) nombra cada error.

## Lo que salió mal

page-error-missing = Aquí no hay nada
page-error-failed = Eso no ha funcionado
page-error-below-a-path = Si un proxy da paso a esta página, debe hacerlo en / de un nombre o puerto propio, no bajo una ruta.
page-error-home = Volver a la mesa
page-error-network = La mesa no responde. ¿Sigue en marcha? La página lo sigue intentando.
page-error-other = No ha funcionado ({ $status }). Inténtalo otra vez o recarga la página.
page-error-401 = Primero inicia sesión, o pregunta en la mesa.
page-error-403 = Aquí no puedes hacer eso. Inicia sesión, o pregunta en la mesa.
page-error-404 = Ya no es posible: la mesa ha seguido adelante.
page-error-409 = Ahora mismo no es posible. Inténtalo dentro de medio minuto.
page-error-429 = Demasiados intentos. Inténtalo dentro de { $seconds } s.
page-error-503 = Hay demasiadas personas mirando a la vez. Vuelve a intentarlo en unos segundos.
page-refused = { $message } ({ $rule })
page-loading = Cargando …
page-close = Cerrar
page-said = Dicho en voz alta
page-replay-of = Repetición de { $title }, partida { $game }
page-replay-first = Al principio
page-replay-last = Al final
page-replay-unknown = Ninguna partida terminada tiene este número.
page-replay-none = Aún no ha terminado ninguna partida. Juega una hasta el final y aquí estará su repetición.
page-replay-uncomputed = No se pudo calcular. Inténtalo de nuevo dentro de un minuto.
page-replay-begins = Empieza la partida.
page-replay-moves = Decisiones
page-replay-flaws = { $here ->
    [0] Siguiente error: { $at } de { $number }
   *[other] Error { $at } de { $number } ›
  }
page-replay-flaw-keys = Siguiente error: M. El anterior: Mayús+M.
page-replay-back = Una decisión atrás
page-replay-on = Una decisión adelante
page-replay-play = Reproducir
page-replay-stop = Parar
page-replay-step = Decisión
page-replay-decision = Decisión { $number } de { $of }
page-analyse = Analizar la partida
page-no-analysis = Este juego no valora sus jugadas, así que no hay análisis.
page-chances = Probabilidad de ganar
page-chances-none = Ninguna decisión costó más de lo que se puede medir.
page-chances-of = { $name } { $value } ± { $error } %
page-chances-at = Ronda { $round }
page-legend-mistake = error
page-legend-swing = mayor vuelco
page-legend-alarm = tumulto u otra alarma
page-chances-instead = { $better } en vez de { $done }.
page-chances-better-chance = { $gain } puntos porcentuales más de opciones de ganar: { $better } Se jugó: { $done }
page-chances-better-points = Según la estimación, { $gain ->
    [1] un punto
   *[other] { $gain } puntos
  } más al final de la partida: { $better } Se jugó: { $done }
page-chances-swing = El mayor vuelco de la partida: { $name } pasa del { $before } al { $after } %.
page-chances-won = Lo que llevó a { $name } hasta ahí, en puntos de cien: decisiones propias { $own }, ajenas { $others }, azar y lo que todos hicieron a la vez { $luck }.
page-go-on = Seguir
page-scene-knob = Pulsa el mando de la mesa para seguir.
page-scene-skip = Ir directo al siguiente paso
page-scene = Lo que pasó
page-tour-scene = Lee lo que pasó y pulsa Seguir.
