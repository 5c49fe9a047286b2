# Several games on one table: which one is played, and whose pieces these are.

menu-game = Juego: { $game }
menu-parked-titled = { $day }/{ $month }, { $game }
device-games = Los juegos
game-not-here = El juego { $game } no se puede jugar aquí.
game-misnamed = El juego { $game } se llama { $seen } en su registro; no puede empezar.
complaint-other-game = Pieza de otro juego. Devuélvela a su caja.
