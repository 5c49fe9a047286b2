# Lo que se dice en voz alta, y qué parte de ello está elegida.

voice-entry = { $entry }, { $place } de { $count }
voice-leaf = { $place } de { $count }: { $entry }
voice-row = { $name }: { $has }
voice-number = { $caption }: { $number }
voice-address = La página está en { $address }
voice-device-back = { $device } vuelve a funcionar.
voice-hidden = Solo { $castle } puede saberlo, y no tiene auricular. Si se acerca otra vez, cuenta.
told-nothing = No hay nada que decir.

menu-says-0 = Voz: no
menu-says-1 = Voz: la partida
menu-says-2 = Voz: todo
menu-says-some = Voz: algo
menu-listener = Anuncio: { $castle }
menu-listeners = { $count ->
    [0] Anuncio: nadie
   *[other] Anuncio: { $count }
  }
menu-told-state = Oír la mesa
menu-told-choices = Oír opciones

device-voice = La voz
trouble-voice = Está muda. Todo lo que diría está en la página.
part-voice = la voz
