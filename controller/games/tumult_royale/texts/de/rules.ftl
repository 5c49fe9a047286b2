# Die Regeln von Tumult Royale in unseren Worten, nach den Kennungen in Absagen und Tests.

## Aufbau

rule-TR-0-1 = Zwei bis vier spielen, in Blau, Gelb, Lila und Grau; die Plätze gehen im Uhrzeigersinn. Die Ränge werden ausgelost; Rang 1 ist König oder Königin.
rule-TR-0-2 = Bei vieren sind alle 39 Plättchen dabei, bei dreien fehlen die schwarz gerahmten, bei zweien auch die grau gerahmten. Am Anfang gehören alle dem Volk.
rule-TR-0-3 = Der Rahmen hat zwei Reihen mit je einem Platz pro Person; Landschaftstafeln füllen ihn, die Hälfte davon verdeckt. Die Plätze zählen Reihe für Reihe von 0 an; nicht gezogene Tafeln bleiben in der Schachtel.
rule-TR-0-4 = Alle bekommen 25 Statuen; Anhänger sind es je 30 bei zweien, 20 bei dreien, 15 bei vieren. Die übrigen der 105 Anhänger bilden den Vorrat.
rule-TR-0-5 = Zu Beginn ist das Volk niemandem gnädig.
rule-TR-0-6 = Vom niedrigsten Rang bis zum König stellen alle je eine Statue auf eine freie, offen liegende Wiese. Gibt es zu wenige davon, werden neue Landschaftstafeln gezogen.
rule-TR-0-7 = Ein Feld heißt nach Spalte und Zeile: Buchstaben ab A von links, Ziffern ab 1 von oben; ein Platz umfasst drei Spalten und drei Zeilen. Eine Landschaftstafel darf in Vierteldrehungen im Uhrzeigersinn gedreht sein.

## Stimmung des Volkes

rule-TR-1-1 = Der König dreht den Pfeil. Dessen Zahl verlangt das Volk von Brot, von Marmor und von Werkzeug.
rule-TR-1-2 = Bleibt der Pfeil genau auf der Grenze zweier Sektoren stehen, gilt die kleinere Zahl.
rule-TR-1-3 = Wurde das Drehen vergessen, behält jede Ware die Zahl der vorigen Runde; in Runde 1 ist das 3. Eine von Hand korrigierte Zahl gilt als Zahl ihrer Runde.

## Steuern

rule-TR-2-1 = Einmal je Runde werden drei Plättchen pro Person verdeckt beiseitegelegt; in dieser Runde gehören sie niemandem und lassen sich nicht rauben. Ab Runde 2 geht das schon, bevor der König dreht.
rule-TR-2-2 = Liegen genau drei Plättchen pro Person beiseite, startet der König die Sanduhr.
rule-TR-2-3 = Solange der Sand läuft, rauben alle gleichzeitig: so viele Plättchen, wie sie schaffen, eins nach dem anderen und nur vom Volk.
rule-TR-2-4 = Ein Plättchen auf einer Burg bleibt dort: Es darf nicht zurückgelegt werden, und niemand sonst darf es nehmen.
rule-TR-2-5 = Ist der Sand durch, darf jede und jeder noch das eine Plättchen ablegen, das gerade in der Hand ist. Danach ist Schluss.
rule-TR-2-6 = Dann werden alle Plättchen aufgedeckt und gezählt.

## Tumulte

rule-TR-3-1 = Gezählt wird, was dem Volk von jeder Ware bleibt. Ist es weniger, als das Volk verlangt, bricht ein Tumult aus. Erst werden alle drei Waren gezählt, dann die Tumulte abgehandelt.
rule-TR-3-2 = Mehrere Tumulte kommen nacheinander dran: Brot, Marmor, Werkzeug.
rule-TR-3-3 = Gier ist die Zahl der Symbole dieser Ware, die jemand geraubt hat. Wem das Volk gnädig ist, dem zählt ein Symbol weniger, nie unter 0; sonst ändert Gnade nichts.
rule-TR-3-4 = Schuld hat, wer am gierigsten war. Bei gleicher Gier trifft es den höchsten Rang unter ihnen; hat niemand davon geraubt, ist das der König.
rule-TR-3-5 = Für jeden Tumult zahlt, wer schuld ist, drei Anhänger an den Vorrat.
rule-TR-3-6 = Wer schuld ist, behält von dieser Ware ein einziges Plättchen, eines vom niedrigsten Wert dort. Die anderen gehen ans Volk zurück und nützen bis zur nächsten Runde niemandem mehr.
rule-TR-3-7 = Wer nur ein Plättchen der Ware hat oder keines, gibt nichts zurück.

## Statuen

rule-TR-4-1 = Vom König an den Rängen entlang baut jede und jeder auf ein Feld oder passt; dann geht es beim König von vorn los.
rule-TR-4-2 = Gebaut wird auf offenen Feldern ohne Statuen. Das Feld muss mit einer Kante an ein eigenes grenzen; nur Wiesen und Wälder dürfen auch anderswo liegen, dann für doppelte Kosten.
rule-TR-4-3 = Wiese, Wald und Gebirge nehmen eine Statue auf, ein Dorf zwei, ein Palast drei. Wer weniger übrig hat, stellt alle, zahlt voll und gewinnt mit der letzten.
rule-TR-4-4 = Wiese oder Wald abseits der eigenen Felder kosten von jeder Ware das Doppelte des Gedruckten. Grenzen sie an ein eigenes Feld, kosten sie das Gedruckte.
rule-TR-4-5 = Bezahlt wird mit ganzen Plättchen der eigenen Burg. Sie müssen von jeder Ware, die das Feld kostet, genug Symbole zeigen, und keine von einer Ware, die es nicht kostet.
rule-TR-4-6 = Ein Plättchen, das auch wegbleiben könnte, darf nicht mitbezahlt werden: Jedes muss nötig sein.
rule-TR-4-7 = Für jedes Symbol über die Kosten hinaus kommt ein Anhänger aus dem Vorrat. Die bezahlten Plättchen gehen ans Volk und sind für diese Runde aus dem Spiel.
rule-TR-4-8 = Wer nichts bauen kann, wird übersprungen. Wer bauen könnte, darf trotzdem passen und wird im nächsten Durchgang wieder gefragt.
rule-TR-4-9 = Das Bauen endet, wenn in einem ganzen Durchgang niemand baut. Plättchen, die noch auf Burgen liegen, gehen zurück und bringen keine Anhänger.
rule-TR-4-10 = Zum Trost kommen zwei Anhänger zu allen, die in dieser Runde bei keiner Gelegenheit bauen konnten und an keinem ihrer Tumulte schuld waren; der höhere Rang zuerst.
rule-TR-4-11 = Gebaut wird in dieser Folge: Plättchen zahlen, Anhänger bekommen, Statuen stellen, nachsehen, ob es die letzte war.

## Ränge, Krönung, Gnade

rule-TR-5-1 = Die Ränge werden nach Anhängern neu vergeben, die meisten zuerst. Bei Gleichstand entscheiden die alten Ränge.
rule-TR-6-1 = Wer nun den ersten Rang hat, wird gekrönt, ob zum ersten Mal oder wieder, und zahlt fünf Anhänger an den Vorrat.
rule-TR-6-2 = Wer gekrönt wird, stellt Statuen in die Chronik: in den Runden 1 bis 5 eine, ab Runde 6 zwei, oder eine, wenn nur noch eine übrig ist. Sie zählen als gestellt, aber kein Feld grenzt an sie.
rule-TR-6-3 = In Runde 3 wird nach der Krönung eine verdeckte Landschaftstafel aufgedeckt (zu viert zwei), in Runde 5 alle übrigen. Vorher sieht niemand nach, und der König klappt jede zu sich hin um.
rule-TR-6-4 = Ab Runde 6 wird nach jeder Krönung geprüft, ob die Partie zu Ende ist.
rule-TR-6-5 = Eine Krönung geht so: zahlen, Statuen in die Chronik stellen, nachsehen, ob es die letzte war, Landschaftstafeln aufdecken, nachsehen, ob die Partie zu Ende ist.
rule-TR-7-1 = Gnädig ist das Volk denen, die am wenigsten Statuen gestellt haben, und niemandem, wenn alle gleich viele haben. Alle anderen verlieren die Gnade.
rule-TR-7-2 = Danach gehen alle Plättchen ans Volk zurück, und eine neue Runde beginnt.

## Ende

rule-TR-8-1 = Wer die 25. Statue stellt, auf ein Feld oder in die Chronik, hat in diesem Augenblick gewonnen. Der Rest der Runde wird nicht gespielt.
rule-TR-8-2 = Ab Runde 6 begrenzt die Chronik den Abstand zwischen den meisten und den wenigsten gestellten Statuen. Ist er größer, ist die Partie zu Ende; nach Runde 10 endet sie auf jeden Fall.
rule-TR-8-3 = Wer die meisten Statuen gestellt hat, gewinnt; bei Gleichstand der höhere Rang.

## Anhänger

rule-TR-9-1 = Kann jemand nicht alles zahlen, bekommen zuerst alle fünf Anhänger aus dem Vorrat, der König zuerst, solange er reicht. Dann wird so viel gezahlt wie möglich.
rule-TR-9-2 = Kann der Vorrat nicht alles geben, geben zuerst alle fünf Anhänger an ihn zurück oder alle, die sie noch haben. Dann gibt der Vorrat, was er hat.

## Varianten

rule-TR-10-1 = Wer zockt, raubt zuerst: Die Runde beginnt mit dem Beiseitelegen, und erst nach dem Zählen dreht der König dreimal, für Brot, für Marmor und für Werkzeug. Vergessenes Drehen wird wie sonst ergänzt, und die Zahlen lassen sich nicht korrigieren.
rule-TR-11-1 = Mit Karte kennt der Tisch jedes Feld und prüft, wo gebaut wird.
rule-TR-11-2 = Ohne Karte sagt man, auf welcher Art Feld man baut und ob es an ein eigenes grenzt; darauf, dass es frei ist, achten die Mitspielenden selbst. Wer passt, darf sagen, dass kein passendes Feld frei war, und gilt dann als jemand, der nicht bauen konnte.
