# Consejo: la jugada del castillo de turno, su coste y cuánto mejor es.

tudor-advice-do = { $player } debería elegir: { $what }.
tudor-advice-rings = Toma un anillo { $taken } a cambio de uno { $given }.
tudor-advice-ahead = Da unos { $points } de prestigio más que la segunda mejor opción.
tudor-advice-even = Otra jugada es casi igual de buena.
tudor-advice-only = Ninguna otra jugada merece la pena.
tudor-refused-advice-castle = Nadie juega con el castillo { $seen }. Usa uno de { $castles }.
tudor-refused-advice-turn = Solo hay consejo para quien tiene el turno. Pregunta por { $due }.
tudor-refused-advice-draw = Hay que sacar una ficha para { $space }, y eso lo decide el azar. Pregunta después.
tudor-judged-prestige = La mayor parte llega en el acto.
tudor-judged-scoring = La mayor parte la dan las cartas de puntuación.
tudor-judged-cards = La mayor parte la dan cartas y fichas redondas.
tudor-judged-rings = La mayor parte la dan los anillos.
tudor-judged-courtiers = La mayor parte la dan cortesanos y fichas.
tudor-analysis-note = Cada turno se compara con el mejor que encuentra la búsqueda del bot, según lo que veía quien jugaba. La ganancia es el prestigio final que estima el bot, sin contar lo que se saca de la bolsa ni lo que los demás hagan después. La curva muestra cuántas de cada cien partidas de bots con estimaciones así se ganaron.
