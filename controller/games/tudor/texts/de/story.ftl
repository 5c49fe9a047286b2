# Die Geschichte von Tudor: was geschah, mit der Regel dahinter; nichts von dem, was hinter einem Schirm liegt.

kind-token = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
  }
kind-ring = { $count ->
    [one] ein Ring
   *[other] { $count } Ringe
  }
menu-tudor-cards-first = Karten: 1. Partie
menu-tudor-cards-drawn = Karten: gezogen
tudor-compare = Ansehen { $players }
tudor-compare-one = { $player } { $prestige }
tudor-prestige = { $prestige }
tudor-standings = Runde { $round } von { $rounds }
tudor-lift = Es liegt verdeckt und darf jetzt nicht angesehen werden.

tudor-by-A = dem Ringzug
tudor-by-C = dem kurzen Hofzug
tudor-by-E = dem langen Hofzug
tudor-by-G = dem Hofzug um ein Feld
tudor-by-move = dem Bonuszug
tudor-by-jump = einem Sprung
tudor-by-stroll = der Szenariokarte

tudor-told-began = { $count } spielen, { $player } beginnt; Wertungskarten { $one } und { $other }, Szenario { $scenario } (TU-0.3, TU-0.4).
tudor-told-round = Runde { $round } beginnt mit { $player }.
tudor-told-ring-chosen = { $player } wählt einen Ring in { $faction } (TU-1.1).
tudor-told-hand = { $player } hat die Ringe angesteckt (TU-2.1).
tudor-told-assigned = { $player } setzt einen Höfling auf die Bank von Kammer { $chamber } (TU-3.1).
tudor-told-passed = { $player } passt (TU-3.5).
tudor-told-placement-lost = { $player } hat keinen Höfling oder keinen Platz und verliert eine Platzierung (TU-3.4).
tudor-told-pushed-out = Aus Kammer { $chamber } verdrängt: { $players } (TU-4.2).
tudor-told-lord = Der Lord von { $player } betritt Kammer { $chamber } (TU-5.1).
tudor-told-idle = Kammer { $chamber } hat keinen Lord: Ihre Höflinge gelten als benutzt (TU-5.3).
tudor-told-activated = { $player } aktiviert den Höfling auf Stuhl { $chair } von Kammer { $chamber } (TU-6.2).
tudor-told-activated-lord = { $player } aktiviert den Lord in Kammer { $chamber } (TU-6.2).
tudor-told-entered = Ein Höfling von { $player } betritt mit { $how } den Thronsaal und hält auf { $path } (TU-7.4).
tudor-told-moved = Ein Höfling von { $player } zieht mit { $how } von { $origin } nach { $path } (TU-7.1).
tudor-told-recalled = { $player } holt den Höfling von { $space } zurück (TU-7.13).
tudor-told-drawn = { $space } bekommt ein Plättchen in { $faction } (TU-7.10).
tudor-told-office = { $player } übernimmt Amt { $column }{ $prestige ->
    [0] {""}
   *[other] : { $prestige } Ansehen
  } (TU-8.1).
tudor-told-office-robbed = { $player } nimmt { $other } Amt { $column } ab{ $prestige ->
    [0] {""}
   *[other] : { $prestige } Ansehen
  } (TU-8.3).
tudor-told-ring = { $player } nimmt einen Ring in { $faction } vom Ständer (TU-8.2).
tudor-told-ring-robbed = { $player } nimmt { $other } einen Ring in { $faction } von der Hand (TU-8.3).
tudor-told-swapped = { $player } gibt einen Ring in { $given } zurück und nimmt einen in { $taken } (TU-9.2).
tudor-told-cards-D = { $player } nimmt { $count ->
    [one] eine Karte passend zu einem Ring (TU-9.4).
   *[other] zwei Karten passend zu Ringen (TU-9.4).
  }
tudor-told-cards-F = { $player } nimmt eine beliebige Karte (TU-9.6).
tudor-told-cards-two = { $player } nimmt zwei beliebige Karten und gibt eine zurück (TU-10.6).
tudor-told-cards-H = { $player } nimmt eine Karte passend zu einem Ring (TU-9.8).
tudor-told-exchanged = { $player } tauscht zwei Karten gegen eine andere (TU-11.3).
tudor-told-spends = { $player } gibt für einen Bonuszug die Plättchen { $tokens } aus (TU-11.2).
tudor-told-card-for-influence = { $player } nimmt eine Karte für { $influence ->
    [one] einmal Einfluss (TU-12.2).
   *[other] { $influence }-mal Einfluss (TU-12.3).
  }
tudor-told-forgone = { $player } verzichtet auf die Aktion des Amtes (TU-12.7).
tudor-told-benched = { $player } schickt den Höfling von Stuhl { $chair } in Kammer { $chamber } auf die Bank von Kammer { $to } (TU-12.1).
tudor-told-tokens-swapped = { $player } tauscht die Plättchen auf { $one } und { $other } (TU-12.1).
tudor-told-chairs = { $player } tauscht Stuhl { $one } und { $other } in Kammer { $chamber } (TU-12.2).
tudor-told-traded = { $player } und { $other } tauschen Ringe (TU-12.4).
tudor-told-banished = { $player } verbannt den Höfling von { $other } auf { $space } (TU-12.5).
tudor-told-ambassador = { $player } schickt einen Gesandten (TU-13.6).
tudor-told-column = { $player } hat die meisten Höflinge in Spalte { $column }: { $prestige } Ansehen (TU-13.5).
tudor-told-round-ended = Runde { $round } ist vorbei (TU-14.1).
tudor-told-scored = { $player }: { $before } während der Partie, { $one } und { $other } für die Wertungskarten, { $garter } für den Hosenbandorden, insgesamt { $prestige } (TU-15.1).
tudor-told-over = { $count ->
    [one] { $players } gewinnt die Partie mit { $prestige } Ansehen (TU-15.3).
   *[other] { $players } gewinnen die Partie gemeinsam mit je { $prestige } Ansehen (TU-15.3).
  } { $why }
tudor-won-by = { $part } entschied gegen { $player }, { $one } zu { $other }.
tudor-won-by-play = Das Ansehen während der Partie
tudor-won-by-card = Wertungskarte { $card } ({ $what })
tudor-won-by-garter = Der Hosenbandorden
tudor-won-tied = Bei gleichem Ansehen entscheiden Karten, dann runde Marken, dann Ringe.
tudor-told-amended-cards = Korrigierte Karten: { $players }.
tudor-told-amended-prestige = Das Ansehen von { $player } ist auf { $prestige } korrigiert.
tudor-told-amended-swap = Korrektur: Die Plättchen auf { $one } und { $other } sind vertauscht.
tudor-told-undone = Zurückgenommen: { $what } (Schritt { $seq }).
tudor-undone-of = { $what } von { $player }

tudor-did-start = der Beginn
tudor-did-choose-ring = die Wahl eines Rings
tudor-did-wear = das Anstecken der Ringe
tudor-did-assign = eine Platzierung
tudor-did-pass = ein Passen
tudor-did-recall = ein Rückruf
tudor-did-place-lord = das Setzen eines Lords
tudor-did-activate = eine Aktivierung
tudor-did-act-A = ein Ringzug
tudor-did-act-B = ein Ringtausch
tudor-did-act-C = ein kurzer Hofzug
tudor-did-act-D = zwei Karten passend zu Ringen
tudor-did-act-E = ein langer Hofzug
tudor-did-act-F = eine beliebige Karte
tudor-did-act-G = ein Hofzug um ein Feld
tudor-did-act-H = eine Karte passend zu einem Ring
tudor-did-move = ein Bonuszug
tudor-did-exchange = ein Kartentausch
tudor-did-scenario = ein Einsatz der Szenariokarte
tudor-did-ambassador = ein Gesandter
tudor-did-decline = ein Behalten oder Verzichten
tudor-did-draw = ein Ziehen
tudor-did-take-ring = der Ring eines Amtes
tudor-did-end-turn = das Ende eines Zuges
tudor-did-amend = eine Korrektur

## Szenen: was geschehen ist, eins nach dem anderen

tudor-scene-both = { $one } { $other }
tudor-scene-chairs-title = Auf die Stühle
tudor-scene-chairs = Die Höflinge gehen von den Bänken auf die Stühle, zuerst wer der Tür am nächsten steht (TU-4.1).
tudor-scene-chairs-short = Bänke leeren: Tür zuerst.
tudor-scene-out = { $player } aus Kammer { $chamber }
tudor-scene-idle-title = Kein Lord
tudor-scene-idle = Hinter die Stühle: Kammer { $chambers }
tudor-scene-office-title = { $player }: Amt { $column }
tudor-scene-back = In den Vorrat: { $player }
tudor-scene-banished-title = Verbannt
tudor-scene-more = +{ $prestige }
tudor-scene-more-prestige = +{ $prestige } Ansehen
tudor-scene-column-title = Meiste Höflinge
tudor-scene-round = Die Lords kehren zu ihren Spielern zurück, die Figuren treten hinter den Stühlen hervor, und ausgegebene Plättchen verlassen das Spiel.
tudor-scene-scored-title = { $player }: { $prestige }
tudor-scene-scored = Karte { $first }: { $one }, Karte { $second }: { $other }
tudor-scene-garter = Hosenbandorden: { $garter }
