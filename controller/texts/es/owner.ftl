# La página del dueño.

page-owner-device = Dispositivo
page-owner-state = Estado
page-owner-counts = Hasta ahora
page-owner-works = funciona
page-owner-broken = no funciona
page-owner-version = Royaltable { $version }
page-owner-examine = Preguntar al doctor
page-owner-healthy = Todo está bien.
page-owner-count-polls = { $number } miradas
page-owner-count-pace = cada { $number } ms
page-owner-count-tiles = { $number ->
    [one] una ficha
   *[other] { $number } fichas
  }
page-owner-count-unknown = { $number ->
    [one] una etiqueta ajena
   *[other] { $number } etiquetas ajenas
  }
page-owner-count-unclear = { $number ->
    [one] una vez dos a la vez
   *[other] { $number } veces dos a la vez
  }
page-owner-count-lost = { $number ->
    [one] perdido una vez
   *[other] perdido { $number } veces
  }
page-owner-house = Reglas de la casa
page-owner-hourglass_s = Reloj, segundos
page-owner-turn_timer_s = Tiempo para un turno, segundos (0: sin límite)
page-owner-idle_game_h = Preguntar por una partida quieta tras horas
page-owner-language = Idioma de la mesa
page-owner-silent = Sin sonido
page-owner-says-story = Decir la historia en voz alta
page-owner-says-console = Decir en voz alta lo que muestra la consola
page-owner-says-complaints = Decir las quejas en voz alta
page-owner-says-devices = Decir en voz alta qué aparatos faltan
page-owner-listens = Oye qué es una pieza antes de que cuente: { $castle }
page-owner-locked = Bloquear la página
page-owner-locked-note = Bloqueada: quien visita solo mira, y una página que nadie toca en dos minutos vuelve al inicio.
page-owner-held = Lo que aquí no se puede cambiar lo fija la sala, mientras la mesa sea suya.
page-owner-password = Contraseña
page-owner-no-password = Aún no hay contraseña: ponla ahora.
page-owner-guessed = Alguien adivina PIN o contraseñas, más de lo que la mesa comprueba en una hora. El mando siempre te deja entrar.
page-owner-old = La actual
page-owner-new = Nueva, 8 caracteres o más
page-owner-again = Otra vez
page-owner-set-password = Poner la contraseña
page-owner-differ = No coinciden.
page-owner-password-set = Puesta. Otros dueños han salido.
page-owner-pin = PIN del árbitro
page-owner-pin-note = Se muestra una vez. El anterior caduca, y quien era árbitro deja de serlo.
page-owner-pin-new = Sacar otro PIN
page-owner-tokens = Máquinas
page-owner-tokens-note = Con su clave una máquina puede lo que el árbitro; se muestra una vez.
page-owner-token-name = Nombre
page-owner-token-new = Crear clave
page-owner-revoke = Revocar
page-owner-stickers = Etiquetas
page-owner-taught = { $number } de { $total } fichas aprendidas.
page-owner-teach = Enseñar las que faltan
page-owner-census = Contar la caja
page-owner-tile = Ficha
page-owner-replace = Enseñarla de nuevo
page-owner-end = Terminar
page-owner-hold = Pasa por una puerta: { $tile } (quedan { $number })
page-owner-missing = Pasa cada ficha por una puerta. Aún sin ver, { $number }: { $tiles }
page-owner-teach-done = Listo.
page-owner-census-done = El recuento ha terminado.
page-owner-between = Hay una partida; las etiquetas, cuando acabe.
page-owner-said-taught = Aprendida
page-owner-said-elsewhere = Esa etiqueta ya está en otra ficha
page-owner-said-other_game = Una pieza de otro juego
page-owner-said-unclear = Dos a la vez; de una en una
page-owner-said-unknown = Una etiqueta nunca aprendida
page-owner-said-not_kept = No guardada
page-owner-arrow = La flecha
page-owner-arrow-note = ¿Adónde apunta en su marca?
page-owner-arrow-home = Llevarla a la marca
page-owner-arrow-goes = Gira …
page-owner-arrow-where = Grados en sentido horario desde la línea del primer sector
page-owner-arrow-show = Mostrar esa línea
page-owner-arrow-check = Ahora debe apuntar a esa línea.
page-owner-arrow-filled = Ahora debe apuntar a esa línea. Si es así, guarda los ajustes de abajo.
page-owner-settings = Ajustes
page-owner-settings-open = Mostrar table.toml
page-owner-settings-keep = Guardar
page-owner-restart = Guardado. El próximo inicio aplica: { $sections }. Reiniciar: sudo systemctl restart royaltable
page-owner-restart-will = Sin fallos. Haría falta reiniciar: { $sections }
page-owner-same = Sin fallos; la mesa juega con estos ajustes.
page-owner-games = El diario
page-owner-games-list = Mostrar partidas
page-owner-games-verify = Comprobar cada entrada
page-owner-games-whole = Cada entrada está como se escribió.
page-owner-game = Partida
page-owner-begun = Empezó
page-owner-who = Castillos
page-owner-actions = Pasos
page-owner-game-over = acabada
page-owner-game-current = en juego
page-owner-game-parked = aparcada
page-owner-backup = Copia de seguridad
page-owner-backup-note = Ajustes, etiquetas, reglas, claves con hash y todas las partidas en un archivo.
page-owner-backup-get = Descargar una copia
page-owner-restore-file = Una copia
page-owner-restore = Restaurarla
page-owner-restored = Está entera ({ $files }; { $number } pasos en su última partida) y espera al próximo inicio.
page-owner-restore-waits = Una copia espera: el próximo inicio la pone y guarda aparte lo de ahora.
page-locked = Esta página es para mirar.
page-owner-room = Una sala de muchas mesas
page-owner-room-hub = Dirección del hub (vacía: buscarlo)
page-owner-room-join = Entrar
page-owner-room-yes = Sí, así la llama
page-owner-room-stop = Dejarlo
page-owner-room-leave = Salir de la sala
page-owner-room-outside = La mesa no es de ninguna sala.
page-owner-room-looking = Se pregunta al hub…
page-owner-room-letters = { $hub } pide a su dueño estas letras; cada dos minutos cambian:
page-owner-room-let_in = { $hub } deja entrar a la mesa. ¿La llama { $name } la página de la sala?
page-owner-room-inside = La mesa es de { $hub }, como { $name }.
