## Aparatos

device-buzzer = El zumbador
device-supply = La alimentación
device-devices = Lo que está conectado a la mesa
device-settings = Los ajustes (table.toml)
trouble-buzzer = No funciona. Todo se ve también en la pantalla.
trouble-supply = Es demasiado débil. Usa una más fuerte.
device-tags = La lista de etiquetas
trouble-tags = No se conoce ninguna ficha. Indícalas a mano.
