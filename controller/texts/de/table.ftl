# Was der Tisch von sich aus sagt: Einwände, Geräte, das Menü der Konsole.

## Einwände

complaint-title = Jetzt nicht
complaint-at = { $castle }: nein
complaint-unknown-tag = Unbekannt. Nimm eins aus dieser Schachtel.
complaint-one-at-a-time = Zwei zugleich. Bitte eins nach dem anderen.
complaint-unread = Ein Plättchen blieb ungelesen. Noch einmal, einzeln.
complaint-two-gates = Auch bei { $castle } gelesen. Noch einmal, weiter weg.
complaint-read-elsewhere = Eben bei { $castle } gelesen. Falls falsch: dort korrigieren.
complaint-game-cannot = Dieses Spiel kann das nicht.
complaint-busy = Der Tisch ist ausgelastet. Versuch es gleich noch einmal.
press-no-effect = Das bewirkt gerade nichts.
press-no-effect-due = Das bewirkt gerade nichts. Jetzt ist dran: { $due }
press-no-effect-hourglass = Das bewirkt nichts, solange die Sanduhr läuft.
press-not-noticed = Der Tisch hat das nicht bemerkt. Versuch es noch einmal, etwas länger.
press-absent = Diesem Tisch fehlt: { $device }.
complaint-paused = Spielpause. Leg das Plättchen zurück. Weiter mit dem Knopf.
complaint-too-many-castles = Höchstens { $most } Burgen spielen. Nimm erst eine andere heraus.
complaint-too-few-castles = Mindestens { $fewest ->
    [one] eine Burg spielt
    [2] zwei Burgen spielen
   *[other] { $fewest } Burgen spielen
  }. Lass erst eine andere mitspielen.

## Geräte

device-lost = { $device } funktioniert nicht. Die Partie geht auch so weiter.
device-back = { $device } funktioniert wieder.
device-oled = Die Anzeige
device-spinner = Der Pfeil
device-console = Der Knopf
device-journal = Das Journal
device-reader = Das Tor von { $castle }
device-panel = Das Pult von { $castle }
device-beams = Lichtschranke { $castle }
trouble-spinner = Position verloren. Es gilt die Zahl auf dieser Anzeige.
trouble-console = Ausgefallen. Spiel auf der Seite weiter.
trouble-journal = Es wird nichts gespeichert. Lass den Strom an.
trouble-reader = Ausgefallen. Gib seine Spielteile auf der Seite ein.
trouble-panel = Ausgefallen. Nimm für diese Burg den Knopf.
trouble-beams = Gestört. Ein Plättchen kann unbemerkt bleiben.

## Das Menü der Konsole

menu-title-setup = Neue Partie
menu-title-castles = Wer spielt mit?
menu-title-pause = Pause
menu-start = Beginnen, zu { $castles ->
    [2] zweit
    [3] dritt
   *[other] viert
  }
menu-castles = Spieler: { $castles }
menu-castle-plays = { $castle }: spielt
menu-castle-rests = { $castle }: setzt aus
menu-castle-bot = { $castle }: Bot
menu-castle-bot-level = { $castle }: Bot, { $level }
menu-hourglass_s = Sanduhr: { $seconds } s
menu-hourglass_s-set = Drehen: { $seconds } s
menu-turn_timer_s = Zugzeit: { $seconds ->
    [0] aus
   *[other] { $seconds } s
}
menu-turn_timer_s-set = Drehen: { $seconds } s
menu-spin = Pfeil testen
menu-continue = Weiter
menu-undo = Schritt zurück
menu-new-game = Neue Partie
menu-back = Zurück
menu-shut-down = Ausschalten
menu-go-back = Zurück und ändern
caption-try = Nur ein Test
turn-time-up-title = Zeit ist um
turn-time-up = Bring deinen Zug bitte zu Ende.

## Nach einer Korrektur

nothing = {""}
move = { $what }: { $before } → { $after }
screen-move-to = > { $after }
screen-move-title = Umlegen, drücken
screen-move-more = Umlegen, dreh: +{ $count }
moves-title = Lege die genannten Spielteile um und drücke dann den Knopf.
said-move = Leg { $what } von „{ $before }“ nach „{ $after }“.
said-move-press = Drück dann den Knopf.

## Aufträge von Bots

errand-title = Hilf { $castle }
errand-pass = Die Spielteile einzeln über das Tor; die Lampen zeigen das richtige.
errand-confirm = Ja bei { $castle }: fertig
errand-caption = { $count ->
    [one] Hilf { $castle }
   *[other] Hilf { $count } Burgen
}
errand-wrong-piece = Leg es zurück und nimm ein anderes Spielteil.

## Üben

practice-title = Zug zurücknehmen?
practice-gain = Anderer Zug: +{ $gain } %
practice-better = Gespielt: { $done } Besser: { $better } Damit gewinnst du um { $gain } Prozentpunkte häufiger.
