# Aufträge: was Menschen für einen Bot tun.

tudor-errand-draw = Zieh einen Stein für { $space } aus dem Beutel: über das Tor von { $player }.
tudor-errand-rings = Führe diese Ringe der Reihe nach über das Tor von { $player }: { $rings }.
tudor-errand-tokens = Führe die Steine dieser Felder über das Tor von { $player }: { $spaces }.
tudor-errand-screen = Führe die Steine hinter dem Schirm von { $player } einzeln über das Tor; die Lampen zeigen den richtigen.
