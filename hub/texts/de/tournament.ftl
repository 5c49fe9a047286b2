# Die Texte der Seiten eines Turniers.

page-tournament-none = Gerade läuft kein Turnier
page-tournament-none-how = Sobald die Turnierleitung eines beginnt, erscheint es hier von selbst.
page-tournament-none-begin = Beginne eines mit dem Formular oben.
page-tournament-unfit = Gespeicherte Aktionen, die nicht mehr passen: { $number }. Prüfe Leute, Auslosungen und Ergebnisse und trag Fehlendes nach.
page-tournament-semifinal = Halbfinale
page-tournament-final = Finale
page-tournament-round-of = Runde { $number } von { $of }
page-tournament-state-entering = Anmeldung: { $here } von { $known } da
page-tournament-state-closed = Anmeldung geschlossen: { $here } Leute. Jetzt auslosen.
page-tournament-state-playing = { $done } von { $all } Partien fertig
page-tournament-state-between = Runde fertig. { $here } Leute sind da.
page-tournament-state-last = Alle Runden sind gespielt.
page-tournament-state-ended = { $name } gewinnt das Turnier!
page-tournament-time-is-up = Zeit!
page-tournament-late = Zeit abgelaufen
page-tournament-begin = Ein Turnier beginnen
page-tournament-name = Name
page-tournament-format = Format
page-tournament-format-swiss = Schweizer System
page-tournament-format-finals = Schweizer System, Halbfinale, Finale
page-tournament-rounds = Runden
page-tournament-minutes = Minuten je Runde
page-tournament-minutes-none = ohne Grenze
page-tournament-tables = Tische
page-tournament-tables-none = Noch keine Tische im Raum. Ergebnisse lassen sich eintippen.
page-tournament-tables-how = Gilt ab der nächsten Auslosung.
page-tournament-tables-keep = Tische speichern
page-tournament-begin-do = Beginnen
page-tournament-enter = Leute anmelden
page-tournament-enter-who = Name oder Spielercode
page-tournament-enter-club = Verein (freiwillig)
page-tournament-enter-bot = Es spielt
page-tournament-person = ein Mensch
page-tournament-bot-easy = Bot, leicht
page-tournament-bot-normal = Bot, mittel
page-tournament-bot-hard = Bot, schwer
page-tournament-enter-do = Anmelden
page-tournament-list = Liste einfügen, Spalten beliebig
page-tournament-list-example = Ana, Schachclub
page-tournament-list-here = Alle sind schon da
page-tournament-list-found = { $number ->
    [one] Eine Person erkannt
   *[other] { $number } Leute erkannt
}
page-tournament-list-do = { $number ->
    [0] Liste anmelden
    [one] 1 Person anmelden
   *[other] { $number } Leute anmelden
}
page-tournament-list-done = { $number ->
    [one] Eine Person angemeldet.
   *[other] { $number } Leute angemeldet.
}
page-tournament-undo-list = Diese Liste zurücknehmen
page-tournament-undo-list-sure = Alle { $number } Leute dieser Liste wieder abmelden, von { $name } an?
page-tournament-take-out = { $name } abmelden
page-tournament-take-out-sure = { $name } wieder vom Turnier abmelden?
page-tournament-table = Tisch
page-tournament-results-enter = Ergebnisse einfügen
page-tournament-results = Namen mit Plätzen oder Punkten
page-tournament-results-example = Name, Platz, Punkte
page-tournament-results-found = { $number ->
    [one] Eine Partie erkannt
   *[other] { $number } Partien erkannt
}
page-tournament-results-do = { $number ->
    [0] Ergebnisse speichern
    [one] 1 Ergebnis speichern
   *[other] { $number } Ergebnisse speichern
}
page-tournament-results-done = { $number ->
    [one] Ein Ergebnis gespeichert.
   *[other] { $number } Ergebnisse gespeichert.
}
page-tournament-sign-up-scan = Zum Anmelden scannen
page-tournament-check-in-scan = Zum Einchecken scannen
page-tournament-people = Leute: { $here } von { $all } da
page-tournament-nobody = Noch keine Leute
page-tournament-is-here = { $name } ist da
page-tournament-tick-all = Alle ankreuzen
page-tournament-tick-announced = Gemeldete ankreuzen ({ $number })
page-tournament-tick-none = Keinen ankreuzen
page-tournament-find = Name suchen
page-tournament-more = und { $number } weitere
page-tournament-close = Anmeldung schließen
page-tournament-close-sure = Trotzdem schließen? Gemeldet, aber nicht angekreuzt: { $names }.
page-tournament-next = Nächste Runde
page-tournament-open = Anmeldung wieder öffnen
page-tournament-said = Würfe oder Worte für die Auslosung (freiwillig)
page-tournament-draw = Auslosen
page-tournament-drawing = Wird ausgelost …
page-tournament-take-back = Auslosung zurücknehmen
page-tournament-take-back-sure = Auslosung zurücknehmen? Die nächste fällt anders aus.
page-tournament-clock = Uhr starten
page-tournament-clock-stop = Uhr anhalten
page-tournament-end = Turnier beenden
page-tournament-end-sure = Turnier beenden? Danach ist nichts mehr zu ändern.
page-tournament-earlier = Frühere Runden
page-tournament-by-hand-table = Ohne Tisch
page-tournament-waits = Platz nehmen, dann den Knopf drücken
page-tournament-begun = läuft
page-tournament-refused = Dieser Tisch kann das nicht spielen: { $why }
page-tournament-typed = von Hand eingetragen
page-tournament-corrected = Ausgelost, bevor ein früheres Ergebnis korrigiert wurde. Die Auslosung gilt.
page-tournament-result = Ergebnis
page-tournament-result-how = Tippe die Namen der Reihe nach an: zuerst, wer gewonnen hat.
page-tournament-tie = Nächster gleichauf
page-tournament-again = Von vorn
page-tournament-counted = Punkte (freiwillig)
page-tournament-keep = Speichern
page-tournament-more-ways = Andere Wege
page-tournament-move = An einen anderen Tisch
page-tournament-join = Ergebnis einer fertigen Partie übernehmen
page-tournament-join-none = Heute ist keine freie Partie zu Ende gegangen.
page-tournament-join-do = Übernehmen
page-tournament-standing = Tabelle
page-tournament-rank = Rang
page-tournament-player = Name
page-tournament-points = Punkte
page-tournament-wins = Siege
page-tournament-game-points = Spielpunkte
page-tournament-share = Anteil
page-tournament-opponents = Gegner
page-tournament-share-how = Anteil: der eigene Teil der Spielpunkte an jedem Tisch, zusammengezählt.
page-tournament-opponents-how = Gegner: Punkte derer, gegen die gespielt wurde.
page-tournament-if-now = Zwischenstand
page-tournament-place = Platz
page-tournament-proof = Dateien und Nachweis der Auslosungen
page-tournament-proof-how = Diese Zeile stand fest, bevor sich jemand anmeldete: Schreib sie auf. Der SHA-256 jedes Startwerts ist die Zeile darüber.
page-tournament-proof-draw = Auslosung { $number }
page-tournament-slips = Zettel zum Drucken
page-tournament-slips-print = Drucken
page-tournament-file-csv = Tabelle (CSV)
page-tournament-file-json = Alles (JSON)
page-tournament-by-lot = * In allem gleich: Es entscheidet ein Los der ersten Auslosung.
page-tournament-sign-up = Anmelden
page-tournament-sign-up-name = Dein Name oder dein Code
page-tournament-sign-up-keep = Meine Partien behalten: Ich möchte einen Code
page-tournament-sign-up-do = Anmelden
page-tournament-sign-up-done = { $name }, du stehst auf der Liste. Checke ein, wenn du da bist.
page-tournament-sign-up-closed = Die Anmeldung ist geschlossen
page-tournament-check-in = Einchecken
page-tournament-check-in-do = Ich bin da
page-tournament-check-in-here = { $name }, du bist eingecheckt.
page-tournament-check-in-told = { $name }, die Leitung weiß Bescheid und hakt dich gleich ab.
page-tournament-check-in-closed = Das Einchecken ist beendet
page-tournament-announced = sagt: Ich bin da
page-tournament-unticked = { $number ->
    [one] 1 sagt: Ich bin da
   *[other] { $number } sagen: Ich bin da
}
page-tournament-seat = Wo sitze ich?
page-tournament-seat-name = Dein Name
page-tournament-seat-none = Noch ist nichts ausgelost
page-tournament-seat-unknown = Niemand mit diesem Namen.
page-tournament-seat-free = setzt diese Runde aus.
page-tournament-seat-with = mit { $names }

page-refusal-same_name = Den Namen gibt es schon: häng einen Buchstaben an.
page-refusal-known = Unter diesem Namen ist schon jemand bekannt: tippe den Code oder häng einen Buchstaben an.
page-refusal-unlisted = Dieser Name steht nicht auf der Liste: melde dich erst an.
page-refusal-overtaken = Das hat gerade jemand anders geändert. Sieh es dir noch einmal an.
page-refusal-closed = Die Anmeldung ist geschlossen: öffne sie zuerst.
page-refusal-few = Zum Auslosen müssen mindestens drei Leute da sein.
page-refusal-unplayed = Einige Partien dieser Runde haben noch kein Ergebnis.
page-refusal-places = Diese Plätze können nicht stimmen: Nach zwei ersten kommt ein dritter.
page-refusal-played = Diese Partie hat schon ein Ergebnis.
page-refusal-no_result = Dort haben andere Burgen gespielt: Trag das Ergebnis von Hand ein.
page-refusal-points = Die Punkte dieser Partie sind unmöglich: Trag das Ergebnis von Hand ein.
page-refusal-no_draw = Lose zuerst die Runde aus.
page-refusal-bounds = Dieser Wert ist zu groß oder zu klein.

page-list-file = Oder eine Datei: CSV, Text, FIDE-Bericht
page-list-doubtful = { $number ->
    [one] eine Zeile unklar
   *[other] { $number } Zeilen unklar
}
page-list-understood = So verstanden
page-list-left = Nicht übernommen
page-list-others = Sonstige Zeilen: { $number }
page-list-line = Zeile
page-list-reason = Grund
page-list-text = Text
page-list-column = Spalte { $number }
page-list-column-name = Name
page-list-column-first = Vorname
page-list-column-surname = Nachname
page-list-column-club = Verein
page-list-column-place = Platz
page-list-column-points = Spielpunkte
page-list-column-other = nicht benutzt
page-list-separator = Zwischen den Spalten
page-list-separator-tab = Tabulator
page-list-separator-semicolon = Semikolon
page-list-separator-comma = Komma
page-list-separator-bar = Strich |
page-list-separator-none = Nichts: eine Spalte
page-list-encoding = Zeichensatz der Datei
page-list-encoding-cp1252 = Westeuropa
page-list-encoding-cp1250 = Mitteleuropa
page-list-encoding-cp1251 = Kyrillisch
page-list-encoding-cp1253 = Griechisch
page-list-encoding-cp1254 = Türkisch
page-list-encoding-cp1257 = Baltisch
page-list-encoding-mac-roman = Ältere Macs
page-list-encoding-cp850 = DOS
page-list-why-above = steht über den Überschriften.
page-list-why-separator = nennt das Trennzeichen.
page-list-why-heading = wiederholt die Überschriften.
page-list-why-rule = hat keine Buchstaben.
page-list-why-report = beschreibt das Turnier.
page-list-why-cell = gehört zu einer Zelle von Zeile { $about }.
page-list-why-cells = hat mehr als { $about } Spalten: Zellen mit Komma oder Semikolon in Anführungszeichen setzen.
page-list-why-name = hat keinen Namen.
page-list-why-signs = hat unlesbare Zeichen: wähle einen anderen Zeichensatz oder speichere die Datei als UTF-8.
page-list-why-long = hat eine Zelle mit mehr als { $about } Zeichen.
page-list-why-twice = hat denselben Namen wie Zeile { $about }: einen Buchstaben anhängen.
page-list-why-entered = ist schon angemeldet.
page-list-why-no-entrant = spielt in diesem Turnier nicht mit.
page-list-why-no-game = hat in dieser Runde keine offene Partie.
page-list-why-no-result = hat weder Platz noch ganze Punkte.
page-list-why-incomplete = den anderen an diesem Tisch fehlen Platz oder Punkte.

page-refusal-list_long = Diese Liste ist zu lang: höchstens 10.000 Zeilen und 1 MB.
page-refusal-list_kind = Das ist eine Tabelle, ein PDF oder ein Bild. Kopiere die Zellen und füge sie ein, oder speichere sie als CSV.
page-refusal-changed = Inzwischen hat sich etwas geändert: sieh dir die Vorschau noch einmal an.
page-refusal-drawn = Davon ist schon jemand ausgelost: Nimm stattdessen das Häkchen weg.
