# Was die Konsole zeigt: worauf der Tisch wartet, was angesagt wird, und was im Menü zur Wahl steht.

## Worauf der Tisch wartet

wait-begin-title = Royaltable
wait-begin = Zum Beginnen den Knopf drücken.
wait-first-title = { $color } beginnt
wait-first = Erste Statue auf eine Wiese.
wait-first-honour = Hinstellen, Knopf drücken.
wait-spin-title = Der König dreht
wait-spin = { $color }, drück den Knopf.
wait-spin-for = Für { $commodity }: Knopf drücken.
wait-aside-title = Beiseitelegen
wait-aside = { $left ->
    [one] Ein Plättchen fehlt noch.
   *[other] { $left } Plättchen fehlen noch.
  }
wait-aside-how = Je drei, ungesehen, übers eigene Tor.
wait-collect-title = Alle bereit?
wait-collect = { $color }, drück den Knopf: Die Sanduhr läuft.
wait-rob = Raube! { $tiles } geraubt
wait-late-title = Zeit um
wait-late = Leg ab, was du hältst.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = Richtig? Ja oder Knopf.
wait-build-title = { $color } baut
wait-build-tap = Tipp an, womit du bezahlst.
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
wait-over = { $placed } Statuen.

## Was angesagt und erzählt wird

caption-demand = von jeder Ware
screen-count-title = Beim Volk übrig
screen-left-of-wanted = { $left } von { $wanted }
screen-tumult-title = Tumult: { $commodity }
screen-pays = { $color } zahlt { $number }
screen-gives-back = zurück: { $tiles }
screen-keeps = nichts geht zurück
tiles-alike = { $count } vom Wert { $value }
screen-alike = { $count }×{ $value }
screen-left-over = Zurückgeben
screen-shared = Alle erhalten
screen-gathered = Alle geben
screen-mercy = Gnade des Volks
screen-passed-over = Nichts zu bauen
screen-list = { $things }
screen-consolation = Konnte nicht bauen
screen-get = je: { $gained }
screen-crowned = { $color } ist König
screen-king-pays = zahlt { $paid }
screen-chronicle = { $statues ->
    [one] Chronik: eine Statue
   *[other] Chronik: { $statues } Statuen
  }
counted-tumult = Tumult: { $commodity }

## Einwände

refused-lift = Ansehen darf man nur Plättchen des Volkes, und nur solange die Sanduhr läuft. Leg es ungesehen hin.

## Das Menü der Konsole

menu-variant-classic = Variante: klassisch
menu-variant-gambler = Variante: Zocker
menu-map-tracked = Karte: auf der Seite
menu-map-honour = Karte: die Spieler

bots-not-compiled = Bots schauen hier weniger weit voraus.
analysis-not-compiled = Hier werden wenige Partien ausgespielt, die Zahlen sind also grob.

screen-ranks-title = Statuen, Anhänger
screen-rank = { $rank }. { $color }
screen-rank-has = { $statues }, { $supporters }

screen-built-title = { $color } baut
screen-built-printed = { $kind }
screen-built-double = { $kind }, doppelter Preis
screen-built-statues = Statuen: { $statues }, gesamt { $placed }
screen-built-gained = Anhänger: +{ $gained }

kind-tile = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
}
