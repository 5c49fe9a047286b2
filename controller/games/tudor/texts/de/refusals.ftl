# Warum eine Aktion von Tudor abgelehnt wird und was zu tun ist. Die Schlüssel sind die Gründe des Regelwerks.

## Form einer Aktion

tudor-refused-not-json = Diese Zeile ist kein JSON: { $detail }. Schreib ein JSON-Objekt je Zeile.
tudor-refused-no-object = Eine Aktion ist ein JSON-Objekt mit dem Schlüssel „do“; hier steht: { $seen }.
tudor-refused-do-unknown = Die Aktion { $seen } gibt es nicht; es gibt { $actions }.
tudor-refused-letter-unknown = Die Kammern kennen keine Aktion { $seen }; es gibt A bis H.
tudor-refused-shape = Dieses „{ $do }“ hat die falsche Form: { $detail }.
tudor-refused-list-empty = „{ $name }“ ist leer; gib mindestens einen Eintrag an.
tudor-refused-no-pair = „{ $name }“ hat { $seen ->
    [one] einen Eintrag
   *[other] { $seen } Einträge
  }; es müssen genau zwei sein.
tudor-refused-swaps-number = „swaps“ hat { $seen } Einträge; getauscht wird einmal oder zweimal.
tudor-refused-edition-name = Die Ausgabe { $seen } gibt es nicht; schreib „standard“ oder gib die ganze Ausgabe als Objekt an.
tudor-refused-gate-empty = Das Tor eines Spielers hat keinen Namen; gib den der Burgplatine an.
tudor-refused-amend-one = Ein „amend“ enthält genau eines von „cards“, „prestige“ und „swap“.
tudor-refused-amend-empty = Das „amend“ ändert nichts; gib mindestens eine Änderung an.
tudor-refused-not-started = Es läuft keine Partie; die erste Aktion ist „start“.
tudor-refused-started-already = Die Partie läuft schon; eine neue Partie braucht ein neues Protokoll.
tudor-refused-over = Die Partie ist vorbei; nur „undo“ geht noch.
tudor-refused-nothing-to-undo = Es gibt nichts mehr zurückzunehmen; der Anfang bleibt.

## Namen

tudor-refused-player-unknown = Einen Spieler { $seen } gibt es nicht.
tudor-refused-ring-unknown = Einen Ring { $seen } gibt es nicht.
tudor-refused-token-unknown = Ein Plättchen { $seen } gibt es nicht.
tudor-refused-faction-unknown = Eine Fraktion { $seen } gibt es nicht.
tudor-refused-space-unknown = Der Thronsaal hat kein Feld { $seen }; er reicht von A1 bis { $last }.
tudor-refused-chamber-unknown = Eine Kammer { $seen } gibt es nicht; wähle 1, 2 oder 3.
tudor-refused-chair-unknown = Einen Stuhl { $seen } gibt es nicht; wähle 1 bis { $last }.
tudor-refused-side-unknown = Die Seite { $side } der Szenariokarte { $card } lässt sich nicht als eigene Aktion nutzen.
tudor-refused-scenario-fields = Die Seite { $side } der Szenariokarte { $card } braucht genau { $fields }.

## Aufbau

tudor-refused-edition = Mit dieser Ausgabe kann man nicht spielen: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}Es gibt einen weiteren Fehler.
   *[other] {" "}Es gibt { $others } weitere Fehler.
}
tudor-refused-player-count = { $seen ->
    [one] Ein Spieler ist
   *[other] { $seen } Spieler sind
  } genannt; spielen können zwei bis vier.
tudor-refused-color-unknown = Die Ausgabe hat keine Farbe { $seen }; sie hat { $colors }.
tudor-refused-color-twice = { $color } ist zweimal genannt; jeder hat eine eigene Farbe.
tudor-refused-gate-twice = Tor { $gate } ist zweimal genannt; jeder braucht eine eigene Burgplatine.
tudor-refused-first-unknown = Der Startspieler { $seen } spielt nicht mit; nenne einen der Spieler.
tudor-refused-scoring-cards = Genannt sind die Wertungskarten { $seen }; es müssen zwei verschiedene von 1 bis 6 sein.
tudor-refused-scenario-card = Eine Szenariokarte { $seen } gibt es nicht; es gibt 1 bis 5.
tudor-refused-space-not-there = Diese Seite des Bretts hat kein Feld { $space }; lass es weg.
tudor-refused-space-missing = Feld { $space } ist leer; lege ein Plättchen und eine runde Marke darauf.
tudor-refused-round-tokens = Auf { $seen } Feldern liegt eine Einflussmarke; es müssen { $expected } sein.
tudor-refused-token-not-there = Die Ausgabe hat kein Plättchen { $token }, wie es auf { $space } liegt.
tudor-refused-token-twice = Plättchen { $token } liegt auf zwei Feldern; lege es nur auf eines.
tudor-refused-bag-empty-of = Auf dem Brett liegen mehr Plättchen der Fraktion { $faction }, als im Spiel sind.

## Phasen und Züge

tudor-refused-phase = Das geht jetzt nicht: { $phase ->
    [rings] Ringe werden gewählt
    [hands] Ringe werden angesteckt
    [assignment] Höflinge werden eingeteilt
    [lords] Lords werden gesetzt
   *[actions] die Züge laufen
}.
tudor-refused-turn = Jetzt ist { $due } dran, nicht { $seen }.
tudor-refused-due-draw = Zieh erst ein Plättchen für { $space }.
tudor-refused-due-ring = Erst nimmt { $due } einen Ring für das Amt.
tudor-refused-due-wear = Erst steckt { $due } die Ringe neu an.
tudor-refused-due-token = Erst nutzt oder behält { $due } die eben genommene Marke.
tudor-refused-due-office = Erst nutzt { $due } die Aktion des Amtes oder verzichtet.
tudor-refused-no-step = Das steht jetzt nicht an.
tudor-refused-activated-already = In diesem Zug ist schon eine Figur aktiviert; die nächste muss warten.
tudor-refused-figure-not-there = { $player } hat keinen unbenutzten Höfling auf Stuhl { $chair } in Kammer { $chamber }.
tudor-refused-lord-not-there = { $player } hat keinen unbenutzten Lord in Kammer { $chamber }.
tudor-refused-activate-first = Aktiviere vor Aktion { $letter } eine Figur.
tudor-refused-letter-closed = Aktion { $letter } geht in diesem Zug nicht; bisher genommen: { $done }.
tudor-refused-office-letter = Ein Amt erlaubt eine der Aktionen A bis F, nicht { $letter }.
tudor-refused-must-activate = { $player } hat noch eine unbenutzte Figur; aktiviere sie vor dem Ende des Zuges.

## Ringe

tudor-refused-ring-worn = Ring { $ring } ist vergeben; wähle einen vom Ständer.
tudor-refused-stand-without = Der Ständer hat keinen Ring der Fraktion { $faction } mehr, also auch { $ring } nicht.
tudor-refused-not-his-rings = { $player } muss genau diese Ringe tragen: { $expected }.
tudor-refused-finger-of-two = Mit { $rings } Ringen trägt kein Finger zwei; das geht erst ab sechs Ringen.
tudor-refused-finger-bare = Mit { $rings } Ringen bleibt kein Finger frei.
tudor-refused-ring-not-robbed = Nimm einen Ring von der Hand von { $player }, der das Amt verlor; { $ring } ist nicht daran.
tudor-refused-ring-not-his = Ring { $ring } ist nicht an der Hand von { $player }.
tudor-refused-ring-not-others = Ring { $ring } trägt kein anderer Spieler.

## Kammern

tudor-refused-assign-supply = { $player } hat keinen Höfling im Vorrat; ruf einen zurück oder passe.
tudor-refused-bench-full = Die Bank von Kammer { $chamber } ist voll; sie fasst { $most }.
tudor-refused-pass-supply = { $player } hat Höflinge im Vorrat ({ $supply }); setze einen.
tudor-refused-lords-full = In Kammer { $chamber } sind zwei Lords; wähle eine andere.
tudor-refused-recall-supply = { $player } hat Höflinge im Vorrat ({ $supply }); zurückrufen geht nur mit leerem Vorrat.

## Der Thronsaal

tudor-refused-steps = Der Weg hat { $seen } Felder; dieser Zug geht über höchstens { $most }.
tudor-refused-supply-empty = { $player } hat keinen Höfling im Vorrat; zieh einen, der im Thronsaal steht.
tudor-refused-entry = Ein Höfling kommt auf ein freies Feld der Reihe 1; { $space } ist keines.
tudor-refused-courtier-not-there = { $player } hat keinen Höfling auf { $space }.
tudor-refused-not-beside = { $space } liegt nicht neben { $last }; ein Schritt geht hoch, runter, links oder rechts.
tudor-refused-entered-before = Der Weg kommt zweimal auf { $space }; erlaubt ist einmal.
tudor-refused-not-straight = Von { $last } geht dieser Zug gerade hoch, nicht nach { $space }.
tudor-refused-beyond-top = { $space } ist das oberste Feld der Spalte; dort endet der Zug.
tudor-refused-occupied = { $space } ist besetzt; ein Zug endet auf einem freien Feld.
tudor-refused-own-office = Dieser Spieler hat das Amt der Spalte { $column } schon; ihr oberstes Feld ist ihm verschlossen.
tudor-refused-token-seen = Plättchen { $token } ist schon bekannt; nimm eines aus dem Beutel.
tudor-refused-bag-without = Im Beutel ist kein Plättchen der Fraktion { $faction } mehr.

## Aktionen

tudor-refused-ring-missing = Das Plättchen auf { $space } ({ $faction }) braucht einen Ring seiner Fraktion.
tudor-refused-cards-number = { $seen } Karten sind genannt für { $expected } Felder; nenne für jedes eine.
tudor-refused-card-no-match = { $space } braucht eine Karte der Fraktion { $faction }; { $seen } passt nicht.
tudor-refused-cards-not-held = Diese Karten sind nicht alle auf der Hand: { $cards }.
tudor-refused-bonus-not-enhanced = Mit E kommt eine Karte nur, wenn die Finger der Verstärkung Ringe tragen.
tudor-refused-bonus-few-spaces = Mit E kommt eine Karte ab drei Feldern; das { $seen ->
    [one] ist eins
   *[other] sind { $seen }
  }.
tudor-refused-bonus-not-paid = Eine Karte der Fraktion { $faction } ist nicht bezahlt; nimm eine der bezahlten.
tudor-refused-swaps-not-enhanced = Zweimal tauschen geht nur mit Ringen an den Fingern der Verstärkung von B.
tudor-refused-swap-card-missing = Nenne die Karte zum neuen Ring, etwa { $faction }.
tudor-refused-swap-card-other = Die Karte muss zu einem genommenen Ring passen; { $faction } passt nicht.
tudor-refused-stack-empty = So viele Karten der Fraktion { $faction } haben die Stapel nicht.
tudor-refused-no-such-ring = An der Hand ist kein Ring der Fraktion { $faction }.
tudor-refused-cards-more-than-two = { $seen } Karten sind genannt; nimm höchstens zwei.
tudor-refused-one-ring-twice = Ein Ring der Fraktion { $faction } bringt eine Karte; zwei brauchen zwei Ringe oder D verstärkt.
tudor-refused-pair-possible = Zwei Karten sind zu haben; nenne beide.
tudor-refused-back-with-two = Gib nur eine Karte zurück, wenn du zwei nimmst.
tudor-refused-two-not-enhanced = Zwei Karten brauchen Ringe an den Fingern der Verstärkung von F; nimm eine.
tudor-refused-back-not-held = Auf der Hand ist keine Karte der Fraktion { $faction }, die zurückgehen könnte.
tudor-refused-moved-already = { $player } hat den Bonuszug dieser Runde schon gemacht.
tudor-refused-tokens-alike = Plättchen { $token } ist zweimal genannt; gib zwei verschiedene aus.
tudor-refused-token-not-his = Plättchen { $token } liegt nicht hinter dem Schirm von { $player }.
tudor-refused-token-worth = Plättchen { $token } ist weniger als 0 wert; du kannst es nicht ausgeben.

## Szenario- und Wertungskarten

tudor-refused-token-other-kind = Diese Seite der Karte braucht eine runde Marke der anderen Sorte.
tudor-refused-round-tokens-few = Das kostet { $influence } Einfluss und { $intrigue } Intrige; so viel hat der Spieler nicht.
tudor-refused-courtier-not-on-chair = { $player } hat keinen Höfling auf Stuhl { $chair } in Kammer { $chamber }.
tudor-refused-space-twice = { $space } ist zweimal genannt; nenne zwei verschiedene Felder.
tudor-refused-space-without-token = Auf { $space } liegt kein Plättchen; nenne zwei Felder mit je einem.
tudor-refused-chairs-apart = Nur benachbarte Stühle können tauschen.
tudor-refused-chair-empty = Einer dieser Stühle in Kammer { $chamber } ist leer; beide müssen besetzt sein.
tudor-refused-neither-his = Keiner der beiden Höflinge gehört { $player }; einer muss.
tudor-refused-jump-not-behind = { $space } liegt nicht zwei Felder geradeaus von { $origin }.
tudor-refused-jump-nobody = Auf { $space } steht kein Höfling zum Überspringen.
tudor-refused-side-used = Diese Seite der Karte wurde in diesem Zug schon benutzt; sie gilt einmal pro Zug.
tudor-refused-banish-nobody = Auf { $space } steht kein Höfling eines anderen Spielers.
tudor-refused-no-card-6 = Gesandte brauchen die Wertungskarte 6, und die ist nicht im Spiel.
tudor-refused-ambassador-supply = { $player } hat keinen Höfling im Vorrat, der Gesandter werden könnte.

## Korrekturen

tudor-refused-amend-hand = { $player } hat { $has ->
    [one] eine Karte
   *[other] { $has } Karten
  } der Fraktion { $faction }; eine Änderung um { $change } ergäbe weniger als 0.
tudor-refused-amend-stack = Der Stapel der Fraktion { $faction } hat nur { $has } Karten; die Änderung muss kleiner sein.
tudor-refused-amend-prestige = { $player } hat { $has } Ansehen; eine Änderung um { $change } ergäbe weniger als 0.
