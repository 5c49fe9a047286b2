# What the voice says, and its settings.

voice-entry = { $entry }, { $place } of { $count }
voice-leaf = { $place } of { $count }: { $entry }
voice-row = { $name }: { $has }
voice-seconds = { $left } seconds left
voice-number = { $caption }: { $number }
voice-address = The page is at { $address }
voice-wifi = I have a network of my own: { $name }. Its password: { $password }
voice-device-back = { $device } works again.
voice-hidden = Only { $castle } may hear this but has no earphone. To play the piece, hold it there again.
told-nothing = There is nothing to report.

menu-says-0 = Voice: off
menu-says-1 = Voice: the game
menu-says-2 = Voice: everything
menu-says-some = Voice: custom
menu-listener = Read out: { $castle }
menu-listeners = { $count ->
    [0] Read out: off
   *[other] Read out: { $count } castles
  }
menu-told-state = Hear the table
menu-told-choices = My choices

device-voice = The voice
trouble-voice = Not working. Read its sentences on the page.
part-voice = the voice
