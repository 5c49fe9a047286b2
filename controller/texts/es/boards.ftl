### Las placas de los castillos.

device-board = Placa de { $castle }
trouble-board = No responde. Introduce sus fichas en la página.
told-events-lost = La placa de { $castle } se reinició o se llenó: { $count ->
    [one] puede faltar una ficha o pulsación
   *[other] pueden faltar { $count } fichas o pulsaciones
}. Compara tu montón con la página.
tray = La bandeja
