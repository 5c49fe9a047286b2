# Lo que hay tras las pantallas de Tudor, para quien lee un registro que lo cuenta de todos modos.

tudor-full-pays = { $player } { $count ->
    [one] paga con la carta { $cards } (TU-9).
   *[other] paga con las cartas { $cards } (TU-9).
  }
tudor-full-gains = { $player } { $count ->
    [one] recibe la carta { $cards }.
   *[other] recibe las cartas { $cards }.
  }
tudor-full-tokens = { $player } { $count ->
    [one] toma la ficha { $tokens } (TU-7.8).
   *[other] toma las fichas { $tokens } (TU-7.8).
  }
tudor-full-influence = { $player } toma la influencia de la casilla (TU-7.9).
tudor-full-intrigue = { $player } toma la intriga de la casilla (TU-7.9).
tudor-full-round-tokens = { $player } entrega { $influence } de influencia y { $intrigue } de intriga (TU-12.7).
tudor-full-kept = { $player } se queda la ficha redonda (TU-12.7).
