# Several games on one table: which one is played, and whose pieces these are.

menu-game = Juego: { $game }
menu-parked-titled = { $day }/{ $month }, { $game }
device-games = Los juegos
game-not-here = El juego { $game } no se puede jugar aquí.
game-settled = La sala ha fijado cómo se juega aquí a este juego.
game-log-not-json = Esta línea no es JSON: { $detail }. Escribe un objeto JSON por línea.
game-misnamed = El juego { $game } se llama { $seen } en su registro; no puede empezar.
game-fell = { $game } ha terminado: tiene un error ({ $fault }).
told-game-fell = Terminado por un error del juego { $game }: { $fault }. Queda aparcado, sin el paso que falló.
game-fell-title = Fin: { $game }
game-fell-fault = Su error: { $fault }
game-fell-parked = Aparcado. Empezad otro.
game-needs = Para { $game } falta aquí: { $devices }. Inscríbalo en table.toml, o elija otro juego.
bots-need = A los bots de { $game } les falta aquí: { $devices }. Añádalo a table.toml, o deje jugar a personas.
needs-arrow = la flecha
needs-gates = arcos
needs-hourglass = el reloj de arena
needs-knob = el botón
needs-panels = sí y no en cada castillo
needs-tray = la bandeja
complaint-other-game = Pieza de otro juego. Devuélvela a su caja.
rule-LOG = Una partida es una lista de acciones, un objeto JSON por línea. Una acción mal formada, cualquier cosa antes del comienzo o después del final, y los errores de correcciones y retrocesos se rechazan con LOG; la partida queda como estaba.
film-round = Ronda { $round }
