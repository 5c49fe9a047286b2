# Lo que dice la mesa: pantallas, el relato para quien mira, objeciones.

blue = Azul
yellow = Amarillo
purple = Morado
grey = Gris

bread = pan
marble = mármol
tools = herramientas

pasture = pasto
forest = bosque
mountain = montaña
village = aldea
palace = palacio

## Lo que la mesa espera

wait-begin-title = Royaltable
wait-begin = Pulsa el mando para empezar.
wait-first-title = Empieza { $color }
wait-first = Primera estatua en un pasto.
wait-first-honour = Colócala y pulsa el mando.
wait-spin-title = Gira el rey
wait-spin = { $color }, pulsa el mando.
wait-spin-for = Para { $commodity }: pulsa el mando.
wait-aside-title = Apartar
wait-aside = { $left ->
    [one] Falta una ficha.
   *[other] Faltan { $left } fichas.
  }
wait-aside-how = Tres por persona, sin mirar, por tu puerta.
wait-collect-title = ¿Todo listo?
wait-collect = { $color }, pulsa el mando: corre el reloj.
wait-rob = ¡A robar! Van { $tiles }
wait-late-title = Se acabó
wait-late = Deja lo que tengas.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = ¿Bien? Sí o el mando.
wait-build-title = Construye { $color }
wait-build-tap = Pasa las fichas con que pagas.
wait-pass = Mantén pulsado: pasar.
offer-field = { $kind } { $field }
offer-touching = { $kind }
offer-double = { $kind }, doble
offer-gains = { $what }, +{ $gains }
wait-reveal-title = Tierra nueva
wait-reveal = { $count ->
    [one] { $color } descubre una región.
   *[other] { $color } descubre { $count } regiones.
  }
wait-reveal-honour = Luego pulsa el mando.
wait-on-page = En la página.
wait-over-title = Gana { $color }
wait-over = { $placed } estatuas.

## Lo que se anuncia y se cuenta

caption-demand = de cada mercancía
screen-tumult-title = ¡Tumulto!
screen-tumult-left = { $commodity }: { $left } de { $demand }
screen-tumult-greediest = { $color }: codicia { $greed }
screen-tumult-pays = paga { $paid }
screen-tumult-keeps = guarda { $value }, devuelve { $count }
screen-calm-title = El pueblo en calma
screen-commodity-left = { $commodity } { $left }

## Objeciones

complaint-title = Ahora no
complaint-at = { $castle }: no
refused-lift = Las fichas solo se miran mientras corre el reloj, y solo las del pueblo. Déjala sin mirarla.

## Aparatos

device-lost = { $device } no funciona: { $fault } La partida sigue a mano.
device-back = { $device } funciona de nuevo.
device-oled = La pantalla
device-spinner = La flecha
device-console = El mando
device-journal = El diario
device-reader = Puerta de { $castle }
device-panel = Panel de { $castle }
trouble-spinner = Se ha perdido. Vale el número de esta pantalla.
trouble-console = No funciona. Sigue en la página.
trouble-journal = Ahora no se guarda nada. No apagues la mesa.
trouble-reader = No funciona. Introduce estas fichas en la página.
trouble-panel = No funciona. El mando del rey habla por este castillo.

## El menú de la consola

menu-title-setup = Nueva partida
menu-title-castles = ¿Quién juega?
menu-title-pause = Pausa
menu-start = Empezar con { $castles }
menu-castles = Jugadores: { $castles }
menu-castle-plays = { $castle }: juega
menu-castle-rests = { $castle }: descansa
menu-variant-classic = Juego: clásico
menu-variant-gambler = Juego: apuestas
menu-map-tracked = Mapa: en la página
menu-map-honour = Mapa: de palabra
menu-hourglass = Reloj: { $seconds } s
menu-hourglass-set = Girar: { $seconds } s
menu-spin = Probar la flecha
menu-continue = Seguir
menu-undo = Deshacer un paso
menu-new-game = Nueva partida
menu-back = Volver
menu-shut-down = Mantener: apagar
caption-try = Solo una prueba
