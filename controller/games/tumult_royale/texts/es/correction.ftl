# Correcciones: volver atrás, qué se repite y qué no, qué fichas están en otro sitio.

do-by = { $color }: { $what }
screen-dropped-rule = { $rule }
told-gone-back = Se deshacen el paso { $seq } ({ $what }) y los siguientes. Corrige la mesa a mano y sigue; entonces { $count ->
    [one] se repite el paso deshecho
   *[other] se repiten los { $count } pasos deshechos
  }.
told-now-has = Según el registro, { $color } tiene ahora: partidarios { $supporters }, estatuas { $statues }.
told-corrected = Corregido antes del paso { $seq } ({ $what }): { $again ->
    [one] se repitió un paso
   *[other] se repitieron { $again } pasos
  }{ $dropped ->
    [0] {""}
   *[other] , { $dropped } no
  }.
told-done-again = Tras la corrección { $again ->
    [one] se repitió un paso
   *[other] se repitieron { $again } pasos
  }{ $dropped ->
    [0] {""}
   *[other] , { $dropped } no
  }.
told-dropped = No se repitió: paso { $seq } ({ $what }). { $why } ({ $rule })
told-given-up = Como has retrocedido más, estos pasos no se repetirán: { $steps }.
told-corrects-nothing = Esta entrada no cambia nada: el registro ya lo dice. Introduce otra cosa o elige otro paso.
step-by-name = paso { $seq } ({ $what })
screen-dropped-title = No se repitió
screen-dropped-more = y más
screen-dropped-count = { $count }
said-dropped = No repetido: { $steps }.
refused-back-where = No se puede volver al paso { $seen }. Elige uno que siga vigente, de 2 a { $last }.
refused-back-count = Aún no se ha contado nada, así que no se puede volver a un recuento.

short-place-first = inicia
short-spin = giro
short-forget-spin = giro olvidado
short-set-aside = apartar
short-collect = inicio
short-rob = roba
short-stop = fin
short-count = recuento
short-build = obra
short-pass = pasa
short-reveal = tierra
short-amend = cambio
short-by = { $color } { $what }

at-people = pueblo
at-set-aside = aparte
at-blue = Azul
at-yellow = Amarillo
at-purple = Morado
at-grey = Gris
screen-move-hidden = { $count ->
    [one] una ficha
   *[other] { $count } fichas
  }
