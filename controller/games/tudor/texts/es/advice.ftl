# Consejo para Tudor: qué debería hacer el castillo de turno, dónde, qué cuesta y con qué certeza.

tudor-advice-ring = { $player } debería tomar un anillo de { $ring }.
tudor-advice-wear = { $player } debería poner los anillos así, del pulgar al meñique:
tudor-advice-assign = { $player } debería enviar un cortesano al banco de la cámara { $chamber }.
tudor-advice-lord = { $player } debería poner a su lord en la cámara { $chamber }.
tudor-advice-activate = { $player } debería activar esta figura: { $figure }.
tudor-advice-do = { $player } debería elegir: { $what }.
tudor-advice-way = El camino desde { $origin }: { $path }.
tudor-advice-pays = Se paga con { $cards }.
tudor-advice-spends = Las fichas de facción que se gastan: { $tokens }.
tudor-advice-takes = La carta que se toma: { $cards }.
tudor-advice-gives = La carta que se da: { $cards }.
tudor-advice-rings = Llega un anillo de { $taken } a cambio de uno de { $given }.
tudor-advice-spaces = Las fichas de { $one } y { $other } cambian de sitio.
tudor-advice-ahead = Por experiencia, eso da unos { $points } de prestigio más que la segunda mejor opción.
tudor-advice-even = Otra cosa sería más o menos igual de buena.
tudor-advice-only = Nada más merece la pena.
tudor-refused-advice-castle = Se vio el castillo { $seen }; juegan { $castles }.
tudor-refused-advice-turn = El consejo es para quien tiene el turno. Pregunta por { $due }.
tudor-refused-advice-draw = Se saca una ficha para { $space } y eso no lo elige nadie. Pregunta después de sacarla.
