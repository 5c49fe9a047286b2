# Was der Schiedsrichter von Tudor sagt: zu einem Stück oder Druck, der nichts ändert, und was er nur vermerkt.

## Beschwerden

tudor-complaint-not-your-turn = { $player } ist am Zug. Warte auf deinen.
tudor-complaint-castle-out = Diese Burg spielt nicht mit. Lass sie in Ruhe.
tudor-complaint-not-in-play = Nicht in diesem Spiel. Lege es in die Schachtel.
tudor-complaint-somebody-s = Es gehört { $player }. Gib es zurück.
tudor-complaint-yours = { $player } hat ein Stück von dir. Nimm es zurück.
tudor-complaint-from-the-bag = Es kommt aus dem Beutel, und nichts wird gezogen. Lege es zurück.
tudor-complaint-spent = Es ist bis zum Rundenende ausgegeben. Nimm ein anderes.
tudor-complaint-fits-nothing = Es passt zu nichts, was du tun darfst. Lege es zurück.
tudor-complaint-no-question = Nichts war gefragt, worauf Nein antwortet.
tudor-complaint-tap-draw = Ziehe ein Plättchen aus dem Beutel und tippe es an.
tudor-complaint-tap-ring = Tippe erst einen Ring an.
tudor-complaint-tap-rings = Tippe erst die Ringe an, die tauschen.
tudor-complaint-tap-path = Tippe erst die Plättchen an, die du nimmst.
tudor-complaint-tap-spent = Tippe erst zwei eigene Plättchen an.
tudor-complaint-tap-tokens = Tippe erst die zwei Plättchen an, die tauschen.
tudor-complaint-tap-hand = Tippe erst deine Ringe an, vom Daumen zum kleinen Finger.

## Während der Plan gelegt wird

tudor-complaint-answer-first = Beantworte erst die Frage am Pult.
tudor-complaint-lies-already = Es liegt schon auf { $space }. Nimm ein anderes.
tudor-complaint-joined-already = Diese Burg spielt schon mit. Die nächste, bitte.
tudor-complaint-four-play = Vier spielen schon. Drücke den Knopf.
tudor-complaint-too-few = Mindestens zwei spielen. Ein Stück über ein weiteres Tor, bitte.
tudor-complaint-tap-space = Tippe das Plättchen des gezeigten Felds an.

## Nur vermerkt

tudor-noted-piece = Ein Stück ging über das Tor; nichts wartet darauf.
tudor-noted-button = Ein Knopf bedeutet jetzt nichts.
tudor-noted-over = Das Spiel ist aus.
tudor-noted-hourglass = Die Sanduhr ist abgelaufen; hier bedeutet sie nichts.
tudor-complaint-others-yes = Dazu sagt { $player } ja.
tudor-complaint-behind-the-screen = Was hinter dem Schirm ist, reicht dafür nicht.
