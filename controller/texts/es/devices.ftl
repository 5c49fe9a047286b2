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
