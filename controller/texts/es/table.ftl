# Lo que la mesa dice por su cuenta: quejas, dispositivos, el menú de la consola.

## Objeciones

complaint-title = Ahora no
complaint-at = { $castle }: no
complaint-unknown-tag = Ficha desconocida. Usa una de esta caja.
complaint-one-at-a-time = Dos a la vez. De una en una, por favor.
complaint-unread = Una ficha pasó sin leerse. Pásala otra vez, sola.
complaint-two-gates = Leída también en { $castle }. Otra vez, más lejos.
complaint-read-elsewhere = Recién leído en { $castle }. Si está mal, corrígelo allí.
complaint-game-cannot = Este juego no permite eso.
complaint-busy = La mesa está ocupada. Prueba otra vez en un momento.
press-no-effect = Eso no hace nada ahora.
press-no-effect-due = Eso no hace nada ahora. Lo que toca: { $due }
press-no-effect-hourglass = Eso no hace nada mientras corre el reloj de arena.
press-not-noticed = La mesa no lo ha notado. Inténtalo otra vez, un poco más despacio.
press-absent = A esta mesa le falta: { $device }.
complaint-paused = Partida en pausa. Devuelve la ficha; sigue con el mando.
complaint-too-many-castles = Juegan como mucho { $most } castillos. Quita antes otro.
complaint-too-few-castles = { $fewest ->
    [one] Juega al menos un castillo
    [2] Juegan al menos dos castillos
   *[other] Juegan al menos { $fewest } castillos
  }. Añade antes otro.

## Dispositivos

device-lost = { $device } no funciona. La partida puede seguir igualmente.
device-back = { $device } funciona de nuevo.
device-oled = La pantalla
device-spinner = La flecha
device-console = El mando
device-journal = El diario
device-reader = Puerta de { $castle }
device-panel = Panel de { $castle }
device-beams = Barrera de { $castle }
trouble-spinner = Posición perdida. Vale el número de esta pantalla.
trouble-console = No funciona. Sigue en la página.
trouble-journal = No se guarda nada. No apagues la mesa.
trouble-reader = No funciona. Introduce sus piezas en la página.
trouble-panel = No funciona. Usa el mando para este castillo.
trouble-beams = No va. Una ficha puede pasar sin aviso.

## El menú de la consola

menu-title-setup = Nueva partida
menu-title-castles = ¿Quién juega?
menu-title-pause = Pausa
menu-start = Empezar con { $castles }
menu-castles = Jugadores: { $castles }
menu-castle-plays = { $castle }: juega
menu-castle-rests = { $castle }: no juega
menu-castle-bot = { $castle }: bot
menu-castle-bot-level = { $castle }: bot, { $level }
menu-hourglass_s = Reloj: { $seconds } s
menu-hourglass_s-set = Girar: { $seconds } s
menu-turn_timer_s = Por turno: { $seconds ->
    [0] no
   *[other] { $seconds } s
}
menu-turn_timer_s-set = Girar: { $seconds } s
menu-spin = Probar la flecha
menu-continue = Seguir
menu-undo = Deshacer un paso
menu-new-game = Nueva partida
menu-back = Volver
menu-shut-down = Apagar
menu-go-back = Volver y corregir
caption-try = Solo una prueba
turn-time-up-title = Se acabó el tiempo
turn-time-up = Termina tu turno, por favor.

## Tras una corrección

nothing = {""}
move = { $what }: { $before } → { $after }
screen-move-to = > { $after }
screen-move-title = Recolocar, pulsar
screen-move-more = Recoloca, gira: +{ $count }
moves-title = Recoloca las piezas de la lista y luego pulsa el mando.
said-move = Lleva { $what } de «{ $before }» a «{ $after }».
said-move-press = Luego pulsa el mando.

## Encargos de los bots

errand-title = Ayuda a { $castle }
errand-pass = Pasa sus piezas por su puerta, una a una; las luces indican la correcta.
errand-confirm = Sí en { $castle }: hecho
errand-caption = { $count ->
    [one] Ayuda a { $castle }
   *[other] Ayuda a { $count } castillos
}
errand-wrong-piece = Devuélvela y prueba con otra.

## Práctica

practice-title = ¿Deshacer la jugada?
practice-gain = Otra jugada: +{ $gain } %
practice-better = Jugaste: { $done } Mejor: { $better } Así ganas { $gain } puntos porcentuales más a menudo.
