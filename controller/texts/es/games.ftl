# Varios juegos en una mesa, y errores de juegos.

menu-game = Juego: { $game }
menu-parked-titled = { $day }/{ $month }, { $game }
device-games = Los juegos
game-not-here = El juego { $game } no se puede jugar aquí; elige otro.
game-settled = La sala decide cómo se juega aquí a este juego.
game-log-not-json = Esta línea no es JSON: { $detail }. Escribe un objeto JSON por línea.
game-misnamed = El juego { $game } se llama { $seen } en su registro, así que no puede empezar.
game-fell = { $game } ha fallado ({ $fault }).
told-game-fell = { $game } ha fallado: { $fault }. La partida queda aparcada sin el paso que falló.
game-fell-title = Fallo: { $game }
game-fell-fault = Error: { $fault }
game-fell-parked = Aparcada. Empieza otra.
game-needs = Para { $game } esta mesa necesita además: { $devices }. Añádelo a table.toml, o elige otro juego.
bots-need = Para los bots de { $game } esta mesa necesita además: { $devices }. Añádelo a table.toml, o deja esos castillos a personas.
needs-arrow = la flecha
needs-gates = arcos
needs-hourglass = el reloj de arena
needs-knob = el mando
needs-panels = botones de sí y no en cada castillo
needs-tray = la bandeja
complaint-other-game = Pieza de otro juego. Devuélvela a su caja.
rule-LOG = Una partida es una lista de acciones, un objeto JSON por línea. Se rechazan las acciones mal formadas, las acciones antes del comienzo o después del final, y las correcciones y retrocesos no válidos; la partida queda como estaba.
film-round = Ronda { $round }

analysis-analysed = { $title }, { $moments } momentos, { $playouts } partidas jugadas desde cada uno. Probabilidad de ganar en por ciento; ± es el error de la muestra.
analysis-round = ronda
analysis-start = inicio
analysis-luck = azar
analysis-moves = jugadas
analysis-changes = Cambios
analysis-own = propias
analysis-others = ajenas
analysis-none = Ninguna jugada costó más de lo que esto puede medir.
analysis-costly = Jugadas que más costaron:
analysis-decision = Ronda { $round }, acción { $seq }: { $done }
analysis-better = Mejor en { $gain }: { $better }
