# Texts of the owner's page.

page-owner-device = Dispositivo
page-owner-state = Estado
page-owner-action = Acción
page-owner-works = funciona
page-owner-broken = no funciona
page-owner-examine = Volver a comprobar
page-owner-count-tiles = { $number ->
    [one] una pieza leída
   *[other] { $number } piezas leídas
  }
page-owner-count-unknown = { $number ->
    [one] una etiqueta ajena
   *[other] { $number } etiquetas ajenas
  }
page-owner-count-unclear = { $number ->
    [one] dos piezas llegaron juntas una vez
   *[other] dos piezas llegaron juntas { $number } veces
  }
page-owner-count-two_gates = { $number ->
    [one] una pieza se leyó también en la puerta vecina
   *[other] { $number } piezas se leyeron también en la puerta vecina
  }
page-owner-count-lost = { $number ->
    [one] falló una vez
   *[other] falló { $number } veces
  }
page-owner-house = Reglas de la casa
page-owner-hourglass_s = Reloj de arena, en segundos
page-owner-hourglass_s-note = Desde la próxima vez que corra el reloj de arena.
page-owner-turn_timer_s = Tiempo por turno, en segundos (0: sin límite)
page-owner-turn_timer_s-note = En juegos por turnos. La mesa avisa cuando se acaba el tiempo, y espera.
page-owner-idle_game_h = Horas sin jugar hasta preguntar
page-owner-idle_game_h-note = Entonces la mesa pregunta si aparca la partida; puede seguir más tarde.
page-owner-language = Idioma de la mesa
page-owner-language-note = De la pantalla y la voz. Cada navegador tiene su propio idioma.
page-owner-silent = Sin sonido
page-owner-says-story = La historia
page-owner-says-console = Lo que muestra la consola
page-owner-says-complaints = Las quejas
page-owner-says-devices = Los dispositivos que fallan
page-owner-listens = { $castle } oye qué es una pieza antes de que cuente
page-owner-locked = Bloquear la página
page-owner-locked-note = Bloqueada: las visitas solo pueden mirar, y una página que nadie toca durante dos minutos vuelve al inicio. Para volver aquí necesitas la contraseña.
page-owner-limits = De { $least } a { $most }.
page-owner-outside = Sin cambios. { $limits }
page-owner-held = Lo que no se puede cambiar aquí lo fija la sala mientras la mesa pertenezca a ella.
page-owner-saved = Guardado: { $what }
page-owner-password = Contraseña
page-owner-no-password = Todavía no hay contraseña
page-owner-no-password-then = Con una puedes entrar desde cualquier dispositivo y bloquear la página para los visitantes.
page-owner-guessed = Demasiados PIN o contraseñas incorrectos
page-owner-old = Contraseña actual
page-owner-old-refused = No aceptada. ¿Es esta la contraseña actual?
page-owner-new = Nueva, 8 caracteres como mínimo
page-owner-again = Repetir
page-owner-set-password = Establecer contraseña
page-owner-differ = Las contraseñas no coinciden.
page-owner-password-set = La contraseña está guardada. Se ha cerrado la sesión de los demás dueños.
page-owner-pin = PIN del árbitro
page-owner-pin-note = Se muestra una sola vez. El PIN anterior deja de valer y se cierra la sesión de todos los árbitros.
page-owner-pin-new = PIN nuevo
page-owner-tokens = Programas
page-owner-tokens-note = Una clave da a un programa los derechos del árbitro. Se muestra una sola vez.
page-owner-token-name = Nombre
page-owner-token-new = Crear clave
page-owner-revoke = Revocar
page-owner-revoked = Revocada: { $name }
page-owner-stickers = Etiquetas
page-owner-taught = { $number } de { $total } piezas tienen etiqueta.
page-owner-teach = Registrar las que faltan
page-owner-census = Contar las piezas
page-owner-tile = Pieza
page-owner-replace = Registrar de nuevo
page-owner-end = Terminar
page-owner-hold = Pasa por una puerta: { $tile } (quedan { $number })
page-owner-missing = Pasa cada pieza por una puerta. Faltan { $number }: { $tiles }
page-owner-teach-done = Las etiquetas están registradas.
page-owner-census-done = Se han contado todas las piezas con etiqueta.
page-owner-nothing-done = A ninguna pieza le falta la etiqueta.
page-owner-missed = { $number ->
    [one] El último recuento no encontró una pieza
   *[other] El último recuento no encontró { $number } piezas
  }
page-owner-between = Las etiquetas se podrán registrar cuando acabe la partida.
page-owner-said-taught = Registrada
page-owner-said-elsewhere = Esta etiqueta ya pertenece a otra pieza
page-owner-said-other_game = Una pieza de otro juego
page-owner-said-unclear = Dos a la vez; de una en una, por favor
page-owner-said-unknown = Una etiqueta desconocida
page-owner-said-not_kept = No guardada
page-owner-arrow = Flecha
page-owner-arrow-note = ¿Adónde apunta la flecha cuando está en su marca?
page-owner-arrow-home = Llevarla a la marca
page-owner-arrow-goes = Girando …
page-owner-arrow-where = Grados en sentido horario desde el inicio del primer sector
page-owner-arrow-show = Mostrar esa línea
page-owner-arrow-check = La flecha debería apuntar ahora a esa línea.
page-owner-arrow-filled = La flecha debería apuntar ahora a esa línea. Si es así, guarda los ajustes.
page-owner-recording = Grabación
page-owner-recording-note = Graba lo que pasa por los buses y pines de la mesa, también los números de las etiquetas, para que el soporte vea qué responde de verdad cada pieza. Sin grabar, la mesa guarda el último minuto.
page-owner-recording-start = Grabar
page-owner-recording-stop = Terminar la grabación
page-owner-recording-get = Descargar la grabación
page-owner-settings = Archivo de ajustes
page-owner-settings-keep = Guardar
page-owner-restart-now = Reiniciar la mesa ahora
page-owner-restart-sure = ¿Reiniciar la mesa?
page-owner-restart-sure-note = Hay una partida en curso. Sigue en el mismo paso, salvo que una copia ocupe su lugar.
page-owner-restart-sure-count = Se están contando las piezas. El recuento termina, y el siguiente empezará desde el principio.
page-owner-restarts = La mesa se reinicia. Esta página vuelve sola; quizá tengas que entrar de nuevo.
page-owner-restart = Sin errores. Los cambios en { $sections } se aplican cuando la mesa arranque de nuevo.
page-owner-same = Sin errores. La mesa ya usa estos ajustes.
page-owner-games-verify = Comprobar todas las entradas
page-owner-games-whole = Todas las entradas están intactas.
page-owner-game = Partida
page-owner-game-current = en la mesa
page-owner-game-parked = aparcada
page-owner-backup = Copia de seguridad
page-owner-backup-note = Ajustes, etiquetas, reglas de la casa, contraseñas con hash y todas las partidas en un archivo.
page-owner-backup-last = Última copia: { $time }
page-owner-backup-none = Todavía no hay ninguna copia
page-owner-backup-old = La última copia tiene más de un mes
page-owner-backup-failed = La última copia ha fallado
page-owner-cure-backup = Libera espacio en el disco y vuelve a descargar la copia.
page-owner-backup-monthly = Descarga una cada mes y guárdala en otro equipo.
page-owner-backup-get = Descargar copia
page-owner-backup-got = La copia se ha descargado. Guárdala en otro equipo.
page-owner-restore-file = Archivo de copia
page-owner-restore = Restaurar
page-owner-restored = La copia está lista: se restaurará en el próximo inicio de la mesa.
page-owner-restore-waits = Una copia espera al próximo arranque de la mesa
page-owner-restore-waits-then = Los archivos actuales se conservan. Puedes cancelarlo en «Sistema».
page-owner-restored-of = Se restauró la copia del { $time }
page-owner-restored-kept = Los archivos anteriores se conservan como { $files }.
page-owner-not-restored = La copia no se restauró
page-owner-not-restored-kept = La mesa tiene lo que tenía antes. La copia se conserva como { $files }.
page-owner-restore-refused = Este archivo no se puede restaurar. Elige una copia completa de esta mesa.
page-owner-restore-sure = ¿Restaurar la copia del { $time }?
page-owner-restore-game = { $game ->
    [0] No contiene ninguna partida
   *[other] Su última partida es la número { $game }
  }
page-owner-restore-sure-note = En el próximo inicio, sus ajustes, contraseñas, etiquetas y partidas sustituyen a los actuales, también a una partida en curso. Los archivos actuales se conservan, y hasta entonces puedes anularlo.
page-owner-restore-cancel = No restaurarla
page-owner-restore-cancelled = La mesa conserva lo que tiene.
page-locked = En esta página solo se puede mirar.
page-owner-update = Versión
page-owner-update-note = Una versión nueva solo se instala entre partidas; si no arranca, la mesa vuelve a la anterior. Después hay que volver a entrar.
page-owner-update-look = Buscar actualizaciones
page-owner-update-now = Instalar { $newer } ahora
page-owner-update-sure = ¿Instalar { $newer }?
page-owner-update-sure-note = La mesa no responde durante uno o dos minutos. Si hay una partida en curso, se espera a que termine. Se conservan todas las partidas.
page-owner-update-room = Versión { $installed }. La sala actualiza esta mesa.
page-owner-update-by_hand = Versión { $installed }. En este equipo no hay repositorio configurado; se actualiza a mano.
page-owner-update-new = Versión { $installed }. Aún no se ha buscado otra más nueva.
page-owner-update-newest = La versión { $installed } es la más nueva.
page-owner-update-found = Versión { $installed }; está disponible la { $version }.
page-owner-update-looks = Versión { $installed }. Buscando otra más nueva…
page-owner-update-asked = La versión { $version } se instalará enseguida…
page-owner-update-waits = La versión { $version } se instalará cuando acabe la partida.
page-owner-update-trying = Se instala la versión { $version }, que debe demostrar que funciona…
page-owner-update-holds = La versión { $installed } está instalada y funciona.
page-owner-update-rolled-back = La versión { $version } no arrancó; vuelve a funcionar la { $installed }, con todas las partidas.
page-owner-update-failed = La versión { $version } no arrancó y no se pudo volver atrás. Esta es la versión { $installed }.
page-owner-update-refused = Versión { $installed }. No se ha cambiado nada.
page-owner-update-why-game = Hay una partida en curso.
page-owner-update-why-offline = No se alcanza el repositorio. ¿Tiene la mesa conexión?
page-owner-update-why-unsigned = Los paquetes de allí no son los que se firmaron.
page-owner-update-why-missing = Al repositorio le falta una versión; no habría vuelta atrás.
page-owner-update-why-hub = La central de la sala está en este equipo; ambas se actualizan a mano.
page-owner-update-why-full = No hay espacio para una copia de las partidas.
page-owner-update-why-silent = No funcionó el tiempo suficiente.

page-owner-room = Sala
page-owner-room-hub = Dirección de la central (vacía: buscarla)
page-owner-room-join = Entrar
page-owner-room-yes = Sí
page-owner-room-stop = Cancelar
page-owner-room-leave = Salir de la sala
page-owner-room-outside = Esta mesa no pertenece a ninguna sala.
page-owner-room-looking = Consultando a la central…
page-owner-room-letters = El dueño de { $hub } tiene que escribir allí estas letras. Cambian cada dos minutos:
page-owner-room-let_in = { $hub } admite la mesa. ¿Se llama { $name } en la página de la sala?
page-owner-room-inside = La mesa pertenece a { $hub } como { $name }.
page-owner-problems = { $number ->
    [0] Todo funciona
    [one] Una cosa te necesita
   *[other] { $number } cosas te necesitan
  }
page-owner-checking = Comprobando …
page-owner-checked = Comprobado: { $time }
page-owner-details = Detalles
page-owner-show = Ver
page-owner-go = Ir a: { $where }
page-owner-lost = No funciona: { $device }
page-owner-retries = La mesa lo vuelve a intentar cada pocos segundos. Si sigue así, revisa el enchufe y la corriente de esa parte.
page-owner-cure-supply = Usa la fuente del Pi y un cable corto, y alimenta el motor con otra fuente.
page-owner-cure-spinner = La flecha no encuentra su marca. Mira si algo la sujeta y si los conectores del motor y del sensor están puestos; después, reiníciala.
page-owner-cure-test = No superó su prueba de instalación. Sigue lo que dice la prueba y vuelve a probarlo.
page-owner-cure-journal = Libera espacio en el disco: hasta entonces lo jugado solo está en la memoria, así que no apagues la mesa.
page-owner-untaught = { $number ->
    [one] Una pieza no tiene etiqueta
   *[other] { $number } piezas no tienen etiqueta
  }
page-owner-tabs = Temas
page-owner-tab-devices = Dispositivos
page-owner-tab-house = Reglas
page-owner-tab-games = Partidas
page-owner-tab-access = Acceso
page-owner-tab-system = Sistema
page-owner-test = Probar
page-owner-test-of = Probar { $device }
page-owner-watch-hold = Deja una pieza quieta en la puerta, con la etiqueta abajo, sobre el centro de la antena
page-owner-mended = { $device }: funciona
page-owner-visitors = Visitas
page-owner-guessed-then = La mesa no acepta más intentos durante una hora como mucho. Con el mando siempre puedes entrar.
page-owner-games-open = Aparcadas y en juego
page-owner-games-over = Terminadas
page-owner-games-none-open = No hay partidas aparcadas
page-owner-games-none-over = Aún no ha terminado ninguna partida
page-owner-standing = Marcador
page-owner-round = Ronda
page-owner-won = Ganó
page-owner-resume = Reanudar
page-owner-resume-of = Reanudar la partida { $game }
page-owner-restart-device = Reiniciar
page-owner-test-device = Probar de nuevo
page-owner-restart-of = Reiniciar { $device }
page-owner-restart-goes = { $device }: reiniciando …
page-owner-flash-device = Actualizar firmware
page-owner-flash-of = Actualizar el firmware: { $device }
page-owner-flash-goes = { $device }: actualizando, hasta un minuto …
page-owner-firmware = El firmware no coincide: { $device }
page-owner-watch-now = Lee ahora: { $pieces }
page-owner-watch-before = Acaba de leer: { $pieces }
page-owner-watch-piece = una pieza
page-owner-watch-counts = Últimos { $seconds } segundos: { $reads ->
    [one] una lectura
   *[other] { $reads } lecturas
  }, { $failed } { $failed ->
    [one] fallida
   *[other] fallidas
  }
page-owner-watch-playing = Hay una partida en curso: una pieza en la puerta cuenta, y aquí no se ve cuál es.
page-owner-watch-board = Una placa de castillo solo avisa cuando llega una pieza.
page-owner-watch-setup = Medido al montar la mesa, { $date }
page-owner-history = Las últimas 24 horas
page-owner-history-since = Una medición por minuto. Las líneas empezaron hace { $hours } h { $minutes } min.
page-owner-graph-celsius = Temperatura, °C
page-owner-graph-memory_mib = Memoria, MiB
page-owner-graph-pieces = Piezas leídas
page-owner-graph-faults = Fallos
page-owner-graph-measured = ahora { $now }, mínimo { $least }, máximo { $most }
page-owner-graph-counted = { $total } en total, { $most } como máximo en un minuto
page-owner-log = Registro
page-owner-log-note = Las últimas líneas desde el arranque de la mesa, la más reciente primero.
page-owner-log-warnings = Solo avisos
page-owner-log-warning = aviso
page-owner-log-empty = El registro está vacío
page-owner-tab-setup = Montaje
page-owner-setup-playing = Hay una partida en curso: las etiquetas, las placas y la prueba de los componentes tienen que esperar. Lo demás se puede mirar.
page-owner-setup-parts = Componentes
page-owner-setup-wiring = Un componente que falta aquí no está en los ajustes de la mesa. Corta la corriente antes de cambiar un cable.
page-owner-setup-test = Probar cada componente
page-owner-setup-progress = { $number } de { $of }
page-owner-setup-test-note = La mesa te guía de un componente a otro, como royaltable setup, y si hay un error de cableado nombra los dos extremos del cable. Si estás de acuerdo, escribe el valor correcto en table.toml. Las mediciones y la descripción de un error están en inglés.
page-owner-setup-test-start = Probar los componentes
page-owner-setup-test-stop = Terminar la prueba
page-owner-setup-none = no se lee nada. ¿Está la pieza cerca de la antena?
page-owner-setup-weak = débil. Acerca la antena y aléjala del metal
page-owner-setup-good = bien, esta puerta lee sin fallos
page-owner-setup-phone = Registrar con este móvil
page-owner-setup-reads = Acerca el dorso del móvil a la pieza que se pide.
page-owner-setup-unread = No se pudo leer. Mantén el móvil quieto en la etiqueta.
page-owner-setup-nfc-denied = El navegador no puede usar NFC. Permítelo en los ajustes de este sitio.
page-owner-setup-nfc-off = El NFC está apagado, o este móvil no lo tiene.
page-owner-setup-no-nfc = Un móvil con Chrome en Android también puede leer aquí las etiquetas.
page-owner-setup-nfc-tls = Los móviles solo leen etiquetas aquí por HTTPS (docs/encryption.md).
page-owner-setup-boards = Placas de los castillos
page-owner-setup-usb = Una placa en el USB de este ordenador recibe aquí su firmware; debe tener MicroPython.
page-owner-setup-write = Escribir el firmware en una placa aquí
page-owner-setup-no-serial = Este navegador no tiene Web Serial. Usa Chrome o Edge en un ordenador, por HTTPS o en la propia máquina de la mesa.
page-owner-setup-connects = Conectando, hasta 15 segundos …
page-owner-setup-writes = Escribiendo el firmware { $version } …
page-owner-setup-written = El firmware { $version } está en la placa. Enchúfala a la mesa.
page-owner-setup-silent = No responde ningún MicroPython. Enchufa la placa otra vez, o ponle MicroPython: mantén BOOTSEL al enchufarla.
page-owner-setup-refused = La placa se niega.
page-owner-setup-lost = El puerto no se puede usar. Cierra otros programas que lo usen y enchufa la placa otra vez.
page-owner-setup-old = Antes tenía el firmware { $version }.
page-owner-setup-new = Antes no tenía firmware nuestro.
page-owner-scenes = Cuando pasa algo
page-owner-scenes-note = Cuánto tiempo se quedan pantalla, página y voz en cada paso de un evento.
page-owner-scenes-knob = se sigue con el mando
page-owner-scenes-pause = se sigue tras una pausa; si hay que mover piezas, con el mando
page-owner-scenes-at_once = se sigue al momento
