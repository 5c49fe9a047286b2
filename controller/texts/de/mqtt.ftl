# Wie Home Assistant nennt, was es vom Tisch weiß.

mqtt-game = Spiel
mqtt-step = Worauf der Tisch wartet
mqtt-round = Runde
mqtt-to-act = Am Zug
mqtt-ends = Sanduhr läuft ab
mqtt-help = Ruft jemanden
mqtt-fault = Störung
mqtt-happened = Neues
mqtt-software = Software
mqtt-silent = Ohne Ton
mqtt-locked = Seite gesperrt
