## Aparatos

device-buzzer = El zumbador
device-supply = La alimentación
device-devices = Lo que está conectado a la mesa
trouble-buzzer = No funciona. Todo se ve también en la pantalla.
trouble-supply = Es demasiado débil. Usa una más fuerte.
