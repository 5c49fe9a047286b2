# Was der Tisch von sich aus sagt: Einwände, Geräte, das Menü der Konsole.

# Between thousands, and before a fraction.
number-separators = .,

## Einwände

complaint-title = Jetzt nicht
complaint-at = { $castle }: nein
complaint-rule = { $title }, { $rule }
complaint-unknown-tag = Unbekannt. Nehmt eines dieser Schachtel.
complaint-one-at-a-time = Zwei zugleich. Bitte eines nach dem andern.
complaint-game-cannot = Dieses Spiel kann das nicht.
complaint-busy = Der Tisch hat gerade zu viel zu tun. Gleich noch einmal!
press-no-effect = Das bewirkt gerade nichts.
press-not-noticed = Das hat der Tisch nicht bemerkt: Ein Gerät ist ausgefallen, oder es war zu kurz.
press-absent = Hier fehlt: { $device }. In table.toml ergänzen.
complaint-paused = Das Spiel ruht. Legt das Plättchen zurück; weiter am Knopf.
complaint-too-many-castles = Höchstens { $most } Burgen spielen. Lasst erst eine andere ruhen.
complaint-too-few-castles = Mindestens { $fewest ->
    [one] eine Burg spielt
    [2] zwei Burgen spielen
   *[other] { $fewest } Burgen spielen
  }. Lasst erst eine andere mitspielen.

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
trouble-panel = Es ist ausgefallen. Der Knopf spricht für diese Burg.

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
menu-hourglass_s = Sanduhr: { $seconds } s
menu-hourglass_s-set = Drehen: { $seconds } s
menu-turn_timer_s = Zugzeit: { $seconds ->
    [0] aus
   *[other] { $seconds } s
}
menu-turn_timer_s-set = Drehen: { $seconds } s
menu-spin = Pfeil ausprobieren
menu-continue = Weiter
menu-undo = Schritt zurück
menu-new-game = Neues Spiel
menu-back = Zurück
menu-shut-down = Halten: ausschalten
menu-go-back = Zurück und ändern
caption-try = Nur ein Versuch
turn-time-up-title = Zeit ist um
turn-time-up = Der Zug geht trotzdem weiter.

## Nach einer Berichtigung

nothing = {""}
move = { $what }: { $before } → { $after }
screen-move-to = > { $after }
screen-move-title = Umlegen, drücken
screen-move-more = Drehen: noch { $count }
