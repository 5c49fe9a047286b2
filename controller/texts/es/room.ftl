# Entrar en una sala de muchas mesas.

menu-join = Entrar en una sala…
menu-room = La sala
room-title = Sala
room-outside = La mesa no es de ninguna sala.
room-not-joined = No ha entrado. Ve la página del dueño.
room-looking = Se busca el hub…
room-letters = { $letters }
room-type = Escríbelo en: { $hub }
room-let-in = ¿Pone eso allí?
room-inside = { $hub }: { $name }
room-twin-title = Tarjeta copiada
room-twin = Otra máquina dice ser esta mesa. Ve el doctor.
complaint-room-sets = Esto lo fija aquí la sala.
