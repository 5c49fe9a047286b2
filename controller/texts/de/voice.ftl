# Was laut gesagt wird, und was davon eingestellt ist.

voice-entry = { $entry }, { $place } von { $count }
voice-leaf = { $place } von { $count }: { $entry }
voice-row = { $name }: { $has }
voice-number = { $caption }: { $number }
voice-address = Die Seite steht unter { $address }
voice-device-back = { $device } geht wieder.
voice-hidden = Das darf nur { $castle } wissen, und hat keinen Ohrhörer. Noch einmal gehalten zählt es.
told-nothing = Es gibt nichts zu sagen.

menu-says-0 = Stimme: aus
menu-says-1 = Stimme: das Spiel
menu-says-2 = Stimme: alles
menu-says-some = Stimme: einiges
menu-listener = Ansage: { $castle }
menu-listeners = { $count ->
    [0] Ansage: niemand
   *[other] Ansage: { $count } Burgen
  }
menu-told-state = Den Tisch hören
menu-told-choices = Wahl hören

device-voice = Die Stimme
trouble-voice = Sie ist stumm. Alles, was sie sagen würde, steht auf der Seite.
part-voice = die Stimme
