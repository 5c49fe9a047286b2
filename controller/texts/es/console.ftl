# Pantallas de la consola que no son de ningún juego: clasificación, dirección, prueba, apagado.

menu-title-house = Ajustes de mesa
menu-house = Ajustes de mesa…
menu-language = Idioma: { $language }
menu-silent-off = Sonido: sí
menu-silent-on = Sonido: no
menu-address = Dirección web
menu-check = Prueba de pantalla
menu-standings = Clasificación
menu-picture = Imagen de la partida
picture-scan = Escanear: partida

address-press = Pulsa el mando.
address-none = La página no está activa.
address-here = Accesible solo desde este equipo: { $address }
check-question = ¿Marco completo? Pulsar: sí. Mantener: no.
check-wrong-title = Otra pantalla
check-wrong = Pon otro chip en table.toml, [oled].

goodbye-title = Buenas noches
goodbye-written = Todo está guardado.
goodbye-unwritten = Las últimas acciones no están guardadas.
goodbye-again-title = Un momento
goodbye-again = La mesa vuelve a arrancar.
goodbye-now = Ya puedes apagar.
goodbye-wait = Apaga cuando se apague la luz verde.

device-house = El archivo de ajustes

menu-pin = Nuevo PIN web
caption-pin = PIN de la página
menu-title-seats = Mano en el móvil
menu-seats = Mano en el móvil…
menu-title-players = ¿Quién juega?
menu-players = Quién juega…
caption-seat = Código: { $castle }
screen-seat-taken = La mano de { $castle } está abierta en un móvil.
screen-in-use = En uso
screen-tests = El dueño prueba los componentes.
screen-tests-press = Mando y botones solo sirven para eso.
screen-teach = Se registran etiquetas: { $done } de { $total }.
screen-census = Se cuentan las piezas: { $done } de { $total }.
screen-stickers-press = Mando: menú. Una partida lo interrumpe.
secret-title = Solo en la mesa
secret-here = Mira la pantalla de la mesa.
ask-referee-title = ¿Permitir árbitro?
ask-owner-title = ¿Permitir dueño?
ask-no = No
ask-yes = Sí, código { $code }
ask-answer = Pulsar: sí. Mantener: no.
complaint-no-pin = El PIN no se guardó. Avisa al dueño.
device-keys = El archivo de PIN
menu-call = Llamar al personal
menu-call-no-more = Anular la llamada
call-title = Ayuda
call-called = Se ha avisado al personal.
call-taken-back = La llamada está anulada.
call-answered = La ayuda está en camino.
scene-go-on = Mando: seguir
scene-done = ¿Hecho? Mando o Sí.
menu-scenes-0 = Eventos: con el mando
menu-scenes-1 = Eventos: con pausa
menu-scenes-2 = Eventos: al momento
