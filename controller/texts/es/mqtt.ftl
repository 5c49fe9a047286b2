# Nombres de las entidades de la mesa en Home Assistant.

mqtt-game = Partida
mqtt-step = Esperando
mqtt-round = Ronda
mqtt-to-act = Le toca a
mqtt-ends = Fin del reloj de arena
mqtt-help = Ayuda solicitada
mqtt-fault = Avería
mqtt-happened = Evento
mqtt-software = Software
mqtt-silent = Silencio
mqtt-locked = Página bloqueada
