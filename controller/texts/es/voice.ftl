# Lo que dice la voz, y sus ajustes.

voice-entry = { $entry }, { $place } de { $count }
voice-leaf = { $place } de { $count }: { $entry }
voice-row = { $name }: { $has }
voice-seconds = Quedan { $left } segundos
voice-number = { $caption }: { $number }
voice-address = La página está en { $address }
voice-wifi = Tengo una red propia: { $name }. Su contraseña: { $password }
voice-device-back = { $device } vuelve a funcionar.
voice-hidden = Solo { $castle } puede oírlo, y no tiene auricular. Acércala otra vez para jugarla.
told-nothing = No hay nada que contar.

menu-says-0 = Voz: no
menu-says-1 = Voz: la partida
menu-says-2 = Voz: todo
menu-says-some = Voz: algo
menu-listener = Anuncio: { $castle }
menu-listeners = { $count ->
    [0] Anuncio: no
   *[other] Anuncio: { $count }
  }
menu-told-state = Oír la mesa
menu-told-choices = Mis opciones

device-voice = La voz
trouble-voice = No funciona. Sus frases están en la página.
part-voice = la voz
