# Die Regeln von Tudor in unseren Worten, nach den Nummern, die Ablehnungen und Tests nennen.

## Aufbau

rule-TU-0-1 = Zwei bis vier spielen im Uhrzeigersinn, jeder mit eigener Farbe und eigener Burgplatine. Der Startspieler steht vor der Partie fest.
rule-TU-0-2 = Was auf dem Material steht, kommt aus der Ausgabe. Zwei spielen auf der einen Seite des Bretts, drei und vier auf der anderen.
rule-TU-0-3 = Zwei verschiedene der sechs Wertungskarten gelten, welche man will; für die erste Partie passen 1 und 4.
rule-TU-0-4 = Eine von fünf Szenariokarten gilt; für die erste Partie passt 2. Zusammen mit der Zahl der Spieler bestimmt sie die Zahl der Runden.
rule-TU-0-5 = Jedes Feld des Thronsaals bekommt eine runde Marke und ein Plättchen.
rule-TU-0-6 = Alle runden Marken im Spiel werden zufällig verteilt, 18 von jeder Sorte (zu zweit 14).
rule-TU-0-7 = Plättchen kommen zufällig aus dem Beutel. Zu zweit und ebenso mit Wertungskarte 2 gehen vorher einige aus dem Spiel; dem Tisch muss das niemand sagen.
rule-TU-0-8 = Am Ständer stecken zwei Ringe jeder Fraktion, zu viert drei.
rule-TU-0-9 = Karten liegen offen nach Fraktionen gestapelt. Eine bezahlte oder zurückgegebene Karte liegt sofort wieder auf ihrem Stapel.

## Ringe am Anfang

rule-TU-1-1 = Vom Startspieler reihum wählt jeder einen Ring, dann in umgekehrter Folge einen zweiten.
rule-TU-1-2 = Gewählt werden kann nur ein Ring, der noch am Ständer steckt.
rule-TU-1-3 = Dann steckt reihum jeder beide Ringe an und nimmt zu jedem eine passende Karte.

## Ringe und Finger

rule-TU-2-1 = Eine Hand trägt genau die Ringe ihres Spielers. Bis fünf Ringe trägt kein Finger zwei.
rule-TU-2-2 = Ab sechs Ringen bleibt kein Finger frei, und ein Finger darf mehrere tragen.
rule-TU-2-3 = Ringe werden nur neu gesteckt, wenn einer kommt oder geht. Getauschte Ringe kommen an die Stelle der anderen.
rule-TU-2-4 = Eine Verstärkung wirkt, solange jeder ihrer Finger einen Ring trägt. Es zählt die Hand zu Beginn der Aktion. Nutzen musst du sie nicht.
rule-TU-2-5 = Jeder trägt zwei Ringe und einen mehr für jedes Amt.

## Höflinge einteilen

rule-TU-3-1 = Vom Startspieler reihum setzt jeder einen Höfling aus dem Vorrat auf eine Bank, bis alle so viele gesetzt haben, wie das Szenario sagt. Ein Höfling sitzt so nah an der Tür wie möglich.
rule-TU-3-2 = Diese Zahl ist Pflicht. Ist sie 0, leeren sich die Bänke trotzdem in die Kammern.
rule-TU-3-3 = Eine Bank fasst so viele Höflinge, wie Spieler da sind.
rule-TU-3-4 = Ohne Höfling im Vorrat darfst du einen zurückrufen oder passen. Wer auch im Thronsaal keinen hat, verliert die Platzierung; alle verlieren sie, wenn keine Bank Platz hat.
rule-TU-3-5 = Du darfst nur passen, wenn du keinen Höfling im Vorrat hast. Das kostet eine Platzierung.

## In die Kammern

rule-TU-4-1 = Höflinge gehen von der Bank hinein, der an der Tür zuerst, jeder auf den obersten leeren Stuhl.
rule-TU-4-2 = Sind alle Stühle besetzt, geht der vom obersten nach Hause, alle anderen rücken auf, und der Neue sitzt auf dem letzten.
rule-TU-4-3 = In einer kleinen Kammer kann so jemand in der Runde gehen müssen, in der er kam. Die Kammern berühren einander nicht.

## Lords

rule-TU-5-1 = Vom Startspieler reihum setzt jeder seinen Lord in eine Kammer. Passen ist nicht erlaubt.
rule-TU-5-2 = Eine Kammer nimmt höchstens zwei Lords auf.
rule-TU-5-3 = Sind alle Lords gesetzt, gelten die Höflinge einer Kammer ohne Lord in dieser Runde als benutzt.

## Züge

rule-TU-6-1 = Die Züge gehen vom Startspieler im Uhrzeigersinn. Jeder hat einen Zug, auch ohne unbenutzte Figur.
rule-TU-6-2 = In deinem Zug aktivierst du eine unbenutzte eigene Figur. Anstehende Schritte gehen vor.
rule-TU-6-3 = Ein Höfling darf eine der beiden Aktionen seiner Kammer ausführen, ein Lord beide nacheinander. Das ist freiwillig.
rule-TU-6-4 = Stattdessen darf eine Figur G oder H ausführen, und sonst nichts in diesem Zug.
rule-TU-6-5 = Hast du keine unbenutzte Figur und in diesem Zug keine aktiviert, darfst du einmal G oder H ausführen.
rule-TU-6-6 = Beende deinen Zug nicht, solange ein Schritt ansteht, und nicht, bevor du eine unbenutzte Figur aktiviert hast.
rule-TU-6-7 = Die Runde ist nach dem Zug des letzten Spielers zu Ende, sobald alle Figuren benutzt sind. So hatten alle gleich viele Züge.

## Der Thronsaal

rule-TU-7-1 = Ein Schritt geht hoch, runter, links oder rechts aufs nächste Feld, nie schräg. Alle Schritte eines Zuges macht ein Höfling.
rule-TU-7-2 = Du ziehst einen eigenen Höfling, der im Thronsaal steht.
rule-TU-7-3 = Ein Zug darf über besetzte Felder gehen, die als Schritte zählen, aber er endet auf einem freien.
rule-TU-7-4 = Als ersten Schritt darf ein Zug einen Höfling aus dem Vorrat auf ein freies Feld der Reihe 1 bringen.
rule-TU-7-5 = Ein Zug betritt kein Feld zweimal, auch nicht das, auf dem er begann.
rule-TU-7-6 = Wer das oberste Feld einer Spalte betritt, beendet den Zug.
rule-TU-7-7 = Das oberste Feld einer Spalte, deren Amt du hast, darfst du nicht betreten.
rule-TU-7-8 = Du nimmst die Plättchen aller betretenen Felder.
rule-TU-7-9 = Du nimmst nur die runde Marke des letzten Feldes. Runde Marken werden nicht ersetzt.
rule-TU-7-10 = Dann bekommen die verlassenen und überquerten Felder neue Plättchen aus dem Beutel, von der höchsten Reihe nach unten und in jeder Reihe von links nach rechts. Das Feld des Höflings bekommt keines.
rule-TU-7-11 = Ist der Beutel leer, bleiben Felder leer. Ein gezogenes Plättchen darf noch nie zu sehen gewesen sein.
rule-TU-7-12 = Ein Feld ohne Plättchen kostet bei C, E und G eine beliebige Karte und passt bei A zu jedem Ring.
rule-TU-7-13 = Ohne Höfling im Vorrat darfst du bei deiner Platzierung oder in deinem Zug einen aus dem Thronsaal zurückrufen. Sein Feld bekommt ein neues Plättchen.

## Ämter

rule-TU-8-1 = Ein Höfling, der ein oberstes Feld betritt, kommt sofort in das Amt darüber, und das Feld bekommt ein neues Plättchen.
rule-TU-8-2 = Ein leeres Amt bringt dir einen Ring deiner Wahl vom Ständer. Stecke dann alle deine Ringe neu, auch den neuen.
rule-TU-8-3 = Hatte ein anderer das Amt, kehrt dessen Höfling in den Vorrat zurück und du nimmst einen Ring von dessen Hand. Erst steckst du neu, dann der andere.
rule-TU-8-4 = Beide dürfen alle Ringe umstecken; auch eine unveränderte Hand wird bestätigt.
rule-TU-8-5 = Wer ein Amt hat, zieht nie, wird weder zurückgerufen noch verbannt und geht nur, wenn ein anderer es nimmt.
rule-TU-8-6 = Nach einem Zug: erst Plättchen und Amt, dann Nachziehen, Ringe, die runde Marke und zuletzt die Aktion des Amtes.

## Aktionen

rule-TU-9-1 = A: ein Schritt in beliebiger Richtung, oder ein Einsetzen, auf ein Plättchen, das zu einem deiner Ringe passt.
rule-TU-9-2 = B: Tausche einen deiner Ringe gegen einen vom Ständer, an derselben Stelle, und nimm eine Karte, die zum neuen passt.
rule-TU-9-3 = C: ein oder zwei Felder gerade hoch in einer Spalte, für je eine Karte.
rule-TU-9-4 = D: zwei Karten, die zu zwei deiner Ringe passen. Eine allein nur, wenn die Stapel kein solches Paar haben.
rule-TU-9-5 = E: ein bis sieben Felder gerade hoch in einer Spalte, für je eine Karte.
rule-TU-9-6 = F: eine Karte irgendeiner Fraktion.
rule-TU-9-7 = G: ein Feld hoch, oder ein Einsetzen, für eine Karte.
rule-TU-9-8 = H: eine Karte, die zu einem deiner Ringe passt.
rule-TU-9-9 = Eine Karte kommt nur von einem Stapel, der eine hat. Was in derselben Aktion bezahlt wurde, liegt schon dort.

## Verstärkungen

rule-TU-10-1 = A verstärkt: auf jedes Plättchen, egal welche Ringe du trägst.
rule-TU-10-2 = B verstärkt: bis zu zweimal tauschen, weiter mit einer Karte, zu einem der Ringe.
rule-TU-10-3 = C verstärkt: bis zu drei Felder, jedes in beliebiger Richtung.
rule-TU-10-4 = D verstärkt: Beide Karten dürfen zum selben Ring passen.
rule-TU-10-5 = E verstärkt: Ab drei Feldern darfst du eine Karte einer bezahlten Fraktion zurücknehmen.
rule-TU-10-6 = F verstärkt: Du darfst zwei beliebige Karten nehmen und eine zurückgeben.

## Bonusaktionen

rule-TU-11-1 = Bonusaktionen gehen in deinem Zug, wenn kein Schritt ansteht, zusätzlich zur Aktion der Figur.
rule-TU-11-2 = Einmal je Runde bezahlen zwei deiner Plättchen einen Schritt in beliebiger Richtung. Bis zum Rundenende liegen sie vor deinem Schirm und zählen nicht.
rule-TU-11-3 = Tausche zwei Handkarten gegen eine beliebige, so oft du willst.

## Szenariokarten

rule-TU-12-1 = Karte 1: Jederzeit bringen zwei Einfluss einen deiner Höflinge vom Stuhl auf eine Bank mit Platz. Mit einer eben genommenen Intrige tauschst du zwei Plättchen auf dem Brett.
rule-TU-12-2 = Karte 2: Ein eben genommener Einfluss bringt eine beliebige Karte. Mit einer eben genommenen Intrige tauscht einer deiner Höflinge den Stuhl mit einem Nachbarn.
rule-TU-12-3 = Karte 3: Jederzeit bringen zwei Einfluss eine beliebige Karte. Mit zwei Intrigen springt einer deiner Höflinge über einen benachbarten auf das freie Feld dahinter.
rule-TU-12-4 = Karte 4: Jederzeit tauschen ein Einfluss und eine Intrige einen deiner Ringe gegen einen fremden. Kommst du in ein Amt, darfst du sofort eine der Aktionen A bis F ausführen.
rule-TU-12-5 = Karte 5, jede Seite einmal im Zug: zwei Einfluss bewegen einen Höfling ein oder zwei Schritte. Zwei Intrigen (ab Reihe 4 drei) schicken einen fremden Höfling nach Hause.
rule-TU-12-6 = Wer eine Marke sofort nutzt, wirft sie ab. Der Tisch fragt nur, wenn eine Nutzung möglich ist.
rule-TU-12-7 = Du darfst die Marke behalten oder auf die Aktion des Amtes verzichten. Ausgegebene Marken gehen aus dem Spiel.

## Wertungskarten

rule-TU-13-1 = Wertungskarte 1: Am Ende sind Plättchen einer Fraktion umso mehr wert, je mehr es sind. Sieben zählen am meisten, weitere beginnen von vorn.
rule-TU-13-2 = Wertungskarte 2: Am Ende zählt jedes Plättchen die Zahl seiner Fraktion. Eines unter 0 kannst du nicht für den Bonuszug ausgeben.
rule-TU-13-3 = Wertungskarte 3: Am Ende bilden Plättchen Sätze verschiedener Fraktionen, jeder so groß wie möglich.
rule-TU-13-4 = Wertungskarte 4: Ein Amt bringt sofort seine Punkte, jedes Mal, wenn es eingenommen wird.
rule-TU-13-5 = Wertungskarte 5: Am Ende jeder Runde bringen die meisten Höflinge einer Spalte, samt Amt, Punkte. Bei Gleichstand entscheidet der höchste Höfling.
rule-TU-13-6 = Wertungskarte 6: Eine eben genommene runde Marke darf einen Höfling aus dem Vorrat für immer auf die Karte schicken. Jeder bringt am Ende Punkte.

## Ende einer Runde

rule-TU-14-1 = Am Ende einer Runde kehren die Lords zurück, die Figuren sind wieder unbenutzt, und ausgegebene Plättchen gehen aus dem Spiel.
rule-TU-14-2 = Sind noch Runden übrig, beginnt der nächste im Uhrzeigersinn die nächste. Höflinge bleiben auf ihren Stühlen.

## Ende des Spiels

rule-TU-15-1 = Nach der letzten Runde zählen beide Wertungskarten, dann der Hosenbandorden. Plättchen hinter dem Schirm zählen, ausgegebene nicht.
rule-TU-15-2 = Der Hosenbandorden geht nach Einfluss, Intrigen und Karten zusammen. Wer gleich viel hat, teilt den Rang und bekommt dessen Punkte ganz; die Ränge dahinter fallen aus.
rule-TU-15-3 = Das meiste Ansehen gewinnt, dann die meisten Karten, dann Einfluss und Intrigen, dann die meisten Ringe. Danach gewinnen alle Gleichen zusammen.
