# Los dispositivos, como se los llama.

device-buzzer = El zumbador
device-supply = La alimentación
device-devices = Los dispositivos conectados
device-settings = Los ajustes (table.toml)
device-certificate = El certificado de la página
trouble-buzzer = No funciona. Todo está en la pantalla.
trouble-supply = Demasiado débil. Usa una más fuerte.
device-tags = La lista de etiquetas
trouble-tags = No se conoce ninguna ficha. Introdúcelas a mano.

device-program = El programa ({ $part })
part-announcements = anuncios
part-screen = la pantalla de la consola
part-menu = el menú
part-backups = copias de seguridad
part-supply = la vigilancia de la alimentación
part-arrow = la puesta a cero de la flecha
part-pace = el ritmo de los lectores
part-page = la página
part-recording = la grabación
part-room = la entrada en una sala
part-stickers = etiquetas
part-idle-game = la pregunta por una partida parada
part-memory = la liberación de memoria
part-missing-devices = la búsqueda de dispositivos que faltan
part-castle-boards = placas de castillo
part-address = la dirección de red
part-advertisement = el nombre de red
part-encryption = el cifrado
part-background = tareas de fondo
part-bots = bots
part-healthy-start = el contador de arranques
part-history = las gráficas del último día
part-service = el servicio
part-shutting-down = el apagado con el mando
part-sounds = sonidos
part-turn-timer = el tiempo de turno
part-watchdog = el watchdog
part-wifi = la wifi
part-gate = la puerta de { $castle }
device-broker = El broker MQTT
part-broker = los mensajes al broker

# El registro en palabras.

log-start = La mesa ha arrancado
log-device-lost = No funciona: { $device }
log-device-back = Vuelve a funcionar: { $device }
log-restored = Se restauró una copia
log-not-restored = Una copia no se restauró
log-noted = Anotado: { $text }
log-name = Nombre de la mesa en la red: { $name }
log-certificate = Certificado nuevo de la página, hasta { $ends }
log-guesses-held-back = Demasiados PIN o contraseñas incorrectos
log-game-failed = Un fallo del programa detuvo la partida
log-part-failed = Una parte del programa falló y se reinicia: { $part }
log-loops-hang = La mesa se atascó: { $loops }
log-no-hub-found = No se encontró ninguna central en esta red

# La prueba de los componentes, en la terminal (en inglés) y en la página del dueño.

setup-press = Pulsa el mando brevemente, sin girarlo.
setup-turn = Gira el mando { $number } pasos en el sentido de las agujas del reloj.
setup-turn-back = Gíralo { $number } pasos hacia atrás.
setup-again = La mesa ha contado { $number } de { $clicks } pasos. ¿Girar el mando otra vez para estar seguros?
setup-did-turn-right = ¿Has girado el mando en el sentido de las agujas del reloj, visto desde arriba?
setup-clockwise-first = Gira el mando primero en el sentido de las agujas del reloj.
setup-picture = ¿Muestra la pantalla un marco completo en los cuatro bordes?
setup-four-pins = ¿Tiene la pantalla cuatro contactos, dos de ellos llamados SDA y SCL (no siete con CS y DC)?
setup-other-chip = Indica otro chip en [oled], uno de { $chips }.
setup-heard = ¿Oyes el zumbador?
setup-arrow-turns = Gira hasta pasar tres veces por su marca. No la toques.
setup-clockwise = ¿Ha girado la flecha en el sentido de las agujas del reloj?
setup-turned = ¿Ha dado la flecha la vuelta entera?
setup-motor-lamps = ¿Se ha encendido alguna de las cuatro luces de la placa del motor (ULN2003)?
setup-tries = Prueba { $change }.
setup-magnet = Quita la flecha. Acerca al sensor los dos lados de su imán, uno tras otro. Vuelve a ponerla.
setup-points = ¿Señala la flecha el comienzo del primer sector?
setup-point = Gira el mando hasta que la flecha señale el comienzo del primer sector y luego púlsalo.
setup-lamps-light = Las luces se encienden de izquierda a derecha y luego todas a la vez.
setup-lamps = { $castle }: ¿se han encendido las luces de izquierda a derecha y luego todas a la vez?
setup-one-lamp = { $castle }: ¿está encendida la luz { $number ->
    [0] izquierda
    [1] central
   *[other] derecha
  }?
setup-other-lamp = ¿Hay otra luz encendida en su lugar?
setup-yes = Pulsa el botón de sí de { $castle }.
setup-no = Pulsa el botón de no de { $castle }.
setup-reader-lamp = { $castle }: ¿está encendida la pequeña luz roja del lector?
setup-reset-high = { $castle }: ¿marca un multímetro 3,3 V entre RST y GND del lector?
setup-card = { $castle }: acerca a la puerta la tarjeta del lector o, si no la tienes, pasa una pieza.
setup-piece = { $castle }: pasa una pieza por la puerta.
setup-lower = { $castle }: despeja la puerta. Baja una pieza, despacio y plana, hasta que se lea.
setup-read = Leída. Mantén ahí la pieza.
setup-distance = { $number ->
    [1] ¿Cabe un dedo ({ $millimetres } mm) entre la pieza y la puerta?
   *[other] ¿Caben dos dedos ({ $millimetres } mm)?
  }
setup-lay = Despeja las puertas. Luego pon una pieza en el centro de esta puerta y déjala ahí: { $castle }.
setup-boards-exchanged = Las placas de los castillos están ahora intercambiadas en table.toml. Vuelve a empezar la prueba.
setup-full-load = Todos los dispositivos que funcionan trabajan a la vez. No toques la flecha.
setup-neighbours = Puertas vecinas
setup-answer-on-page = En la página:
setup-answered = { $question } { $yes ->
    [1] Sí.
   *[other] No.
  }
setup-write = ¿Escribir { $shown } en { $file }?
setup-wrote = ha escrito { $shown }.
setup-written = Escrito en { $file }: { $changes }.
setup-unwritten = No se pudo escribir { $file }: { $fault }
setup-changed-often = se han cambiado sus ajustes varias veces y sigue sin funcionar
setup-not-tested = Sin probar, porque una puerta no funciona.
setup-no-response = sin reacción en { $seconds } s. { $prompt } Revisa el cableado: royaltable wiring
setup-no-answer = sin respuesta en { $seconds } s: { $prompt }
setup-works = Funciona.
setup-fails = No funciona: { $code }.
setup-all-work = Todos los dispositivos funcionan.
setup-not-working = No funciona: { $devices }.
setup-ended = La prueba ha fallado: { $fault }
