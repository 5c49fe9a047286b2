# Was der Schiedsrichter sagt: zu einem Plättchen oder Druck, der nichts ändert, beim Zahlen und Passen, und was er nur notiert.
# Die Regel steht im Titel darüber. Unter Plättchen, Burg und Verspätung müssen die Zahlen von vier Burgen passen.

complaint-not-in-play = Nicht im Spiel. Legt es in die Schachtel.
complaint-castle-out = Diese Burg spielt nicht. Lasst sie in Ruhe.
complaint-elsewhere = Es liegt schon bei { $color }. Legt es dorthin.
complaint-taken = { $color } hält ein Plättchen von euch. Vergleicht.
complaint-is-aside = Es liegt beiseite. Legt es dorthin zurück.
complaint-here-already = Es zählt hier schon. Lasst es liegen.
complaint-late = Euer spätes kam schon. Legt dieses zurück.
complaint-late-by = { $late } s zu spät. Legt es zurück.
complaint-closed = Ihr sagtet Ja zu { $tiles }. Nein berichtigt.
complaint-fourth = Ihr habt schon drei beiseitegelegt. Legt dieses ungesehen zurück.
complaint-aside-already = Dieses liegt schon beiseite. Legt es hin und nehmt ein anderes.
complaint-before-hourglass = Alle liegen beiseite, und die Sanduhr läuft noch nicht. Legt es ungesehen zurück.
complaint-hourglass-lies = Die Sanduhr läuft nicht. Legt es zurück; erst drückt der König den Knopf.
complaint-not-your-turn = { $color } ist dran. Wartet auf euren Zug.
complaint-no-question = Nichts wurde gefragt, worauf Nein passt. Drückt Ja, wenn ihr so weit seid.
complaint-on-page = Tut das auf der Seite: Tippt auf die Karte.
complaint-not-yours = Dieses liegt auf der Burg von { $color }. Zahlt mit euren eigenen.
complaint-the-people-s = Dieses gehört dem Volk. Zahlt mit denen eurer Burg.
complaint-went-back = Es ging im Tumult um { $commodity } zurück. Zahlt mit anderen.
complaint-no-tiles = Tippt erst an, womit ihr bezahlt.
complaint-short = { $kind }: Es fehlt { $missing }. Tippt mehr an.
complaint-foreign = { $kind }: { $tile } zahlt nicht. Tippt es wieder ab.
complaint-too-many = { $kind }: { $tile } ist zu viel. Tippt es wieder ab.
complaint-one-way = Sie bezahlen nur dieses. Drückt Ja, oder tippt andere an.

## Zahlen und Passen

pay-symbols = { $commodity } { $count }
pay-short = { $kind }: Es fehlt { $missing }.
pay-foreign = { $kind }: { $tile } zahlt nicht.
pay-too-many = { $kind }: { $tile } ist zu viel.
wait-build-ways = { $color }: Druck baut
wait-why-title = { $color } passt. Warum?
why-would-not = Wollte nicht bauen
why-could-not = Kein Feld war frei

## Warten

wait-lies-title = Sanduhr ruht
wait-lies = { $color }, drück den Knopf: Sie läuft von neuem.
wait-too-many-aside = { $count ->
    [one] Ein Plättchen zu viel. Gebt es auf der Seite zurück.
   *[other] { $count } Plättchen zu viel. Gebt sie auf der Seite zurück.
  }
wait-correct-title = { $count ->
    [one] { $colors } berichtigt
   *[other] Burgen berichtigen
  }
wait-correct = Tippt an, was dort liegt, dann Ja.

## Nur notiert

noted-tile = Ein Plättchen kam durchs Tor; jetzt wartet nichts auf eines.
noted-tag = Das Tor sah, was es nicht zählt; jetzt wartet nichts auf ein Plättchen.
noted-button = Eine Taste bedeutet jetzt nichts.
noted-hourglass = Die Sanduhr ist leer; jetzt raubt niemand.
