# Die Seite der öffentlichen Übertragung eines Turniers, hub/tournament_service/feed.html: jeder Webserver zeigt sie.

feed-verified = Geprüft: von der Zentrale signiert.
feed-as-of = Stand vom
feed-refused = Abgelehnt: Das ist nicht, was die Zentrale signiert hat. Es wird nichts gezeigt.
feed-other-key = Abgelehnt: Der Schlüssel dieser Seite ist nicht der aus der geöffneten Adresse.
feed-log-refused = Abgelehnt: Dieses Protokoll ist nicht das, das die Zentrale signiert hat.
feed-no-https = Dieser Browser prüft Seiten nur über HTTPS. Es wird nichts gezeigt.
feed-old-browser = Dieser Browser ist zu alt, um die Signatur zu prüfen. Es wird nichts gezeigt.
feed-unreachable = Keine Antwort. Nächster Versuch innerhalb einer Minute.
feed-key = Schlüssel der Zentrale:
feed-standings = Tabelle
feed-rank = Platz
feed-player = Name
feed-points = Punkte
feed-wins = Siege
feed-games = Partien
feed-round = Runde
feed-semifinal = Halbfinale
feed-final = Finale
feed-log = Protokoll
