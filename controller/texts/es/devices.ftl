## Aparatos

device-buzzer = El zumbador
device-supply = La alimentación
device-devices = Lo que está conectado a la mesa
device-settings = Los ajustes (table.toml)
device-certificate = El certificado de la página
trouble-buzzer = No funciona. Todo se ve también en la pantalla.
trouble-supply = Es demasiado débil. Usa una más fuerte.
device-tags = La lista de etiquetas
trouble-tags = No se conoce ninguna ficha. Indícalas a mano.

device-program = El programa ({ $part })
part-announcements = anuncios
part-screen = la imagen de la consola
part-menu = el menú
part-backups = copias de seguridad
part-supply = la vigilancia de la corriente
part-arrow = el guardián de la flecha
part-pace = la frecuencia de los lectores
part-page = la página
part-stickers = pegatinas
part-idle-game = la pregunta de si sigue una partida
part-memory = la limpieza de la memoria
part-missing-devices = dispositivos que faltan
part-castle-boards = placas de castillo
part-address = la búsqueda de la red
part-advertisement = el nombre en la red
part-encryption = el cifrado
part-background = lo que ocurre de paso
part-bots = bots
part-healthy-start = la cuenta de arranques
part-service = el servicio
part-shutting-down = el apagado con el mando
part-sounds = sonidos
part-turn-timer = el tiempo de un turno
part-watchdog = el perro guardián
part-gate = la puerta de { $castle }
