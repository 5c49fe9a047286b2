# Names of the table's entities in Home Assistant.

mqtt-game = Game
mqtt-step = Waiting for
mqtt-round = Round
mqtt-to-act = To act
mqtt-ends = Hourglass ends
mqtt-help = Help requested
mqtt-fault = Fault
mqtt-happened = Event
mqtt-software = Software
mqtt-silent = Silent
mqtt-locked = Page locked
