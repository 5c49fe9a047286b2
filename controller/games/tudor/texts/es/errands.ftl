# Encargos: lo que las personas hacen por el bot del castillo que se nombra junto a la frase.

tudor-errand-draw = Saca una ficha de la bolsa para { $space }: por su puerta.
tudor-errand-rings = Pasa estos anillos, en este orden, por su puerta: { $rings }.
tudor-errand-tokens = Pasa las fichas de estas casillas por su puerta: { $spaces }.
tudor-errand-screen = Pasa las fichas tras la pantalla una a una; las luces indican la correcta.
