# Was die Konsole zeigt: worauf der Tisch wartet, was angesagt wird, und was im Menü zur Wahl steht.

## Worauf der Tisch wartet

wait-begin-title = Royaltable
wait-begin = Zum Beginnen den Knopf drücken.
wait-first-title = { $color }: erste Statue
wait-first = Stell sie auf eine Wiese.
wait-first-has = Rang { $rank }, { $supporters }
wait-spin-title = Der König dreht
wait-spin = { $color }, drück den Knopf.
wait-spin-for = Für { $commodity }: Knopf drücken.
wait-aside-title = Beiseitelegen
wait-aside = { $left ->
    [one] Ein Plättchen fehlt noch.
   *[other] { $left } Plättchen fehlen noch.
  }
wait-aside-how = Je drei, verdeckt, über das eigene Tor.
wait-aside-by = Fehlt: { $colors }
wait-collect-title = Alle bereit?
wait-collect-wanted = Lasst je { $demand } übrig.
wait-collect = { $color }, drück den Knopf, dann läuft die Sanduhr.
wait-rob = Raube! { $tiles } geraubt
wait-rob-leave = Lass je { $demand }! { $tiles } geraubt
wait-late-title = Zeit um
wait-late = Leg ab, was du hältst.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = Richtig? Ja oder Knopf.
wait-build-title = { $color } baut
wait-build-tap = { $round ->
    [1] Zahl mit Plättchen übers Tor.
   *[other] Durchgang { $round }: zahl übers Tor.
  }
wait-build-paid = für { $tiles }
wait-build-paid-title = { $color } zahlt
wait-build-turn = Drehen: Gezahltes
wait-build-press = Knopf: bauen
wait-pass = Knopf halten: passen.
offer-field = { $kind } { $field }
offer-touching = { $kind }
offer-double = { $kind }, doppelt
offer-gains = { $what }, +{ $gains }
wait-reveal-title = Neues Land
wait-reveal = { $count ->
    [one] { $color } deckt eine Landschaftstafel auf.
   *[other] { $color } deckt { $count } Landschaftstafeln auf.
  }
wait-reveal-honour = Dann Knopf drücken.
wait-on-page = Auf der Seite.
wait-over-title = { $color } gewinnt
wait-over = { $placed } Statuen: { $ending }.
wait-over-menu = Knopf: Menü

## Was angesagt und erzählt wird

caption-demand = verlangt, je Ware
caption-demand-for = { $commodity } verlangt
screen-count-title = Beim Volk übrig
screen-left-of-wanted = { $left } von { $wanted }
screen-tumult-title = Tumult: { $commodity }
screen-pays = { $color } zahlt { $paid }
screen-gives-values = gibt { $commodity } { $tiles } zurück
screen-keeps = nichts geht zurück
screen-left-over = Zurück ans Volk
screen-shared = Alle erhalten
screen-gathered = Alle geben
screen-mercy = Gnade des Volks
screen-no-mercy = Gnade für niemanden: alle umdrehen.
screen-mercy-others = Alle anderen: keine
screen-mercy-up = { $colors }: Gnade
screen-passed-over = Nichts zu bauen
screen-ranks-same = Gleiche Ränge
screen-ranks-swap = Rangkarten tauschen
screen-list = { $things }
screen-consolation = Konnte nicht bauen
screen-get = { $count ->
    [one] nimmt { $gained }
   *[other] nehmen je { $gained }
  }
screen-crowned = { $color } ist König
screen-king-pays = zahlt { $paid }
screen-chronicle = { $statues ->
    [one] Chronik: eine Statue
   *[other] Chronik: { $statues } Statuen
  }
counted-tumult = Tumult: { $commodity }

## Einwände

refused-lift = Ansehen darf man nur Plättchen des Volkes, und nur solange die Sanduhr läuft. Leg es verdeckt hin.

## Das Menü der Konsole

menu-variant-classic = Variante: klassisch
menu-variant-gambler = Variante: Zocker
menu-map-tracked = Karte: auf der Seite
menu-map-honour = Karte: die Spieler

analysis-rough = Von jedem Moment aus wurden wenige Partien ausgespielt, die Zahlen sind also grob.

screen-ranks-title = Statuen, Anhänger
screen-rank = { $rank }. { $color }
screen-rank-has = { $statues }, { $supporters }
said-rank = Rang { $rank }: { $color } hat { $statues ->
    [0] keine Statue
    [one] eine Statue
   *[other] { $statues } Statuen
  } und { $supporters }.

screen-built-title = { $color } baut
screen-built = { $statues ->
    [one] { $kind }: eine Statue
   *[other] { $kind }: { $statues } Statuen
  }
screen-back = zurück: { $tiles }

kind-tile = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
}
