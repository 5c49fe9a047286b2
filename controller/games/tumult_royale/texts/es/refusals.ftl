# Por qué se rechaza una acción de Tumult Royale y qué hacer. Las claves son los motivos del motor de reglas.

## Forma de una acción

refused-not-json = Esta línea no es JSON: { $detail }. Escribe un objeto JSON por línea.
refused-no-object = Se esperaba un objeto JSON con la clave «do»; esto es { $seen }.
refused-shape = La acción tiene una forma incorrecta: { $detail }. Las acciones son { $actions }.
refused-build-where = Un «build» indica «field» o, sin mapa, «kind» y «adjacent».
refused-amend-one = Un «amend» contiene exactamente uno de «supporters», «move» y «demand».
refused-amend-empty = El «amend» no cambia nada; indica al menos un cambio.
refused-edition-name = No existe la edición { $seen }; escribe «standard» o da la edición entera como objeto.
refused-not-started = No hay partida; la primera acción es «start».
refused-started-already = La partida ya ha empezado; otra partida necesita otro registro.
refused-over = La partida ha terminado; solo queda «undo».
refused-nothing-to-undo = No queda nada que deshacer; el comienzo permanece.
refused-spin-gambler = En la variante de apuestas cada giro debe indicar su mercancía.
refused-spin-classic = En la variante clásica un giro vale para todas las mercancías; quita «commodity».
refused-stuck-tracked = «stuck» es para partidas sin mapa; esta mesa conoce el mapa.
refused-field-on-honour = Esta mesa no conoce el mapa: no indiques «field»; al construir, indica «kind» y «adjacent».
refused-field-missing = Esta mesa conoce el mapa: indica «field».

## Preparación

refused-edition = No se puede jugar con esta edición: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}Hay un error más; «royaltable edition check» lo indica.
   *[other] {" "}Hay { $others } errores más; «royaltable edition check» los indica.
}
refused-player-count = { $seen ->
    [one] Se ha indicado 1 jugador
   *[other] Se han indicado { $seen } jugadores
  }; pueden jugar de dos a cuatro.
refused-color-unknown = No existe el color { $seen }; hay azul, amarillo, morado y gris.
refused-color-twice = { $color } se ha indicado dos veces; cada jugador tiene su color.
refused-ranks-dealt = Reparte cada rango de 1 a { $players } una sola vez.
refused-regions-on-honour = { $seen ->
    [one] Se ha indicado 1 región
   *[other] Se han indicado { $seen } regiones
  }, pero la mesa no conoce el mapa: no indiques ninguna.
refused-slots = Indica cada uno de los { $slots } huecos, de 0 a { $last }, exactamente una vez.
refused-region-unknown = La edición no tiene la región { $tile }.
refused-region-twice = La región { $tile } estaría boca arriba dos veces.
refused-face-down-half = Hay { $seen ->
    [one] 1 región
   *[other] { $seen } regiones
  } boca abajo; deben ser { $expected }.
refused-turns = El hueco { $slot } tiene { $seen ->
    [one] 1 cuarto
   *[other] { $seen } cuartos
  } de vuelta; son posibles de 0 a { $most }.
refused-few-pastures = Solo hay { $pastures ->
    [one] 1 pradera
   *[other] { $pastures } praderas
  } boca arriba para { $players } jugadores: saca otras regiones.

## Fase, turno, nombres

refused-phase = Eso no es posible ahora: { $phase ->
    [first_statues] se colocan las primeras estatuas
    [sentiment] el rey aún debe girar
    [set_aside] se apartan fichas
    [taxes] se recaudan impuestos
    [statues] se colocan estatuas
   *[coronation] el rey aún debe descubrir regiones
}.
refused-turn = { $seen } no puede hacer eso ahora: es el turno de { $due }.
refused-player-unknown = Nadie juega con el color { $seen }.
refused-tile-unknown = La ficha { $seen } no está en juego.
refused-field-unknown = El país no tiene el campo { $seen }; va de A1 a { $last }.
refused-commodity-unknown = No existe la mercancía { $seen }; hay pan, mármol y herramientas.
refused-kind-unknown = No existe el tipo { $seen }; hay pasture, forest, mountain, village y palace.

## Primeras estatuas

refused-first-no-pasture = { $field } no es una pradera boca arriba; las primeras estatuas van en praderas.
refused-first-occupied = { $field } está ocupado; elige otra pradera.

## Ánimo e impuestos

refused-demand-not-on-spinner = La ruleta no tiene { $seen }; muestra { $numbers }.
refused-spin-order = Este giro es para { $due }, no para { $seen }: pan, luego mármol, luego herramientas.
refused-set-aside-already = Esta ficha ya está apartada; toma otra.
refused-set-aside-castle = Esta ficha está en un castillo; solo se apartan fichas del pueblo.
refused-set-aside-enough = Ya hay { $of } fichas apartadas; devuelve esta.
refused-collect-number = Hay { $seen ->
    [one] 1 ficha apartada
   *[other] { $seen } fichas apartadas
  }; el reloj empieza con exactamente { $of }.
refused-rob-set-aside = Esta ficha está apartada y no cuenta esta ronda; devuélvela.
refused-rob-castle = Esta ficha ya está en un castillo y allí se queda.
refused-rob-late = { $player } ya ha dejado una ficha tardía; otra no cuenta.

## Estatuas

refused-field-face-down = { $field } está boca abajo; construye donde el país está descubierto.
refused-field-occupied = { $field } es de { $owner }; elige un campo libre.
refused-field-not-touching = { $field } ({ $kind }) no toca ningún campo de { $player }; solo praderas y bosques pueden estar aparte.
refused-kind-not-touching = { $kind }: debe tocar un campo propio; solo praderas y bosques pueden estar aparte.
refused-tile-twice = La ficha { $tile } se indica dos veces; cada una paga una vez.
refused-tile-not-yours = La ficha { $tile } no está en el castillo de { $player }; paga con fichas propias.
refused-tile-foreign = { $kind }: no cuesta { $commodity }; retira la ficha { $tile }.
refused-payment-short = { $kind }: no basta; aún falta: { $missing }.
refused-tile-needless = { $kind }: ya está pagado sin la ficha { $tile }; retírala.
refused-payment-void = Las fichas con que se pagó ya no bastan.

## Regiones descubiertas

refused-reveal-on-honour = { $seen ->
    [one] Se ha indicado 1 región
   *[other] Se han indicado { $seen } regiones
  }, pero la mesa no conoce el mapa: no indiques ninguna.
refused-reveal-number = { $seen ->
    [one] Se ha indicado 1 región
   *[other] Se han indicado { $seen } regiones
  }; { $due ->
    [one] toca 1
   *[other] tocan { $due }
  }.
refused-slot-unknown = El marco no tiene el hueco { $seen }; hay de 0 a { $last }.
refused-slot-face-up = La región del hueco { $slot } ya está boca arriba; elige una boca abajo.

## Correcciones a mano

refused-amend-phase = Las fichas y la demanda solo se corrigen al apartar fichas o recaudar impuestos.
refused-amend-below-zero = { $player } tiene { $has ->
    [one] 1 partidario
   *[other] { $has } partidarios
  }; un cambio de { $change } no es posible.
refused-amend-supply = La reserva tiene solo { $supply ->
    [one] 1 partidario
   *[other] { $supply } partidarios
  }.
refused-amend-where = Una ficha está con un color en juego, con «people» o en «set_aside»; no en { $seen }.
refused-amend-unknown-demand = La demanda de { $commodity } aún no se conoce; no se puede corregir.
refused-amend-demand-number = Una demanda de { $seen } de { $commodity } no es posible; va de 1 a 9.
