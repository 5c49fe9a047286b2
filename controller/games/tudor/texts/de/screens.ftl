# Was die Konsole von Tudor zeigt: wer am Zug ist, was davon bekannt ist, was gefragt oder getippt wird.

## Spieler, Fraktionen, Orte

tudor-player-red = Rot
tudor-player-grey = Grau
tudor-player-brown = Braun
tudor-player-blue = Blau
tudor-player-yellow = Gelb
tudor-player-green = Grün
tudor-player-purple = Lila
tudor-say-red = rot
tudor-say-grey = grau
tudor-say-brown = braun
tudor-say-blue = blau
tudor-say-yellow = gelb
tudor-say-green = grün
tudor-say-purple = lila
tudor-say-it = { $it }
tudor-say-both = { $one } { $other }
tudor-say-list = { $things }
tudor-say-card = { $count ->
    [one] { $faction }
   *[other] { $count } { $faction }
  }
tudor-say-plus = { $one }+{ $other }
tudor-say-supply = Vorrat
tudor-say-lord = Kammer { $chamber }: Lord
tudor-say-chair = Kammer { $chamber }, Stuhl { $chair }
tudor-say-chairs = K. { $chamber }: { $upper } und { $lower }
tudor-say-chamber = Kammer { $chamber }: { $one }, { $other }
tudor-say-finger = { $finger } { $ring }
tudor-say-thumb = Daumen
tudor-say-index = Zeigefinger
tudor-say-middle = Mittelfinger
tudor-say-ring = Ringfinger
tudor-say-pinky = kleiner Finger
tudor-say-card-number = Karte { $number }
tudor-say-no-card = keine Karte
tudor-say-once = Das ist alles
tudor-say-again = Noch ein Tausch
tudor-round-influence = Einfluss
tudor-round-intrigue = Intrige

## Vor einem Spiel

tudor-wait-begin-title = Tudor
tudor-wait-begin = Drücke den Knopf. Zum Legen von Hand: ein Spielteil an jedes Tor.
tudor-wait-first-title = Wer beginnt
tudor-wait-first = { $player } beginnt
tudor-wait-join-title = Wer spielt?
tudor-wait-join = Ein Spielteil an jedes Tor.
tudor-wait-join-enough = Drücken: das sind alle
tudor-wait-join-more = Mindestens zwei
tudor-wait-lay = Plättchen, noch { $left }
tudor-wait-round-title = { $space }: runde Marke
tudor-wait-round = Ja. Nein: die andere
tudor-ask-scoring-1 = 1. Wertungskarte
tudor-ask-scoring-2 = 2. Wertungskarte
tudor-ask-scenario = Szenariokarte

## Was von einem Zug bekannt ist

tudor-wait-title = { $player }: { $told }
tudor-short-move = Bonus
tudor-short-left = links
tudor-short-right = rechts
tudor-short-exchange = Tausch
tudor-short-recall = Rückruf
tudor-short-amend = Karten
tudor-wait-from = Von { $space }
tudor-wait-pays = Zahlt: { $cards }
tudor-wait-spends = Legt { $count } von 2
tudor-wait-rings = Ringe: { $rings }
tudor-wait-turn = { $question } { $number }/{ $of }
tudor-wait-yes = Ja oder Drücken: fertig
tudor-wait-back = Knopf halten: zurück

## Was über das Tor gehört

tudor-wait-draw = { $player } zieht, noch { $left }
tudor-wait-ring-title = Ring wählen
tudor-wait-office-title = Amt { $column }
tudor-wait-hand-title = Ringe
tudor-wait-hand-first = Trag die Ringe über dein Tor, den Daumen zuerst.
tudor-wait-tap-ring = Trag einen Ring vom Ständer über dein Tor.
tudor-wait-tap-stand = Trag einen Ring vom Ständer über dein Tor.
tudor-wait-tap-robbed = Trag einen Ring von { $player } über dein Tor.
tudor-wait-tap-path = Trag die Plättchen des Wegs nacheinander übers Tor.
tudor-wait-tap-path-on = Trag das nächste Plättchen übers Tor.
tudor-wait-tap-spent = Trag zwei eigene Plättchen übers Tor, dann eines vom Brett.
tudor-wait-tap-spent-on = Noch ein eigenes übers Tor, dann eines vom Brett.
tudor-wait-tap-rings = Trag die zwei Ringe zum Tausch übers Tor.
tudor-wait-tap-rings-on = Trag den anderen Ring übers Tor.
tudor-wait-tap-tokens = Trag die zwei Plättchen zum Tausch übers Tor.
tudor-wait-tap-tokens-on = Trag das andere Plättchen übers Tor.
tudor-wait-hand-left = Ringe, noch { $left }
tudor-wait-hand-all = Ringe: { $number }
tudor-wait-hand-turn = Drehen: Finger. Ja: fertig

## Was gefragt wird

tudor-ask-what = { $player }: was nun?
tudor-ask-what-short = Aktion?
tudor-ask-token = { $player }: Marke nutzen?
tudor-ask-office = { $player }: Amtsaktion
tudor-ask-courtier = { $player }: auf Bank
tudor-ask-lord = { $player }: Lord nach
tudor-ask-chamber = { $player }: auf Bank
tudor-ask-origin = Woher?
tudor-ask-path = Welcher Weg?
tudor-ask-figure = Welche Figur?
tudor-ask-pay = Karte für { $space }
tudor-ask-bonus = Karte zurück
tudor-ask-card-1 = nimmt Karte
tudor-ask-card-2 = 2. Karte
tudor-ask-back = gibt zurück
tudor-ask-give-1 = gibt Karte
tudor-ask-give-2 = gibt 2. Karte
tudor-ask-again = Noch einmal?
tudor-ask-chair = welche Figur
tudor-ask-chairs = welche Stühle
tudor-ask-space = welches Feld

## Was man tun kann

tudor-do-A = A: Ringzug
tudor-do-B = B: Ringtausch
tudor-do-C = C: kurzer Hofzug
tudor-do-D = D: 2 Ringkarten
tudor-do-E = E: langer Hofzug
tudor-do-F = F: beliebige Karte
tudor-do-G = G: ein Feld hoch
tudor-do-H = H: eine Ringkarte
tudor-do-move = Bonus: Zug
tudor-do-exchange = Bonus: Kartentausch
tudor-do-recall = Höfling zurück
tudor-do-end-turn = Zug beenden
tudor-do-decline = Nein, behalten
tudor-do-pass = Passen
tudor-do-ambassador = Gesandter
tudor-do-left-1 = 2 Einfl.: auf Bank
tudor-do-right-1 = Plättchen tauschen
tudor-do-left-2 = Für eine Karte
tudor-do-right-2 = Stühle tauschen
tudor-do-left-3 = 2 Einfl.: Karte
tudor-do-right-3 = 2 Intr.: Sprung
tudor-do-left-4 = 1 und 1: Ringe
tudor-do-left-5 = 2 Einfl.: 2 Schritte
tudor-do-right-5 = Intrige: verbannen

## Das Ende

tudor-wait-over-title = Es gewinnt
tudor-wait-over = { $prestige } Ansehen
