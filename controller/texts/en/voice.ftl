# What is said aloud, and what of it is set.

voice-entry = { $entry }, { $place } of { $count }
voice-leaf = { $place } of { $count }: { $entry }
voice-row = { $name }: { $has }
voice-number = { $caption }: { $number }
voice-address = The page is at { $address }
voice-device-back = { $device } works again.
voice-hidden = Only { $castle } may know that, and has no earphone. Held again, it counts.
told-nothing = There is nothing to tell.

menu-says-0 = Voice: off
menu-says-1 = Voice: the game
menu-says-2 = Voice: everything
menu-says-some = Voice: some
menu-listener = Told: { $castle }
menu-listeners = { $count ->
    [0] Told: nobody
   *[other] Told: { $count } castles
  }
menu-told-state = Hear the table
menu-told-choices = Hear my choices

device-voice = The voice
trouble-voice = It is silent. All it would say is on the page.
part-voice = the voice
