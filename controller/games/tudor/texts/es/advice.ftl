# Consejo: la jugada del castillo de turno, su coste y cuánto mejor es.

tudor-advice-ring = { $player } debería tomar un anillo de { $ring }.
tudor-advice-wear = { $player } debería poner los anillos así, del pulgar al meñique:
tudor-advice-assign = { $player } debería enviar un cortesano al banco de la cámara { $chamber }.
tudor-advice-lord = { $player } debería poner a su lord en la cámara { $chamber }.
tudor-advice-activate = { $player } debería activar esta figura: { $figure }.
tudor-advice-do = { $player } debería elegir: { $what }.
tudor-advice-way = Camino desde { $origin }: { $path }.
tudor-advice-pays = Paga con { $cards }.
tudor-advice-spends = Gasta estas fichas: { $tokens }.
tudor-advice-takes = Toma { $cards }.
tudor-advice-gives = Entrega { $cards }.
tudor-advice-rings = Toma un anillo { $taken } a cambio de uno { $given }.
tudor-advice-spaces = Intercambia las fichas de { $one } y { $other }.
tudor-advice-ahead = Da unos { $points } de prestigio más que la segunda mejor opción.
tudor-advice-even = Otra jugada es casi igual de buena.
tudor-advice-only = Ninguna otra jugada merece la pena.
tudor-refused-advice-castle = Nadie juega con el castillo { $seen }. Usa uno de { $castles }.
tudor-refused-advice-turn = Solo hay consejo para quien tiene el turno. Pregunta por { $due }.
tudor-refused-advice-draw = Hay que sacar una ficha para { $space }, y eso lo decide el azar. Pregunta después.
