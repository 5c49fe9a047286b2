# Was der Schiedsrichter sagt: zu einem Plättchen oder Druck, der nichts ändert, beim Zahlen und Passen, und was er nur notiert.
# Die Regel steht im Titel darüber. Unter Plättchen, Burg und Verspätung müssen die Zahlen von vier Burgen passen.

complaint-not-in-play = Nicht im Spiel. Leg es in die Schachtel.
complaint-castle-out = Diese Burg spielt nicht mit.
complaint-elsewhere = Es liegt schon bei { $color }. Leg es dorthin.
complaint-taken = { $color } hat ein Plättchen von dir. Vergleiche.
complaint-is-aside = Es liegt beiseite. Leg es dorthin zurück.
complaint-here-already = Es zählt hier schon. Lass es liegen.
complaint-late = Du hattest dein spätes schon. Leg dieses zurück.
complaint-late-by = { $late } s zu spät. Leg es zurück.
complaint-closed = Du hast { $tiles } bestätigt. Nein zum Korrigieren.
complaint-fourth = Du hast schon drei beiseitegelegt. Leg dieses verdeckt zurück.
complaint-aside-already = Dieses liegt schon beiseite. Leg es hin und nimm ein anderes.
complaint-before-hourglass = Alle liegen beiseite, und die Sanduhr läuft noch nicht. Leg es verdeckt zurück.
complaint-hourglass-lies = Die Sanduhr läuft nicht. Leg es zurück; erst drückt der König den Knopf.
complaint-not-your-turn = { $color } ist dran. Warte auf deinen Zug.
complaint-no-question = Hier gibt es nichts zu verneinen. Drück Ja, wenn du so weit bist.
complaint-on-page = Das geht auf der Seite: Tipp auf die Karte.
complaint-not-yours = Dieses liegt auf der Burg von { $color }. Zahl mit deinen eigenen.
complaint-the-people-s = Dieses gehört dem Volk. Zahl mit Plättchen deiner Burg.
complaint-went-back = Es ging im Tumult um { $commodity } zurück. Zahl mit anderen.
complaint-no-tiles = Zieh erst Plättchen zum Zahlen übers Tor.
complaint-short = { $kind }: Es fehlt { $missing }. Mehr Plättchen übers Tor.
complaint-foreign = { $kind }: { $tile } zählt nicht. Noch einmal übers Tor nimmt es weg.
complaint-too-many = { $kind }: { $tile } ist zu viel. Noch einmal übers Tor nimmt es weg.
complaint-one-way = Damit bezahlst du nur dieses. Drück Ja oder zieh andere übers Tor.

## Zahlen und Passen

pay-symbols = { $commodity } { $count }
pay-short = { $kind }: Es fehlt { $missing }.
pay-foreign = { $kind }: { $tile } zählt nicht.
pay-too-many = { $kind }: { $tile } ist zu viel.
wait-build-ways = { $statues ->
    [one] { $color } baut 1 Statue?
   *[other] { $color } baut { $statues } Statuen?
  }
wait-why-title = Warum? Lang: zurück
why-would-not = Ich will nicht bauen
why-could-not = Kein Feld ist frei

## Warten

wait-lies-title = Sanduhr steht
wait-lies = { $color }, drück den Knopf: Sie läuft neu.
wait-too-many-aside = { $count ->
    [one] Ein Plättchen zu viel. Gib es auf der Seite zurück.
   *[other] { $count } Plättchen zu viel. Gib sie auf der Seite zurück.
  }
wait-correct-title = { $count ->
    [one] { $colors } korrigiert
   *[other] Burgen korrigieren
  }
wait-correct = Plättchen übers Tor, dann Ja.

## Nur notiert

noted-tile = Ein Plättchen kam über ein Tor, aber jetzt wird keines erwartet.
noted-tag = Ein Tor konnte nicht lesen, was kam, aber jetzt wird kein Plättchen erwartet.
noted-button = Eine Taste wurde gedrückt, die jetzt keine Bedeutung hat.
noted-hourglass = Die Sanduhr ist abgelaufen, aber jetzt raubt niemand.
