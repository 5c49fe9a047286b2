### Las placas de los castillos.

device-board = Placa de { $castle }
trouble-board = No responde. Introduce sus piezas en la página.
told-other-firmware = La placa de { $castle } tiene el firmware { $firmware } y no el de esta mesa. Actualízala en la página del dueño.
told-events-lost = La placa de { $castle } se reinició o se llenó: { $count ->
    [one] puede faltar una ficha o pulsación
   *[other] pueden faltar { $count } fichas o pulsaciones
}. Compara tu montón con la página.
tray = La bandeja
