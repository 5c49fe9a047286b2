# Lo que hay tras las pantallas de Tudor, para quien lee un registro que lo cuenta de todos modos.

tudor-full-pays = { $player } paga con las cartas { $cards } (TU-9).
tudor-full-gains = { $player } recibe las cartas { $cards }.
tudor-full-tokens = { $player } gana las fichas de facción { $tokens } (TU-7.8).
tudor-full-influence = { $player } gana la influencia de esa casilla (TU-7.9).
tudor-full-intrigue = { $player } gana la intriga de esa casilla (TU-7.9).
tudor-full-spends = { $player } gasta las fichas de facción { $tokens } (TU-11.2).
tudor-full-round-tokens = { $player } entrega { $influence } de influencia y { $intrigue } de intriga (TU-12.7).
tudor-full-kept = { $player } conserva la ficha de ronda (TU-12.7).
