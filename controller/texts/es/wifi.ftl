# The table's own Wi-Fi network: its page, and why another could not be joined.

wifi-failed-password = Wifi: contraseña incorrecta.
wifi-failed-address = La wifi no dio dirección.
wifi-failed-missing = La wifi está fuera de alcance.
wifi-failed-other = No hay conexión con la wifi.

page-wifi-title = Conectar esta mesa
page-wifi-network = Red wifi
page-wifi-network-note = Redes que la mesa vio antes de abrir la suya. Si falta la tuya, elige «Otra red …» y escribe su nombre.
page-wifi-other = Otra red …
page-wifi-name = Su nombre
page-wifi-password = Su contraseña
page-wifi-password-note = Déjala vacía si la red es abierta.
page-wifi-show = Mostrar la contraseña
page-wifi-table = Nombre de la mesa
page-wifi-owner-new = Elige una contraseña de dueño, de al menos 8 caracteres
page-wifi-owner = Contraseña del dueño
page-wifi-join = Conectar
page-wifi-joining = La mesa se está conectando a { $name }.
page-wifi-then-phone = Conecta también este móvil a { $name }.
page-wifi-then-page = Escanea el código de la pantalla de la mesa o abre esta página:
page-wifi-then-teach = Entra como dueño y registra las etiquetas.
page-wifi-back = Si la mesa no lo consigue, su propia red vuelve a abrirse en dos minutos y esta página dice por qué.
