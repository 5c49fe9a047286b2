# La historia: lo que pasó, con sus números y la regla que lo pide.

listed = { $most } y { $last }
color-count = { $color } { $count }
tile-face = { $commodity } { $value }
tile-value = { $value }
tile-values = { $value } ({ $number } veces)
supporters = { $count ->
    [0] ningún partidario
    [one] un partidario
   *[other] { $count } partidarios
  }
more = { $count ->
    [one] un partidario más
   *[other] { $count } partidarios más
  }
less = { $count ->
    [one] un partidario menos
   *[other] { $count } partidarios menos
  }
place-people = el pueblo
place-set_aside = las fichas apartadas
place-blue = Azul
place-yellow = Amarillo
place-purple = Morado
place-grey = Gris
paid-printed = a precio sencillo, porque el campo es contiguo
paid-double = al doble del precio, porque el campo no es contiguo

told-started = Empieza una partida de { $players } jugadores; reina { $color } (TR-0.1).
told-round = Empieza la ronda { $round }; reina { $color }.
told-first = { $color } coloca la primera estatua (TR-0.6).
told-first-field = { $color } coloca la primera estatua en { $field } (TR-0.6).
told-spun = El pueblo quiere { $number } de cada mercancía (TR-1.1).
told-spun-for = El pueblo quiere { $number } de { $commodity } (TR-10.1).
told-forgotten = Se olvidó girar: pan { $bread }, mármol { $marble }, herramientas { $tools } (TR-1.3).
told-aside-by = { $color } aparta la ficha { $count }.
told-aside = { $count ->
    [one] Hay una ficha apartada (TR-2.1).
   *[other] Hay { $count } fichas apartadas (TR-2.1).
  }
told-hourglass = Corre el reloj (TR-2.2).
told-robbed = { $color } tiene { $tiles ->
    [one] una ficha.
   *[other] { $tiles } fichas.
  }
told-late = { $color } deja la ficha que tenía en la mano (TR-2.5) y tiene { $tiles ->
    [one] una ficha.
   *[other] { $tiles } fichas.
  }
told-stop = El reloj se ha vaciado (TR-2.5).
told-castle = { $color } robó: pan { $bread }, mármol { $marble }, herramientas { $tools } (TR-2.6).
told-left = Al pueblo le quedan: pan { $bread }, mármol { $marble }, herramientas { $tools } (TR-2.6).
told-calm = Sin tumulto por { $commodity }: quedan { $left }, se exigen { $demand } (TR-3.1).
told-tumult = Tumulto por { $commodity }: quedan { $left }, se exigen { $demand } (TR-3.1). { $color } es quien más codicia con { $greed } (TR-3.4) y paga { $paid } (TR-3.5).
told-greed-mercy = { $color } robó { $robbed }; la clemencia quita uno (TR-3.3).
told-greed-spared = { $color } robó { $robbed }, pero la clemencia quita uno (TR-3.3).
told-greed-tied = { $color } robó tanto como { $colors }, pero tiene mayor rango (TR-3.4).
told-returned = { $color } conserva { $commodity } { $kept } y devuelve { $returned } (TR-3.6).
told-nothing-returned = { $color } tiene como mucho una ficha de { $commodity }: no devuelve nada (TR-3.7).
told-built = { $color } construye ({ $kind }): { $statues ->
    [one] una estatua
   *[other] { $statues } estatuas
  } (TR-4.3) por { $tiles }, { $price } (TR-4.4), y gana { $gained } (TR-4.7). Colocadas: { $placed }.
told-built-field = { $color } construye en { $field } ({ $kind }): { $statues ->
    [one] una estatua
   *[other] { $statues } estatuas
  } (TR-4.3) por { $tiles }, { $price } (TR-4.4), y gana { $gained } (TR-4.7). Colocadas: { $placed }.
judged-built = { $color } construye ({ $kind }) por { $tiles }.
judged-built-field = { $color } construye en { $field } ({ $kind }) por { $tiles }.
judged-robbed = { $color } roba { $tiles } y paga por el tumulto.
judged-left = { $color } deja { $tiles } al pueblo.
judged-why = { $better } { $why }
judged-statues = Al final de la ronda hay { $number ->
    [1] una estatua más.
   *[other] { $number } estatuas más.
  }
judged-supporters = Al final de la ronda hay { $number ->
    [1] un partidario más.
   *[other] { $number } partidarios más.
  }
judged-gave-up = Podías haber construido: { $where }. Con este pase se acaba de construir (TR-4.9): has renunciado a { $statues ->
    [1] una estatua.
   *[other] { $statues } estatuas.
  }
judged-asked-again = Podías haber construido: { $where }. En la vuelta siguiente se te pregunta de nuevo.
judged-asked-if-built = Podías haber construido: { $where }. Solo se te pregunta de nuevo si antes construye alguien más.
judged-good = Por lo que se puede ver, nada es claramente mejor.
judged-larger = Las mismas fichas bastaban para: { $where }, con { $more ->
    [1] una estatua
   *[other] { $more } estatuas
  } más. Si se sigue jugando, nada es claramente mejor.
judged-first-good = { $next } Por lo que se puede ver, ningún sitio es claramente mejor.
judged-next-to = Junto a { $field } basta el precio sencillo para { $kinds }.
judged-kind = { $number } × { $kind }
judged-none = nada
judged-pass-forced = No podías construir nada: solo quedaba pasar.
judged-aside = Lo que se aparta sin verlo es suerte y no se juzga.
judged-no-robbing = Lo que robas se juzga en cuanto todas las fichas están boca arriba.
judged-tumult = Por lo que se podía ver en el recuento, tu tumulto te ha costado poco.
judged-how = Los errores se miden entre dos partidas que siguen igual: con las mejores jugadas que halla la búsqueda y con el mismo azar. La curva es la media de muchas continuaciones, por eso suele caer menos.
judged-luck = Qué tierra aparece es suerte y no se juzga.
judged-no-map = Sin su mapa la mesa no puede juzgar el primer sitio.
told-passed = { $color } pasa (TR-4.8).
told-passed-stuck = { $color } no encuentra campo y pasa (TR-11.2).
told-passed-over = { $colors } no { $count ->
    [one] puede
   *[other] pueden
  } construir (TR-4.8).
told-left-over = Nadie construye ya (TR-4.9). Sobran y se devuelven: { $shares }.
told-nothing-left-over = Nadie construye ya (TR-4.9); no sobra ninguna ficha.
told-consolation = { $color } recibe { $gained } de consuelo (TR-4.10).
told-shared = { $color } debe pagar { $due } y no los tiene. Antes la reserva reparte: { $shares } (TR-9.1).
told-gathered = { $color } gana { $due }, más de lo que hay en la reserva. Antes todos devuelven: { $shares } (TR-9.2).
told-ranks = Rangos por partidarios (TR-5.1): { $order }.
told-ranks-tied = { $colors } tienen los mismos: deciden los rangos anteriores (TR-5.1).
told-crowned = Coronan a { $color }: paga { $paid } (TR-6.1), pone { $statues ->
    [one] una estatua
   *[other] { $statues } estatuas
  } en la crónica (TR-6.2) y lleva { $placed } colocadas.
told-reveal-due = { $color } descubre tierra nueva: { $count } (TR-6.3).
told-revealed = Hay tierra nueva a la vista: { $count } (TR-6.3).
told-end-not-yet = Estatuas colocadas: quien más, { $most }; quien menos, { $fewest }. La crónica permite una diferencia de { $gap }: la partida sigue (TR-8.2).
told-end-checked = Estatuas colocadas: quien más, { $most }; quien menos, { $fewest }. La crónica permite una diferencia de { $gap }: la partida termina (TR-8.2).
told-mercy = El pueblo es clemente con { $colors }, con menos estatuas: { $placed } (TR-7.1). Las demás cartas de clemencia se giran.
told-no-mercy = Todos llevan las mismas: el pueblo no es clemente con nadie y las cartas de clemencia se giran (TR-7.1).
told-over = La partida ha terminado: { $ending }. Colocadas: { $placed }. Gana { $color } (TR-8.3).
told-amended-supporters = Corregido: { $color } tiene { $change }, ahora { $then }; en la reserva hay { $supply }.
told-amended-move = Corregido: una ficha. Antes: { $before }; ahora: { $after }.
told-amended-demand = Corregido: el pueblo quiere { $now } de { $commodity }, no { $before }.
told-undone = Deshecho: { $what } (paso { $seq }).
undone-of = { $what } de { $color }
ending-25th-statue = se ha colocado la estatua 25 (TR-8.1)
ending-gap = la diferencia es demasiado grande (TR-8.2)
ending-tenth-round = se han jugado diez rondas (TR-8.2)

do-place-first = una primera estatua
do-spin = el giro
do-forget-spin = el giro olvidado
do-set-aside = una ficha apartada
do-collect = el inicio del reloj
do-rob = una ficha robada
do-stop = el final del reloj
do-count = el recuento
do-build = una construcción
do-pass = un pase
do-reveal = la tierra nueva
do-amend = una corrección

# Escenas: lo que pasó en un recuento.
scene-each = { $number } de cada mercancía
scene-count = El pueblo quiere { $wanted } y le quedan { $left }. { $verdict }
rank-of = { $rank } { $color }
scene-ranks = { $told } Cambiad las cartas de rango: { $ranks }.
scene-built = { $told } Las fichas vuelven al pueblo.
scene-calm = Está en calma (TR-3.1).
scene-calm-some = Sin tumulto por { $calm } (TR-3.1).
scene-calm-none = ¡Tumulto por las tres mercancías (TR-3.1)!
scene-tumult = Tumulto por { $commodity }: quedan { $left } y se piden { $demand } (TR-3.1). { $blame }, paga { $paid } (TR-3.5) y { $back }.
scene-blame-most = { $color } es quien más codicia, con { $greed } (TR-3.4)
scene-blame-tied = { $color } robó tanto como { $colors }, pero tiene mayor rango (TR-3.4)
scene-blame-spared = { $color } es quien más codicia con { $greed }, pues la clemencia quita uno de los { $robbed } de { $spared } (TR-3.3)
scene-blame-mercy = { $color } robó { $robbed } y, pese a la clemencia (TR-3.3), es quien más codicia
scene-back = devuelve { $tiles } (TR-3.6)
scene-keeps = no devuelve nada (TR-3.7)
scene-consoled = { $count ->
    [one] { $colors } no pudo construir y recibe { $gained } (TR-4.10).
   *[other] { $colors } no pudieron construir y reciben { $gained } cada uno (TR-4.10).
  }
