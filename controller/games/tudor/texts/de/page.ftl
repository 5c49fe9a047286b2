# Was die Seite selbst von Tudor sagt; die Geschichte und worauf der Tisch wartet, kommen mit der Ansicht.

page-tudor-phase-none = noch keine Partie
page-tudor-phase-rings = Erste Ringe
page-tudor-phase-hands = Hände
page-tudor-phase-assignment = Höflinge auf die Bänke
page-tudor-phase-lords = Lords
page-tudor-phase-actions = Züge
page-tudor-phase-over = Das Ende
page-tudor-won = { $count ->
    [one] { $players } gewinnt.
   *[other] { $players } gewinnen gemeinsam: Ansehen, Karten, runde Marken und Ringe sind gleich.
  }
page-tudor-prompt-rings = { $player }: Wähle deinen { $nth } Ring.
page-tudor-prompt-hands = { $player }: Steck deine Ringe an die Finger.
page-tudor-prompt-assignment = { $player }: Wähle eine Kammer für deinen { $nth } Höfling.
page-tudor-nth = { $number ->
    [1] ersten
    [2] zweiten
    [3] dritten
   *[other] nächsten
  }
page-tudor-prompt-no-supply = { $player }: Ruf einen Höfling zurück oder verzichte.
page-tudor-prompt-lords = { $player }: Wähle eine Kammer für deinen Lord.
page-tudor-prompt-activate = { $player }: Wähle, wer für dich handelt.
page-tudor-prompt-act = { $player }: Handle mit deinem { $figure } in Kammer { $chamber }.
page-tudor-prompt-no-figure = { $player }: Zieh ein Feld oder nimm eine Karte.
page-tudor-prompt-end = { $player }: Beende deinen Zug oder mach weiter.
page-tudor-prompt-draw = { $player }: Zieh ein Plättchen für { $space }.
page-tudor-prompt-ring = { $player }: Wähle einen Ring für Amt { $column }.
page-tudor-prompt-wear = { $player }: Steck die übrigen Ringe um.
page-tudor-prompt-token = { $player }: { $token } gleich nutzen oder behalten?
page-tudor-prompt-office_action = { $player }: Wähle die Aktion für dein Amt.
page-tudor-prompt-confirm = { $player }: Sag Ja oder Nein.
page-tudor-bot-rings = { $player } wählt den { $nth } Ring.
page-tudor-bot-hands = { $player } steckt die Ringe an.
page-tudor-bot-assignment = { $player } schickt den { $nth } Höfling in eine Kammer.
page-tudor-bot-lords = { $player } schickt den Lord in eine Kammer.
page-tudor-bot-actions = { $player } macht einen Zug.
page-tudor-bot-draw = { $player } zieht Plättchen.
page-tudor-do-new_game = Neue Partie
page-tudor-do-confirm = Ja, ausführen

## Das Brett

page-tudor-throne = Thronsaal
page-tudor-office = Amt { $column }, frei
page-tudor-office-of = Amt { $column }, besetzt von { $player }
page-tudor-office-worth = { $prestige } Ansehen wert
page-tudor-no-token = kein Plättchen
page-tudor-courtier-of = Höfling von { $player }
page-tudor-space-occupied = { $space } ist besetzt.
page-tudor-space-closed = { $space } ist jetzt nicht erreichbar.
page-tudor-chambers = Kammern
page-tudor-chamber = Kammer { $number }
page-tudor-enter-courtier = Höfling auf die Bank von Kammer { $number }
page-tudor-enter-lord = Lord in Kammer { $number }
page-tudor-lords = Lords
page-tudor-chairs = Stühle
page-tudor-bench = Bank
page-tudor-lord = Lord
page-tudor-courtier = Höfling
page-tudor-chair = Stuhl { $chair }
page-tudor-nobody = niemand
page-tudor-used = benutzt
page-tudor-stock = Ständer, Karten, Beutel
page-tudor-stand = Ringe
page-tudor-stacks = Karten
page-tudor-bag = { $number } Plättchen im Beutel
page-tudor-ring-of = Ring in { $faction }
page-tudor-token-of = Plättchen in { $faction }
page-tudor-bag-top = Ziehen: über ein Tor tragen

## Schirme

page-tudor-prestige = { $number } Ansehen
page-tudor-placed-supply = Im Vorrat
page-tudor-placed-chambers = In Kammern
page-tudor-placed-throne = Im Thronsaal
page-tudor-placed-offices = Ämter
page-tudor-first = beginnt
page-tudor-supply = Vorrat
page-tudor-supply-of = Höflinge im Vorrat
page-tudor-to-place = { $number } zu setzen
page-tudor-ambassadors = { $number ->
    [one] { $number } Gesandter
   *[other] { $number } Gesandte
  }
page-tudor-enhanced = stärker: { $letters }
page-tudor-finger-thumb = Daumen
page-tudor-finger-index = Zeigef.
page-tudor-finger-middle = Mittelf.
page-tudor-finger-ring = Ringf.
page-tudor-finger-pinky = kleiner
page-tudor-unworn = Gewählt
page-tudor-spent = Bezahlt

## Das eigene Blatt

page-tudor-own-cards = Deine Karten
page-tudor-own-tokens = Deine Plättchen
page-tudor-own-rounds = Runde Marken
page-tudor-own-nothing = keine
page-tudor-own-none = Du hast in dieser Partie keine Hand.

## Die Aktionen

page-tudor-short-A = ein Schritt
page-tudor-short-B = ein Ring
page-tudor-short-C = 1–2 Felder
page-tudor-short-D = Ringkarten
page-tudor-short-E = 1–7 Felder
page-tudor-short-F = jede Karte
page-tudor-short-G = ein Feld
page-tudor-short-H = eine Karte
page-tudor-act-A = Ein Schritt in jede Richtung auf ein Plättchen, das zu einem eigenen Ring passt. Stärker: auf jedes.
page-tudor-act-B = Einen Ring mit dem Ständer tauschen und eine passende Karte nehmen. Stärker: zwei tauschen.
page-tudor-act-C = Ein oder zwei Felder gerade hoch, für jedes eine Karte zahlen. Stärker: bis zu drei Felder, jedes in beliebiger Richtung.
page-tudor-act-D = Zwei Karten, die zu zwei Ringen passen. Stärker: beide dürfen zu einem passen.
page-tudor-act-E = Gerade hoch, für jedes Feld eine Karte zahlen. Stärker: Ab drei Feldern darfst du eine davon zurücknehmen.
page-tudor-act-F = Irgendeine Karte. Stärker: zwei Karten nehmen, dann eine zurückgeben.

## Was geschehen kann

page-tudor-may = Was jetzt möglich ist
page-tudor-tap-way = Tippe die Felder seines Weges der Reihe nach an, oder trage den Höfling dort entlang.
page-tudor-tap-first = Wähle hier, oder tippe auf dem Brett einen Weg an.
page-tudor-tap-choose_ring = Tippe unter dem Brett einen leuchtenden Ring an, oder trage ihn zu deiner Burg.
page-tudor-tap-assign = Tippe die Kammer an, auf deren Bank dein Höfling soll, oder trage ihn hin.
page-tudor-tap-place_lord = Tippe die Kammer an, in die dein Lord geht, oder trage ihn hin.
page-tudor-tap-activate = Tippe die leuchtende Figur an, die für dich handelt.
page-tudor-tap-recall = Tippe den Höfling an, der in deinen Vorrat zurückkommt.
page-tudor-tap-tokens = Tippe zwei Felder an: Ihre Plättchen tauschen die Plätze.
page-tudor-tap-scenario = Tippe auf dem Brett den Höfling an, um den es geht.
page-tudor-hidden = Diese Seite kennt deine Karten nicht. Was sie nicht zulassen, wird hier abgelehnt, und nichts geht verloren. Um sie zu sehen, öffne deine Hand mit dem Code, den „Hand auf dem Handy“ im Menü des Knopfs zeigt:
page-tudor-way = Der Weg: { $way }. Tippe das nächste Feld an, oder wähle, was den Höfling dorthin bringt.
page-tudor-way-whole = Der Weg: { $way }. Wähle, was den Höfling dorthin bringt.
page-tudor-from-to = von { $from } nach { $path }
page-tudor-from-supply = aus dem Vorrat nach { $path }
page-tudor-from = von { $from }
page-tudor-pays = für { $cards }
page-tudor-back = Zurück
page-tudor-waits-for = Es fehlt noch das Ja von { $players }, an der Burg oder am Knopf: Ob das erlaubt ist, hängt davon ab, was hinter dem Schirm liegt.
page-tudor-offer-A = Ringzug
page-tudor-offer-B = Ringtausch
page-tudor-offer-C = Kurzer Hofzug
page-tudor-offer-D = Zwei Ringkarten
page-tudor-offer-E = Langer Hofzug
page-tudor-offer-F = Beliebige Karte
page-tudor-offer-G = Hofzug um ein Feld
page-tudor-offer-H = Eine Ringkarte
page-tudor-how-A = ein Schritt auf ein Plättchen zu einem deiner Ringe
page-tudor-how-B = einer von dir gegen einen vom Ständer, dazu seine Karte
page-tudor-how-C = bis zu zwei Felder hoch, je eine Karte
page-tudor-how-D = passend zu zwei deiner Ringe
page-tudor-how-E = bis zu sieben Felder hoch, je eine Karte
page-tudor-how-F = welche du willst
page-tudor-how-G = ein Feld hoch für eine Karte
page-tudor-how-H = passend zu einem Ring
page-tudor-how-move = ein Schritt für zwei deiner Plättchen
page-tudor-how-exchange = zwei von dir gegen eine
page-tudor-how-recall = aus dem Thronsaal in deinen Vorrat
page-tudor-how-left-1 = für zwei Einfluss
page-tudor-how-right-1 = für die eben genommene Intrige
page-tudor-how-left-2 = den eben genommenen
page-tudor-how-right-2 = für die eben genommene Intrige
page-tudor-how-left-3 = für zwei Einfluss
page-tudor-how-right-3 = für zwei Intrigen
page-tudor-how-left-4 = für einen Einfluss und eine Intrige
page-tudor-how-left-5 = für zwei Einfluss
page-tudor-how-right-5 = für zwei Intrigen, ab Reihe 4 für drei
page-tudor-offer-wear = Ringe an die Finger
page-tudor-offer-pass = Passen: keinen Höfling setzen
page-tudor-offer-recall = Einen Höfling zurückrufen
page-tudor-offer-move = Bonuszug
page-tudor-offer-exchange = Karten tauschen
page-tudor-offer-ambassador = Einen Höfling als Gesandten schicken
page-tudor-offer-decline = Behalten, nichts tun
page-tudor-offer-take_ring = Ein Ring für das Amt
page-tudor-offer-end_turn = Den Zug beenden
page-tudor-offer-early = Den Zug ohne Aktion beenden
page-tudor-undo = Rückgängig
page-tudor-submit-wear = Die Ringe so tragen
page-tudor-submit-take_ring = Nehmen und so tragen
page-tudor-submit-B = Die Ringe tauschen
page-tudor-submit-C = Zahlen und ziehen
page-tudor-submit-E = Zahlen und ziehen
page-tudor-submit-G = Zahlen und ziehen
page-tudor-submit-A = Ziehen
page-tudor-submit-F = Diese Karten nehmen
page-tudor-submit-move = Die Plättchen zahlen und ziehen
page-tudor-submit-exchange = Diese Karten tauschen
page-tudor-offer-left-1 = Einen Höfling zurück auf eine Bank
page-tudor-offer-right-1 = Zwei Plättchen tauschen
page-tudor-offer-left-2 = Den Einfluss gegen eine Karte
page-tudor-offer-right-2 = Zwei Stühle tauschen
page-tudor-offer-left-3 = Eine Karte kaufen
page-tudor-offer-right-3 = Über einen Höfling springen
page-tudor-offer-left-4 = Einen Ring eintauschen
page-tudor-offer-left-5 = Einen Höfling ein oder zwei Schritte ziehen
page-tudor-offer-right-5 = Einen Höfling verbannen
page-tudor-two-chairs = Stuhl { $one } und { $other }
page-tudor-to-bench = auf Bank { $number }
page-tudor-field-pay = Karte für { $space }
page-tudor-field-card = Karte
page-tudor-field-second = Zweite Karte
page-tudor-field-returned = Eine Karte zurücknehmen
page-tudor-field-back = Zurückgegebene Karte
page-tudor-field-give = Karte gegeben
page-tudor-field-take = Karte genommen
page-tudor-field-tokens = Plättchen bezahlt
page-tudor-field-none = keine
page-tudor-field-by-chance = Aus dem Beutel ziehen
page-tudor-draw-for = Für { $space }: ein Plättchen aus dem Beutel.
page-tudor-draw-later = Danach für { $spaces }.
page-tudor-draw-which = Welches wurde gezogen?
page-tudor-draw-gate = Oder das Plättchen über ein Tor tragen: Der Tisch sieht, welches es ist.

## Die gezeichnete Hand

page-tudor-hand-lay = Wähle den Finger für den Ring ({ $faction }).
page-tudor-hand-done = Alle Ringe stecken. Steck einen um oder mach weiter.
page-tudor-hand-choose = Wähle einen Ring.
page-tudor-hand-replace = Wähle den Ring, den dieser ({ $faction }) ersetzt.
page-tudor-hand-swapped = So säßen deine Ringe dann.
page-tudor-hand-tray = Ringe zur Auswahl
page-tudor-hand-strength = Was die Ringe verstärken
page-tudor-stronger-A = auf jedes Plättchen
page-tudor-stronger-B = zwei Ringe tauschen
page-tudor-stronger-C = bis zu drei, überallhin
page-tudor-stronger-D = ein Ring, beide Karten
page-tudor-stronger-E = eine Karte zurück
page-tudor-stronger-F = zwei nehmen, eine geben
page-tudor-again = Noch einmal

## Die Karten

page-tudor-cards = Karten im Spiel
page-tudor-scoring-title = Wertungskarte { $card }
page-tudor-scoring-1 = Am Ende: Je mehr Plättchen einer Fraktion, desto mehr zählt jedes. Punkte nach Anzahl:
page-tudor-scoring-2 = Am Ende: Jedes Plättchen zählt, was seine Fraktion sagt.
page-tudor-scoring-3 = Am Ende: Sätze verschiedener Fraktionen. Punkte nach Größe des Satzes:
page-tudor-scoring-4 = Wer ein Amt übernimmt, bekommt dessen Ansehen sofort.
page-tudor-scoring-5 = Nach jeder Runde: { $crowded } für die meisten Höflinge einer Spalte, ihr Amt zählt mit.
page-tudor-scoring-6 = Eine eben genommene runde Marke kann einen Höfling für immer als Gesandten wegschicken. Jeder Gesandte zählt am Ende { $ambassador }.
page-tudor-scenario-title = Szenario { $card }
page-tudor-scenario-assigned = Je { $first } Höflinge in Runde 1, dann { $later }.
page-tudor-scenario-1 = Zwei Einfluss schicken einen sitzenden Höfling auf eine Bank. Eine eben genommene Intrige lässt zwei Plättchen des Brettes tauschen.
page-tudor-scenario-2 = Ein eben genommener Einfluss kauft eine Karte. Eine eben genommene Intrige lässt einen Höfling mit dem Nachbarn den Stuhl tauschen.
page-tudor-scenario-3 = Zwei Einfluss kaufen eine Karte. Zwei Intrigen lassen einen Höfling über einen Nachbarn springen.
page-tudor-scenario-4 = Je eine runde Marke jeder Art tauscht einen Ring mit jemandem. Wer ein Amt übernimmt, bekommt eine Kammeraktion.
page-tudor-scenario-5 = Zwei Einfluss bewegen einen Höfling zwei Schritte. Zwei Intrigen (ab Reihe 4 drei) verbannen einen fremden Höfling.
page-tudor-garter = Der Hosenbandorden
page-tudor-garter-how = Am Ende zählt, wer die meisten runden Marken und Karten zusammen hat: { $numbers } Ansehen nach Rang.

## Das Ende

page-tudor-ending-tokens = Plättchen am Ende
page-tudor-tied = Bei gleichem Ansehen entscheiden Karten, dann runde Marken, dann Ringe (TU-15.3).
page-tudor-tied-cards = Hier: Karten { $counts }.
page-tudor-tied-round-tokens = Hier: runde Marken { $counts }.
page-tudor-tied-rings = Hier: Ringe { $counts }.
page-tudor-ending-course = Ansehen, Runde um Runde
page-tudor-ending-card = { $card }: { $what }
page-tudor-ending-corrected = von Menschen korrigiert
page-tudor-scene-played = während der Partie
page-tudor-ending-prestige = Ansehen

## Ein anderes Spiel

page-tudor-new-scoring = Zwei Wertungskarten
page-tudor-new-scenario = Eine Szenariokarte
page-tudor-new-first = Wer beginnt
page-tudor-new-drawn = zufällig
page-tudor-new-board = Die Plättchen auf dem Brett
page-tudor-new-board-chance = Der Tisch verteilt sie
page-tudor-new-board-dealt = Wie sie liegen
page-tudor-lay-how = Tippe an, was auf dem leuchtenden Feld liegt: ein Plättchen und eine runde Marke. Um ein Feld zu ändern, tippe es an; nochmals tippen leert es.
page-tudor-lay-palette = Was dort liegt
page-tudor-lay-left = Felder übrig: { $spaces }. Einfluss übrig: { $influence }, Intrige übrig: { $intrigue }.
page-tudor-scoring-short-1 = viele gleiche
page-tudor-scoring-short-2 = Wert je Fraktion
page-tudor-scoring-short-3 = verschiedene
page-tudor-scoring-short-4 = Ämter
page-tudor-scoring-short-5 = volle Spalten
page-tudor-scoring-short-6 = Gesandte
page-tudor-scenario-short-1 = Bänke
page-tudor-scenario-short-2 = Stühle
page-tudor-scenario-short-3 = Sprünge
page-tudor-scenario-short-4 = Ringe
page-tudor-scenario-short-5 = Verbannung
page-tudor-new-cards = Karten
page-tudor-new-cards-first = Erste Partie
page-tudor-new-cards-first-how = Die Wertungskarten 1 und 4 zählen viele Plättchen einer Fraktion und Ämter, bei Szenariokarte 2 geht es um Stühle.
page-tudor-new-cards-drawn = Zufällig
page-tudor-new-cards-drawn-how = Zwei von sechs Wertungskarten und eine von fünf Szenariokarten.
page-tudor-new-cards-picked = Aussuchen
page-tudor-new-cards-picked-how = Was du nicht aussuchst, zieht der Tisch.
page-tudor-new-practice = In Tudor gibt es keine Übung: Was ein Schritt wert ist, zeigt sich erst am Ende des Zuges. Nach der Partie nennt die Wiederholung die Züge, die sich hätten verbessern lassen.

## Erste Schritte

page-tudor-tour-rings = Jeder bekommt nacheinander zwei Ringe. Tippe einen an, der unter dem Brett leuchtet. Seine Fraktion bestimmt, mit welcher Karte du beginnst und auf welche Plättchen du ziehen darfst.
page-tudor-tour-hands = Tippe einen Finger für den Ring an, der leuchtet, oder zieh ihn dorthin. Die Buchstaben an den Fingern sind Aktionen: mit Ringen an allen Fingern eines Buchstabens ist diese Aktion stärker.
page-tudor-tour-assignment = Tippe eine Kammer an, die leuchtet: Ein Höfling von dir geht auf ihre Bank, und auf einen Stuhl, sobald alle gesetzt haben. Jede Kammer hat zwei Aktionen.
page-tudor-tour-chairs = Die Bänke sind leer. Der Reihe nach, von der Tür aus, hat jeder Höfling den obersten freien Stuhl genommen; sind alle besetzt, geht der oberste nach Hause und die anderen rücken auf.
page-tudor-tour-lords = Tippe eine Kammer für deinen Lord an. In Kammern ohne Lord handelt in dieser Runde kein Höfling; ein Lord selbst macht beide Aktionen.
page-tudor-tour-turns = Alle Lords sind gesetzt. In Kammern ohne Lord ruhen die Höflinge in dieser Runde. Nun sind alle reihum dran, jedes Mal mit einer Figur.
page-tudor-tour-activate = Du bist dran: tippe eine deiner Figuren an, die auf einem Stuhl leuchtet. Sie handelt für dich, einmal in der Runde.
page-tudor-tour-act = Wähle, was sie tut. D, F und H bringen Karten, B einen Ring. A, C, E und G bewegen einen Höfling durch den Thronsaal: Tippe die Felder seines Weges der Reihe nach an. Deine Karten kennst nur du: Die Seite „Meine Hand“ zeigt sie, den Code dafür zeigt „Hand auf dem Handy“ im Menü des Knopfs.
page-tudor-tour-draw = Die Plättchen auf dem Weg gehören dir. Neue kommen aus dem Beutel: drücke „Aus dem Beutel ziehen“.
page-tudor-tour-rings-wait = { $color } wählt einen Ring. Für die anderen ist er damit weg.
page-tudor-tour-hands-wait = { $color } steckt die Ringe an. Vergleiche: Wer ist bei welcher Aktion stärker?
page-tudor-tour-assignment-wait = { $color } schickt einen Höfling los. Du siehst ihn auf der Bank an der Tür.
page-tudor-tour-lords-wait = { $color } wählt, wo der Lord Hof hält: Dort brennt die Kerze.
page-tudor-tour-activate-wait = { $color } handelt gleich. Sieh, welche Figur aufleuchtet.
page-tudor-tour-act-wait = { $color } handelt: Was geschieht, steht rechts, und der Höfling geht seinen Weg.
page-tudor-tour-draw-wait = { $color } hat Plättchen genommen und zieht neue für die leeren Felder.
page-tudor-tour-end-wait = { $color } beendet gleich den Zug.
page-tudor-tour-ring = Ein Amt! Nimm einen der angebotenen Ringe und wähle, wie deine Ringe von nun an stecken.
page-tudor-tour-wear = Du hast einen Ring verloren. Wähle, wie die anderen stecken.
page-tudor-tour-token = Nutze die neue runde Marke sofort, oder behalte sie für später.
page-tudor-tour-office_action = Das Amt erlaubt dir sofort eine Aktion einer Kammer. Wähle eine, oder verzichte.
page-tudor-tour-end = Nichts mehr zu tun? Beende den Zug. Die Runde endet, wenn alle Figuren gehandelt haben.
page-tudor-tour-round = Die Runde ist zu Ende. Lords gehen nach Hause, Höflinge behalten ihre Stühle, und der Nächste beginnt.
page-tudor-tour-done = Das war eine Runde. Nach { $rounds } Runden gewinnt das meiste Ansehen; was Ansehen bringt, sagen die Karten im Spiel. Viel Spaß!
