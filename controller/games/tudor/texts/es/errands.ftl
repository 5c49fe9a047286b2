# Encargos: lo que las personas hacen por un bot.

tudor-errand-draw = Saca una ficha de la bolsa para { $space }: pásala por la puerta de { $player }.
tudor-errand-rings = Pasa estos anillos, en este orden, por la puerta de { $player }: { $rings }.
tudor-errand-tokens = Pasa las fichas de estas casillas por la puerta de { $player }: { $spaces }.
tudor-errand-screen = Pasa las fichas tras la pantalla de { $player } por la puerta, una a una; las luces indican la correcta.
