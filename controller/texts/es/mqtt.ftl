# Cómo llama Home Assistant a lo que sabe de la mesa.

mqtt-game = Partida
mqtt-step = La mesa espera
mqtt-round = Ronda
mqtt-to-act = Le toca a
mqtt-ends = Fin del reloj de arena
mqtt-help = Llama a alguien
mqtt-fault = Avería
mqtt-happened = Novedades
mqtt-software = Programa
mqtt-silent = Sin sonido
mqtt-locked = Página bloqueada
