# The page of a tournament's public feed, hub/tournament_service/feed.html: any web server shows it.

feed-verified = Verified: signed by the hub.
feed-as-of = As it was on
feed-refused = Refused: this is not what the hub signed. Nothing is shown.
feed-other-key = Refused: the key of this page is not the one in the address that you opened.
feed-log-refused = Refused: this log is not the one that the hub signed.
feed-no-https = This browser verifies pages only over HTTPS. Nothing is shown.
feed-old-browser = This browser is too old to verify the signature. Nothing is shown.
feed-unreachable = No answer. Trying again within a minute.
feed-key = Key of the hub:
feed-standings = Standings
feed-rank = Place
feed-player = Name
feed-points = Points
feed-wins = Wins
feed-games = Games
feed-round = Round
feed-semifinal = Semifinals
feed-final = Final
feed-log = Log
