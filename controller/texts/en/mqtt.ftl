# What Home Assistant calls the table's entities.

mqtt-game = Game
mqtt-step = It waits for
mqtt-round = Round
mqtt-to-act = To act
mqtt-ends = Hourglass ends
mqtt-help = Calls somebody
mqtt-fault = Fault
mqtt-happened = News
mqtt-software = Software
mqtt-silent = No sound
mqtt-locked = Page locked
