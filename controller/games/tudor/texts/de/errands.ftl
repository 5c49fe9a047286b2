# Aufträge: was Menschen für den Bot der Burg tun, die neben dem Satz steht.

tudor-errand-draw = Zieh ein Plättchen für { $space } aus dem Beutel: über das Tor.
tudor-errand-rings = Diese Ringe der Reihe nach über das Tor: { $rings }.
tudor-errand-tokens = Die Plättchen dieser Felder über das Tor: { $spaces }.
tudor-errand-screen = Die Plättchen hinter dem Schirm einzeln über das Tor; die Lampen zeigen das richtige.
