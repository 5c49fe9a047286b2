# Was der Tisch sagt: Bildschirme, die Geschichte für Zuschauer, Einwände.

blue = Blau
yellow = Gelb
purple = Lila
grey = Grau

bread = Brot
marble = Marmor
tools = Werkzeug

pasture = Wiese
forest = Wald
mountain = Gebirge
village = Dorf
palace = Palast

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
wait-rob = Raubt! { $tiles } geraubt
wait-late-title = Zeit um
wait-late = Legt ab, was ihr haltet.
wait-castle-tiles = { $color } { $tiles }
wait-counts = { $castles }
wait-count = Gut so? Ja oder Knopf.
wait-build-title = { $color } baut
wait-build-tap = Tippt an, womit ihr bezahlt.
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
screen-tumult-title = Tumult!
screen-tumult-left = { $commodity }: { $left } von { $demand } übrig
screen-tumult-greediest = { $color }: Gier { $greed }
screen-tumult-pays = zahlt { $paid }
screen-tumult-keeps = behält { $value }, gibt { $count } ab
screen-calm-title = Das Volk ist ruhig
screen-commodity-left = { $commodity } { $left }

## Einwände

complaint-title = Jetzt nicht
complaint-at = { $castle }: nein
refused-lift = Ansehen darf man Plättchen nur, solange die Sanduhr läuft, und nur die des Volkes. Legt es ungesehen hin.

## Geräte

device-lost = { $device } geht nicht: { $fault } Das Spiel geht von Hand weiter.
device-back = { $device } geht wieder.
device-oled = Die Anzeige
device-spinner = Der Pfeil
device-console = Der Knopf
device-journal = Das Journal
device-reader = Das Tor von { $castle }
device-panel = Das Pult von { $castle }
trouble-spinner = Er hat sich verlaufen. Die Zahl hier auf der Anzeige gilt.
trouble-console = Er ist ausgefallen. Spielt auf der Seite weiter.
trouble-journal = Jetzt wird nichts gesichert. Lasst den Strom an.
trouble-reader = Es ist ausgefallen. Gebt diese Plättchen auf der Seite ein.
trouble-panel = Es ist ausgefallen. Der Knopf des Königs spricht für diese Burg.

## Das Menü der Konsole

menu-title-setup = Neues Spiel
menu-title-castles = Wer spielt mit?
menu-title-pause = Pause
menu-start = Beginnen, zu { $castles ->
    [2] zweit
    [3] dritt
   *[other] viert
  }
menu-castles = Spieler: { $castles }
menu-castle-plays = { $castle }: spielt
menu-castle-rests = { $castle }: ruht
menu-variant-classic = Spiel: klassisch
menu-variant-gambler = Spiel: Zocker
menu-map-tracked = Karte: auf der Seite
menu-map-honour = Karte: auf Ehre
menu-hourglass = Sanduhr: { $seconds } s
menu-hourglass-set = Drehen: { $seconds } s
menu-spin = Pfeil ausprobieren
menu-continue = Weiter
menu-undo = Schritt zurück
menu-new-game = Neues Spiel
menu-back = Zurück
menu-shut-down = Halten: ausschalten
caption-try = Nur ein Versuch
