# Entrar en una sala de muchas mesas.

menu-join = Entrar en una sala…
menu-room = La sala
room-title = Sala
room-outside = Esta mesa no está en ninguna sala.
room-not-joined = No ha entrado. Mira la página del dueño.
room-looking = Buscando la central…
room-letters = { $letters }
room-type = Escríbelo en: { $hub }
room-let-in = ¿Mismo nombre allí?
room-inside = { $hub }: { $name }
room-twin-title = Tarjeta copiada
room-twin = Otro equipo dice ser esta mesa. Ejecuta: royaltable doctor
complaint-room-sets = Esto lo fija la sala.
