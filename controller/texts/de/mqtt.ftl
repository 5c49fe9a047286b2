# Namen der Entitäten des Tisches in Home Assistant.

mqtt-game = Spiel
mqtt-step = Wartet auf
mqtt-round = Runde
mqtt-to-act = Am Zug
mqtt-ends = Sanduhr läuft ab
mqtt-help = Hilfe angefordert
mqtt-fault = Störung
mqtt-happened = Ereignis
mqtt-software = Software
mqtt-silent = Stumm
mqtt-locked = Seite gesperrt
