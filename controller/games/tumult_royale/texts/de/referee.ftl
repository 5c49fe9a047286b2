# Was der Schiedsrichter sagt: zu einem Plättchen oder Druck, der nichts ändert, beim Zahlen und Passen, und was er nur notiert.
# Die Regel steht im Titel darüber. Unter Plättchen, Burg und Verspätung müssen die Zahlen von vier Burgen passen.

complaint-not-in-play = Nicht im Spiel. Legt es in die Schachtel.
complaint-castle-out = Diese Burg spielt nicht mit.
complaint-elsewhere = Es liegt schon bei { $color }. Legt es dorthin.
complaint-taken = { $color } hat ein Plättchen von euch. Vergleicht.
complaint-is-aside = Es liegt beiseite. Legt es dorthin zurück.
complaint-here-already = Es zählt hier schon. Lasst es liegen.
complaint-late = Euer spätes kam schon. Legt dieses zurück.
complaint-late-by = { $late } s zu spät. Legt es zurück.
complaint-closed = Ihr habt { $tiles } bestätigt. Nein berichtigt.
complaint-fourth = Ihr habt schon drei beiseitegelegt. Legt dieses ungesehen zurück.
complaint-aside-already = Dieses liegt schon beiseite. Legt es hin und nehmt ein anderes.
complaint-before-hourglass = Alle liegen beiseite, und die Sanduhr läuft noch nicht. Legt es ungesehen zurück.
complaint-hourglass-lies = Die Sanduhr läuft nicht. Legt es zurück; erst drückt der König den Knopf.
complaint-not-your-turn = { $color } ist dran. Wartet auf euren Zug.
complaint-no-question = Hier gibt es nichts zu verneinen. Drückt Ja, wenn ihr so weit seid.
complaint-on-page = Das geht auf der Seite: Tippt auf die Karte.
complaint-not-yours = Dieses liegt auf der Burg von { $color }. Zahlt mit euren eigenen.
complaint-the-people-s = Dieses gehört dem Volk. Zahlt mit Plättchen eurer Burg.
complaint-went-back = Es ging im Tumult um { $commodity } zurück. Zahlt mit anderen.
complaint-no-tiles = Tippt erst an, womit ihr bezahlt.
complaint-short = { $kind }: Es fehlt { $missing }. Tippt mehr an.
complaint-foreign = { $kind }: { $tile } zählt nicht. Tippt es noch einmal an.
complaint-too-many = { $kind }: { $tile } ist zu viel. Tippt es noch einmal an.
complaint-one-way = Damit bezahlt ihr nur dieses. Drückt Ja oder tippt andere an.

## Zahlen und Passen

pay-symbols = { $commodity } { $count }
pay-short = { $kind }: Es fehlt { $missing }.
pay-foreign = { $kind }: { $tile } zählt nicht.
pay-too-many = { $kind }: { $tile } ist zu viel.
wait-build-ways = { $color }: Druck baut
wait-why-title = { $color } passt. Warum?
why-would-not = Wollte nicht bauen
why-could-not = Kein Feld war frei

## Warten

wait-lies-title = Sanduhr steht
wait-lies = { $color }, drück den Knopf: Sie läuft neu.
wait-too-many-aside = { $count ->
    [one] Ein Plättchen zu viel. Gebt es auf der Seite zurück.
   *[other] { $count } Plättchen zu viel. Gebt sie auf der Seite zurück.
  }
wait-correct-title = { $count ->
    [one] { $colors } berichtigt
   *[other] Burgen berichtigen
  }
wait-correct = Tippt die Plättchen an, dann Ja.

## Nur notiert

noted-tile = Ein Plättchen kam durch ein Tor, aber jetzt wird keines erwartet.
noted-tag = Ein Tor konnte nicht lesen, was kam, aber jetzt wird kein Plättchen erwartet.
noted-button = Eine Taste wurde gedrückt, die jetzt keine Bedeutung hat.
noted-hourglass = Die Sanduhr ist abgelaufen, aber jetzt raubt niemand.
