# La página de la retransmisión pública de un torneo, hub/tournament_service/feed.html: la muestra cualquier servidor web.

feed-verified = Comprobado: firmado por la central.
feed-as-of = Situación del
feed-refused = Rechazado: no es lo que firmó la central. No se muestra nada.
feed-other-key = Rechazado: la clave de esta página no es la de la dirección que abriste.
feed-log-refused = Rechazado: este registro no es el que firmó la central.
feed-no-https = Este navegador solo comprueba páginas por HTTPS. No se muestra nada.
feed-old-browser = Este navegador es demasiado antiguo para comprobar la firma. No se muestra nada.
feed-unreachable = Sin respuesta. Otro intento en menos de un minuto.
feed-key = Clave de la central:
feed-standings = Clasificación
feed-rank = Puesto
feed-player = Nombre
feed-points = Puntos
feed-wins = Victorias
feed-games = Partidas
feed-round = Ronda
feed-semifinal = Semifinales
feed-final = Final
feed-log = Registro
