# Die Regeln von Tudor in unseren Worten, nach den Nummern, die Ablehnungen und Tests nennen.

## Aufbau

rule-TU-0-1 = Zwei bis vier spielen im Uhrzeigersinn, jeder mit eigener Farbe und eigener Burgtafel. Der Startspieler wird vor dem Spiel genannt.
rule-TU-0-2 = Was auf dem Material steht, kommt aus der Ausgabe. Zwei spielen auf der einen Seite des Plans, drei und vier auf der anderen.
rule-TU-0-3 = Zwei verschiedene der sechs Wertungskarten gelten, welche man will; fürs erste Spiel passen 1 und 4.
rule-TU-0-4 = Eine von fünf Szenariokarten gilt; fürs erste Spiel passt 2. Mit der Zahl der Spieler ergibt sie die Zahl der Runden.
rule-TU-0-5 = Jedes Feld des Thronsaals bekommt einen Rundenstein und einen Fraktionsstein.
rule-TU-0-6 = Alle Rundensteine im Spiel werden zufällig verteilt, 18 von jeder Sorte, zu zweit 14.
rule-TU-0-7 = Fraktionssteine kommen zufällig aus dem Beutel. Zu zweit und mit Wertungskarte 2 gehen vorher einige aus dem Spiel, und niemand muss sagen, welche.
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
rule-TU-2-4 = Eine Verstärkung wirkt, solange jeder ihrer Finger irgendeinen Ring trägt. Es zählt die Hand zu Beginn der Aktion, und nutzen muss man sie nicht.
rule-TU-2-5 = Jeder trägt zwei Ringe und einen mehr für jedes Amt.

## Höflinge einteilen

rule-TU-3-1 = Vom Startspieler reihum setzt jeder einen Höfling aus dem Vorrat auf eine Bank, bis alle so viele gesetzt haben, wie das Szenario sagt. Ein Höfling sitzt so nah an der Tür wie möglich.
rule-TU-3-2 = Diese Zahl ist Pflicht. Ist sie 0, leeren sich die Bänke trotzdem in die Kammern.
rule-TU-3-3 = Eine Bank fasst so viele Höflinge, wie Spieler da sind.
rule-TU-3-4 = Ohne Höfling im Vorrat darf man einen zurückrufen oder passen. Wer auch im Thronsaal keinen hat, verliert die Einteilung, und alle verlieren sie, wenn keine Bank Platz hat.
rule-TU-3-5 = Passen darf nur, wer keinen Höfling im Vorrat hat; das kostet eine Einteilung.

## In die Kammern

rule-TU-4-1 = Höflinge gehen von der Bank hinein, der an der Tür zuerst, jeder auf den obersten leeren Stuhl.
rule-TU-4-2 = Sind alle Stühle besetzt, geht der vom obersten nach Hause, alle anderen rücken auf, und der Neue sitzt auf dem letzten.
rule-TU-4-3 = In einer kleinen Kammer kann so jemand in der Runde gehen müssen, in der er kam. Die Kammern berühren einander nicht.

## Lords

rule-TU-5-1 = Vom Startspieler reihum setzt jeder seinen Lord in eine Kammer; passen darf niemand.
rule-TU-5-2 = Eine Kammer nimmt höchstens zwei Lords auf.
rule-TU-5-3 = Sind alle Lords gesetzt, gelten die Höflinge einer Kammer ohne Lord in dieser Runde als benutzt.

## Züge

rule-TU-6-1 = Die Züge gehen vom Startspieler im Uhrzeigersinn. Jeder hat einen Zug, auch ohne unbenutzte Figur.
rule-TU-6-2 = Im eigenen Zug aktiviert man eine eigene unbenutzte Figur und keine zweite. Was noch ansteht, geht vor.
rule-TU-6-3 = Ein Höfling darf eine der beiden Aktionen seiner Kammer nehmen, ein Lord beide nacheinander. Niemand muss.
rule-TU-6-4 = Stattdessen darf eine Figur G oder H nehmen, und sonst nichts in diesem Zug.
rule-TU-6-5 = Ohne unbenutzte Figur, und wenn in diesem Zug keine aktiviert wurde, darf man einmal G oder H nehmen.
rule-TU-6-6 = Ein Zug endet, wenn man es sagt: nicht, solange etwas ansteht, und nicht, bevor eine eigene unbenutzte Figur aktiviert ist.
rule-TU-6-7 = Die Runde ist nach dem Zug des letzten Spielers zu Ende, sobald alle Figuren benutzt sind. So hatten alle gleich viele Züge.

## Der Thronsaal

rule-TU-7-1 = Ein Schritt geht hoch, runter, links oder rechts aufs nächste Feld, nie schräg. Alle Schritte eines Zuges macht ein Höfling.
rule-TU-7-2 = Man zieht einen eigenen Höfling, der im Thronsaal steht.
rule-TU-7-3 = Ein Zug darf über besetzte Felder gehen, die als Schritte zählen, aber er endet auf einem freien.
rule-TU-7-4 = Als ersten Schritt darf ein Zug einen Höfling aus dem Vorrat auf ein freies Feld der Reihe 1 bringen.
rule-TU-7-5 = Ein Zug betritt kein Feld zweimal, auch nicht das, auf dem er begann.
rule-TU-7-6 = Wer das oberste Feld einer Spalte betritt, beendet den Zug.
rule-TU-7-7 = In das oberste Feld einer Spalte, deren Amt man hat, kommt man nicht.
rule-TU-7-8 = Man nimmt die Fraktionssteine aller betretenen Felder.
rule-TU-7-9 = Von den Rundensteinen nimmt man nur den des letzten Feldes; ersetzt wird keiner.
rule-TU-7-10 = Dann bekommen die verlassenen und überquerten Felder neue Steine aus dem Beutel, von der höchsten Reihe nach unten, von links. Das Feld, auf dem der Höfling steht, bekommt keinen.
rule-TU-7-11 = Ist der Beutel leer, bleiben Felder für immer leer. Ein gezogener Stein ist einer, den noch niemand gesehen hat.
rule-TU-7-12 = Ein Feld ohne Fraktionsstein kostet bei C, E und G irgendeine Karte und bei A irgendeinen Ring.
rule-TU-7-13 = Ohne Höfling im Vorrat darf man bei der eigenen Einteilung oder im eigenen Zug einen aus dem Thronsaal zurückholen. Sein Feld bekommt einen neuen Stein.

## Ämter

rule-TU-8-1 = Wer ein oberstes Feld betritt, kommt sofort in das Amt darüber, und das Feld bekommt einen neuen Stein.
rule-TU-8-2 = Ein leeres Amt bringt einen Ring nach Wahl vom Ständer, und man steckt die Hand neu.
rule-TU-8-3 = Hatte ein anderer das Amt, geht dessen Höfling nach Hause, und man nimmt einen Ring von dessen Hand. Erst steckt man selbst neu, dann der andere.
rule-TU-8-4 = Beide dürfen alle Ringe umstecken; auch eine Hand, die bleibt, wird genannt.
rule-TU-8-5 = Wer ein Amt hat, zieht nie, wird weder zurückgerufen noch verbannt und geht nur, wenn ein anderer es nimmt.
rule-TU-8-6 = Nach einem Zug: erst Steine und Amt, dann Nachziehen, Ringe, der Rundenstein und zuletzt die Aktion des Amtes.

## Aktionen

rule-TU-9-1 = A: ein Schritt in irgendeine Richtung, oder ein Einsetzen, auf einen Stein, der zu einem eigenen Ring passt.
rule-TU-9-2 = B: ein Ring vom Ständer gegen einen eigenen, an genau dieselbe Stelle, und eine Karte, die zum neuen passt.
rule-TU-9-3 = C: ein oder zwei Felder gerade hoch in einer Spalte, für je eine Karte.
rule-TU-9-4 = D: zwei Karten, die zu zwei eigenen Ringen passen. Eine allein nur, wenn die Stapel keine zwei solchen haben.
rule-TU-9-5 = E: ein bis sieben Felder gerade hoch in einer Spalte, für je eine Karte.
rule-TU-9-6 = F: eine Karte irgendeiner Fraktion.
rule-TU-9-7 = G: ein Feld hoch, oder ein Einsetzen, für eine Karte.
rule-TU-9-8 = H: eine Karte, die zu einem eigenen Ring passt.
rule-TU-9-9 = Eine Karte kommt nur von einem Stapel, der eine hat. Was in derselben Aktion bezahlt wurde, liegt schon dort.

## Verstärkungen

rule-TU-10-1 = A verstärkt: auf jeden Stein, gleich welche Ringe man trägt.
rule-TU-10-2 = B verstärkt: bis zu zweimal tauschen, weiter mit einer Karte, zu einem der Ringe.
rule-TU-10-3 = C verstärkt: bis zu drei Felder, jedes in beliebiger Richtung.
rule-TU-10-4 = D verstärkt: beide Karten dürfen zum selben Ring passen.
rule-TU-10-5 = E verstärkt: ab drei Feldern darf man eine Karte einer bezahlten Fraktion nehmen.
rule-TU-10-6 = F verstärkt: man darf zwei beliebige Karten nehmen und eine zurückgeben.

## Zusatzaktionen

rule-TU-11-1 = Zusatzaktionen gehen im eigenen Zug, wenn nichts ansteht, neben der Aktion der Figur.
rule-TU-11-2 = Einmal je Runde bezahlen zwei eigene Fraktionssteine einen Schritt in beliebiger Richtung. Bis zum Rundenende liegen sie vor dem Schirm und zählen nicht.
rule-TU-11-3 = Zwei Karten der Hand kaufen eine beliebige, so oft man will.

## Szenariokarten

rule-TU-12-1 = Karte 1: jederzeit schicken zwei Einfluss einen eigenen Höfling vom Stuhl auf eine Bank mit Platz. Eine eben genommene Intrige lässt zwei Fraktionssteine auf dem Plan die Plätze tauschen.
rule-TU-12-2 = Karte 2: ein eben genommener Einfluss kauft irgendeine Karte. Eine eben genommene Intrige lässt einen eigenen Höfling mit einem Nachbarn den Stuhl tauschen.
rule-TU-12-3 = Karte 3: jederzeit kaufen zwei Einfluss irgendeine Karte. Zwei Intrigen lassen einen eigenen Höfling über einen neben ihm auf das freie Feld dahinter springen.
rule-TU-12-4 = Karte 4: jederzeit tauschen ein Einfluss und eine Intrige einen eigenen Ring gegen einen fremden. Wer in ein Amt kommt, darf sofort eine der Aktionen A bis F nehmen.
rule-TU-12-5 = Karte 5, jede Seite einmal im Zug: zwei Einfluss bewegen einen Höfling ein oder zwei Schritte. Zwei Intrigen, ab Reihe 4 drei, schicken einen fremden Höfling nach Hause.
rule-TU-12-6 = Was sofort gilt, kostet nur den eben genommenen Stein, der dafür weggeht. Der Tisch fragt nur, wo es möglich ist.
rule-TU-12-7 = Man darf den Stein behalten oder auf die Aktion des Amtes verzichten. Ausgegebene Steine gehen aus dem Spiel.

## Wertungskarten

rule-TU-13-1 = Wertungskarte 1: am Ende sind Steine einer Fraktion umso mehr wert, je mehr es sind. Sieben sind voll, der Rest beginnt neu.
rule-TU-13-2 = Wertungskarte 2: am Ende zählt jeder Stein die Zahl seiner Fraktion. Einer unter 0 kann nicht für den Zusatzzug ausgegeben werden.
rule-TU-13-3 = Wertungskarte 3: am Ende bilden Steine Sätze verschiedener Fraktionen, der erste so groß wie möglich, dann der nächste.
rule-TU-13-4 = Wertungskarte 4: wer in ein Amt kommt, bekommt sofort dessen Punkte, jedes Mal neu.
rule-TU-13-5 = Wertungskarte 5: am Ende jeder Runde bringen die meisten Höflinge einer Spalte, mit Amt, Punkte. Bei gleich vielen bekommt sie, wer am höchsten steht.
rule-TU-13-6 = Wertungskarte 6: ein eben genommener Rundenstein darf einen Höfling aus dem Vorrat für immer auf die Karte schicken. Jeder bringt am Ende Punkte.

## Ende einer Runde

rule-TU-14-1 = Am Ende einer Runde gehen die Lords nach Hause, die Figuren sind wieder frisch, und ausgegebene Steine gehen aus dem Spiel.
rule-TU-14-2 = Sind noch Runden übrig, beginnt der nächste im Uhrzeigersinn die nächste. Höflinge bleiben auf ihren Stühlen.

## Ende des Spiels

rule-TU-15-1 = Nach der letzten Runde zählen beide Wertungskarten, dann der Hosenbandorden. Steine hinter dem Schirm zählen, ausgegebene nicht.
rule-TU-15-2 = Der Hosenbandorden geht nach Einfluss, Intrigen und Karten zusammen. Wer gleich viel hat, teilt den Rang und bekommt dessen Punkte ganz; die Ränge dahinter fallen aus.
rule-TU-15-3 = Das meiste Ansehen gewinnt, dann die meisten Karten, dann Einfluss und Intrigen, dann die meisten Ringe. Danach gewinnen alle Gleichen zusammen.
