# Die Seite der öffentlichen Übertragung eines Turniers, hub/tournament_service/feed.html: jeder Webserver zeigt sie.

feed-verified = Geprüft: vom Hub signiert.
feed-as-of = Stand vom
feed-refused = Abgelehnt: Das ist nicht, was der Hub signiert hat. Es wird nichts gezeigt.
feed-other-key = Abgelehnt: Der Schlüssel dieser Seite ist nicht der aus der geöffneten Adresse.
feed-log-refused = Abgelehnt: Dieses Protokoll ist nicht das vom Hub signierte.
feed-no-https = Dieser Browser prüft Seiten nur über HTTPS. Es wird nichts gezeigt.
feed-old-browser = Dieser Browser ist zu alt, um die Signatur zu prüfen. Es wird nichts gezeigt.
feed-unreachable = Keine Antwort. Nächster Versuch innerhalb einer Minute.
feed-key = Schlüssel des Hubs:
feed-standings = Stand
feed-rank = Platz
feed-player = Name
feed-points = Punkte
feed-wins = Siege
feed-games = Spiele
feed-round = Runde
feed-semifinal = Halbfinale
feed-final = Finale
feed-log = Protokoll
