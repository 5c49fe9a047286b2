# La consola aparte de la partida: rangos, dirección de la página, imagen de prueba, últimas palabras.

menu-title-house = La mesa
menu-house = La mesa…
menu-language = Idioma: español
menu-silent-off = Sonido: sí
menu-silent-on = Sonido: no
menu-address = Dirección web
menu-check = Imagen de prueba
menu-standings = Clasificación
menu-picture = Imagen de la partida
picture-scan = Escanear: partida

address-press = Pulsa el mando.
address-none = La página no está.
address-here = Solo la alcanza esta máquina: { $address }
check-question = ¿Marco entero? Pulsar: sí. Mantener: no.
check-wrong-title = Otra pantalla
check-wrong = Pon otro chip en table.toml, [oled].

goodbye-title = Buenas noches
goodbye-written = Todo está escrito.
goodbye-unwritten = Los últimos pasos no están escritos.
goodbye-now = Puedes apagar.
goodbye-wait = Apaga cuando la luz verde se apague.

device-house = El archivo de ajustes

menu-pin = Nuevo PIN web
caption-pin = PIN de la página
menu-title-seats = Mano en el móvil
menu-seats = Mano en el móvil…
caption-seat = Código: { $castle }
screen-seat-taken = La mano de { $castle } está abierta en un móvil.
secret-title = Solo en la mesa
secret-here = Mira la pantalla misma.
ask-referee-title = ¿Árbitro web?
ask-owner-title = ¿Dueño web?
ask-no = No
ask-yes = Sí, página { $code }
ask-answer = Pulsar: sí. Mantener: no.
complaint-no-pin = No se pudo guardar el PIN. Mira el registro.
device-keys = El archivo de PIN
menu-call = Llamar a alguien
menu-call-no-more = No llamar a nadie
call-title = Ayuda
call-called = Se llama a alguien.
call-taken-back = No se llama a nadie.
call-answered = Alguien viene.
