# Lo que dice la página de la sala por sí misma.

page-room-title = La sala
page-room-tv = Televisor
page-room-skip = Ir a las mesas
page-room-connecting = Buscando la sala …
page-room-live = en directo
page-room-behind = El hub no dice nada. Otro intento …
page-room-unheard = El hub no oye ninguna mesa: su bróker no está. Lo que se ve es viejo.
page-room-empty = Aún no se ha oído ninguna mesa. Una mesa que conoce el bróker de esta sala aparece aquí sola.
page-room-counts = { $online } de { $known } mesas presentes, { $playing } en juego
page-room-round = Ronda { $number }
page-room-seconds = { $number } s
page-room-paused = en pausa, { $number } s
page-room-free = Libre
page-room-away = Ausente
page-room-leads = va en cabeza
page-room-part = { $number } de { $of }
page-room-over = { $game } ha terminado.

## Dónde hace falta alguien

page-room-needs = Hace falta alguien
page-need-help = llama a alguien
page-need-offline = está ausente
page-need-device = sin funcionar: { $devices }
page-need-paused = reloj de arena en pausa
page-need-held = trajo más de lo que cabe en un día: retenida
page-room-since-now = ahora mismo
page-room-since = desde hace { $number } min
page-room-come = Ya voy
page-room-taken = alguien va

## La entrada

page-room-login = Entrar
page-room-login-secret = El PIN del personal o de quien organiza, o la contraseña de quien dirige
page-room-login-enter = Entrar
page-room-login-wrong = No es eso.
page-room-login-plain = Esta página no está cifrada: quien escuche en esta red puede leer lo que se escribe aquí. Entre solo desde una red propia, o en el propio hub.

## Admitir una mesa

page-room-let-in = Admitir una mesa
page-room-let-in-how = En la mesa: royaltable join, con la dirección de este equipo. Muestra ocho letras.
page-room-let-in-letters = Sus letras
page-room-let-in-name = Cómo se llama aquí
page-room-let-in-enter = Admitir
page-room-let-in-close = Cerrar
page-room-let-in-done = { $table } ya forma parte de la sala.
page-room-let-in-wrong = Ninguna mesa muestra ahora esas letras. Mira otra vez su pantalla: cambian cada dos minutos.
page-room-let-in-pause = Cinco veces ninguna mesa mostró esas letras. Espera un minuto.
page-room-revoke-table = Una mesa que ya no puede venir
page-room-revoke = No dejarla entrar más
page-room-revoke-sure = ¿Ya no viene { $table }? Sus partidas se guardan.
page-room-revoke-done = { $table } ya no viene.
