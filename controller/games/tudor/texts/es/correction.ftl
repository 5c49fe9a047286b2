# Correcciones de Tudor: volver atrás, qué se repite y qué no, qué piezas están en otro sitio.

## Pasos

tudor-step-choose-ring = anillo
tudor-step-wear = mano
tudor-step-assign = banco
tudor-step-pass = pasa
tudor-step-recall = retira
tudor-step-place-lord = lord
tudor-step-activate = figura
tudor-step-act = { $letter }
tudor-step-move = bono
tudor-step-exchange = canje
tudor-step-scenario = carta
tudor-step-ambassador = legado
tudor-step-decline = queda
tudor-step-draw = saca
tudor-step-take-ring = cargo
tudor-step-end-turn = fin
tudor-step-amend = ajuste
tudor-step-undo = vuelve
tudor-step-by = { $player }: { $what }
tudor-step-short-by = { $player } { $what }
tudor-step-by-name = paso { $seq } ({ $what })

## Lo que se cuenta

tudor-told-gone-back = Se deshacen el paso { $seq } ({ $what }) y los siguientes. Arregla la mesa y sigue; después { $count ->
    [one] se repite el paso deshecho
   *[other] se repiten los { $count } pasos deshechos
  }.
tudor-told-corrected = Corrección insertada antes del paso { $seq } ({ $what }). Repetidos: { $again }; no repetidos: { $dropped }.
tudor-told-done-again = Tras la corrección. Repetidos: { $again }, no repetidos: { $dropped }.
tudor-told-dropped = No repetido: paso { $seq } ({ $what }). { $why } ({ $rule })
tudor-told-given-up = Como has retrocedido más, estos pasos no se repetirán: { $steps }.
tudor-told-corrects-nothing = Esta entrada no cambia nada: el registro ya lo dice. Introduce otra cosa o elige otro paso.
tudor-told-amend-alone = Una carta solo sale de una mano con el sí de su dueño, y eso no se puede combinar con volver atrás. Corrige las cartas por separado.
tudor-told-back-where = El paso { $seen } ya no vale; vuelve a otro.

## En la consola

tudor-screen-dropped-title = No repetido
tudor-screen-dropped-rule = { $rule }
tudor-screen-dropped-more = y más
tudor-screen-dropped-count = { $count }
tudor-said-dropped = No repetido: { $steps }.
tudor-move-token = ficha { $faction }
tudor-move-ring = anillo { $faction }
tudor-move-hidden = { $count ->
    [one] una ficha
   *[other] { $count } fichas
  }
tudor-at-space = { $space }
tudor-at-stand = soporte
tudor-at-spent = gastado
tudor-at-bag = bolsa
tudor-at-gone = caja
