# Was der Schiedsrichter von Tudor sagt: zu einem Stück oder Druck, der nichts ändert, und was er nur vermerkt.

## Beschwerden

tudor-complaint-not-your-turn = { $player } ist am Zug. Warte auf deinen.
tudor-complaint-castle-out = Diese Burg spielt nicht mit.
tudor-complaint-not-in-play = Dieses Stück ist nicht im Spiel. Lege es in die Schachtel.
tudor-complaint-somebody-s = Dieses Stück gehört { $player }. Gib es zurück.
tudor-complaint-yours = { $player } hat ein Stück von dir. Nimm es zurück.
tudor-complaint-from-the-bag = Jetzt wird nicht gezogen. Lege es zurück in den Beutel.
tudor-complaint-spent = Es ist bis zum Rundenende ausgegeben. Nimm ein anderes.
tudor-complaint-fits-nothing = Keine Aktion braucht jetzt dieses Stück. Lege es zurück.
tudor-complaint-no-question = Gerade ist nichts gefragt, worauf Nein passt.
tudor-complaint-tap-draw = Ziehe ein Plättchen aus dem Beutel und tippe es an.
tudor-complaint-tap-ring = Tippe erst einen Ring an.
tudor-complaint-tap-rings = Tippe erst die zwei Ringe an, die tauschen.
tudor-complaint-tap-path = Tippe erst die Plättchen an, die du nimmst.
tudor-complaint-tap-spent = Tippe erst zwei eigene Plättchen an.
tudor-complaint-tap-tokens = Tippe erst die zwei Plättchen an, die tauschen.
tudor-complaint-tap-hand = Tippe erst deine Ringe an, vom Daumen zum kleinen Finger.

## Während der Plan gelegt wird

tudor-complaint-answer-first = Beantworte erst die Frage an der Konsole.
tudor-complaint-lies-already = Dieses Plättchen liegt schon auf { $space }. Nimm ein anderes.
tudor-complaint-joined-already = Diese Burg spielt schon mit. Der Nächste, bitte.
tudor-complaint-four-play = Vier spielen schon mit. Drücke den Knopf.
tudor-complaint-too-few = Mindestens zwei spielen. Tippe ein Stück an einem weiteren Tor an.
tudor-complaint-tap-space = Tippe ein Plättchen für das gezeigte Feld an.

## Nur vermerkt

tudor-noted-piece = Ein Stück kam über das Tor; jetzt ist keines dran.
tudor-noted-button = Diese Taste hat jetzt keine Funktion.
tudor-noted-over = Die Partie ist aus.
tudor-noted-hourglass = Die Sanduhr ist abgelaufen; dieses Spiel nutzt sie nicht.
tudor-complaint-others-yes = Dazu kann nur { $player } Ja sagen.
tudor-complaint-behind-the-screen = Was hinter dem Schirm ist, reicht dafür nicht.
