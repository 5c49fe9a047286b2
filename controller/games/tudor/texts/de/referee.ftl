# Was der Schiedsrichter von Tudor sagt: zu einem Spielteil oder Druck, der nichts ändert, und was er nur vermerkt.

## Beschwerden

tudor-complaint-not-your-turn = { $player } ist am Zug. Warte auf deinen.
tudor-complaint-castle-out = Diese Burg spielt nicht mit.
tudor-complaint-not-in-play = Dieses Spielteil ist nicht im Spiel. Lege es in die Schachtel.
tudor-complaint-somebody-s = Dieses Spielteil gehört { $player }. Gib es zurück.
tudor-complaint-yours = { $player } hat ein Spielteil von dir. Nimm es zurück.
tudor-complaint-from-the-bag = Jetzt wird nicht gezogen. Lege es zurück in den Beutel.
tudor-complaint-spent = Es ist bis zum Rundenende ausgegeben. Nimm ein anderes.
tudor-complaint-fits-nothing = Keine Aktion braucht jetzt dieses Spielteil. Lege es zurück.
tudor-complaint-no-question = Gerade ist nichts gefragt, worauf Nein passt.
tudor-complaint-tap-draw = Ziehe ein Plättchen aus dem Beutel und trag es über dein Tor.
tudor-complaint-tap-ring = Trag erst einen Ring über dein Tor.
tudor-complaint-tap-rings = Trag erst die zwei Ringe, die tauschen, über dein Tor.
tudor-complaint-tap-path = Trag erst die Plättchen, die du nimmst, über dein Tor.
tudor-complaint-tap-spent = Trag erst zwei eigene Plättchen über dein Tor.
tudor-complaint-tap-tokens = Trag erst die zwei Plättchen, die du tauschst, über dein Tor.
tudor-complaint-tap-hand = Trag erst deine Ringe über dein Tor, vom Daumen zum kleinen Finger.

## Während der Plan gelegt wird

tudor-complaint-answer-first = Beantworte erst die Frage an der Konsole.
tudor-complaint-lies-already = Dieses Plättchen liegt schon auf { $space }. Nimm ein anderes.
tudor-complaint-joined-already = Diese Burg spielt schon mit. Der Nächste, bitte.
tudor-complaint-four-play = Vier spielen schon mit. Drücke den Knopf.
tudor-complaint-too-few = Mindestens zwei spielen. Trag ein Spielteil über ein weiteres Tor.
tudor-complaint-tap-space = Trag ein Plättchen für das gezeigte Feld über ein Tor.

## Nur vermerkt

tudor-noted-piece = Ein Spielteil kam über das Tor; jetzt ist keines dran.
tudor-noted-button = Diese Taste hat jetzt keine Funktion.
tudor-noted-over = Die Partie ist aus.
tudor-noted-hourglass = Die Sanduhr ist abgelaufen; dieses Spiel nutzt sie nicht.
tudor-complaint-others-yes = Dazu kann nur { $player } Ja sagen.
tudor-complaint-behind-the-screen = Was hinter dem Schirm ist, reicht dafür nicht.
