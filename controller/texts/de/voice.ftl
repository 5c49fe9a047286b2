# Was die Stimme sagt, und ihre Einstellungen.

voice-entry = { $entry }, { $place } von { $count }
voice-leaf = { $place } von { $count }: { $entry }
voice-row = { $name }: { $has }
voice-seconds = Noch { $left } Sekunden
voice-number = { $caption }: { $number }
voice-address = Die Seite steht unter { $address }
voice-wifi = Ich habe ein eigenes Netz: { $name }. Sein Passwort: { $password }
voice-device-back = { $device } funktioniert wieder.
voice-hidden = Das darf nur { $castle } hören, aber dort ist kein Ohrhörer. Halte das Spielteil noch einmal hin, um es auszuspielen.
told-nothing = Es gibt nichts zu berichten.

menu-says-0 = Stimme: aus
menu-says-1 = Stimme: die Partie
menu-says-2 = Stimme: alles
menu-says-some = Stimme: einiges
menu-listener = Ansage: { $castle }
menu-listeners = { $count ->
    [0] Ansage: aus
   *[other] Ansage: { $count } Burgen
  }
menu-told-state = Den Tisch hören
menu-told-choices = Meine Möglichkeiten

device-voice = Die Stimme
trouble-voice = Sie ist ausgefallen. Ihre Sätze stehen auf der Seite.
part-voice = die Stimme
