# Warum eine Aktion von Tumult Royale abgelehnt wird und was zu tun ist. Die Schlüssel sind die Gründe des Regelwerks.

## Form einer Aktion

refused-not-json = Diese Zeile ist kein JSON: { $detail }. Schreib ein JSON-Objekt je Zeile.
refused-no-object = Eine Aktion ist ein JSON-Objekt mit dem Schlüssel „do“; hier steht: { $seen }.
refused-shape = Die Aktion hat die falsche Form: { $detail }. Es gibt die Aktionen { $actions }.
refused-build-where = Ein „build“ nennt entweder „field“ oder, ohne Karte, „kind“ und „adjacent“.
refused-amend-one = Ein „amend“ enthält genau eines von „supporters“, „move“ und „demand“.
refused-amend-empty = Das „amend“ ändert nichts; mindestens eine Änderung muss darin stehen.
refused-edition-name = Die Ausgabe { $seen } gibt es nicht; schreib „standard“ oder gib die ganze Ausgabe als Objekt an.
refused-not-started = Es läuft keine Partie; die erste Aktion ist „start“.
refused-started-already = Die Partie läuft schon; eine neue Partie braucht ein neues Protokoll.
refused-over = Die Partie ist vorbei; möglich ist nur noch „undo“.
refused-nothing-to-undo = Es gibt nichts mehr zurückzunehmen; der Anfang bleibt.
refused-spin-gambler = In der Zockervariante muss jedes Drehen seine Ware nennen.
refused-spin-classic = In der klassischen Variante gilt ein Drehen für alle Waren; lass „commodity“ weg.
refused-stuck-tracked = „stuck“ gehört zur Partie ohne Karte; dieser Tisch kennt die Karte.
refused-field-on-honour = Dieser Tisch kennt die Karte nicht: Lass „field“ weg; gib beim Bauen „kind“ und „adjacent“ an.
refused-field-missing = Dieser Tisch kennt die Karte: Gib „field“ an.

## Aufbau

refused-edition = Mit dieser Ausgabe kann man nicht spielen: { $where } { $problem }.{ $others ->
    [0] {""}
    [one] {" "}Es gibt einen weiteren Fehler; „royaltable edition check“ nennt ihn.
   *[other] {" "}Es gibt { $others } weitere Fehler; „royaltable edition check“ nennt sie.
}
refused-player-count = { $seen ->
    [one] 1 Spieler ist genannt
   *[other] { $seen } Spieler sind genannt
  }; spielen können zwei bis vier.
refused-color-unknown = Die Farbe { $seen } gibt es nicht; es gibt Blau, Gelb, Lila und Grau.
refused-color-twice = { $color } ist zweimal genannt; jeder hat eine eigene Farbe.
refused-ranks-dealt = Jeder der Ränge 1 bis { $players } wird genau einmal verteilt.
refused-regions-on-honour = { $seen ->
    [one] 1 Landschaftstafel ist genannt
   *[other] { $seen } Landschaftstafeln sind genannt
  }, aber der Tisch kennt die Karte nicht: Nenne keine.
refused-slots = Jeder der { $slots } Plätze, 0 bis { $last }, muss genau einmal genannt sein.
refused-region-unknown = Die Ausgabe hat keine Landschaftstafel { $tile }.
refused-region-twice = Landschaftstafel { $tile } läge zweimal offen.
refused-face-down-half = { $seen ->
    [one] 1 Landschaftstafel liegt verdeckt
   *[other] { $seen } Landschaftstafeln liegen verdeckt
  }; es müssen { $expected } sein.
refused-turns = Platz { $slot } hat { $seen ->
    [one] 1 Vierteldrehung
   *[other] { $seen } Vierteldrehungen
  }; möglich sind 0 bis { $most }.
refused-few-pastures = Für { $players } Spieler { $pastures ->
    [one] liegt nur 1 Wiese
   *[other] liegen nur { $pastures } Wiesen
  } offen: Zieh die Landschaftstafeln neu.

## Phase, Reihenfolge, Namen

refused-phase = Das geht jetzt nicht: { $phase ->
    [first_statues] die ersten Statuen werden gesetzt
    [sentiment] der König muss noch drehen
    [set_aside] Plättchen werden beiseitegelegt
    [taxes] Steuern werden eingetrieben
    [statues] Statuen werden gesetzt
   *[coronation] der König muss noch Landschaftstafeln aufdecken
}.
refused-turn = { $seen } kann das jetzt nicht: { $due } ist an der Reihe.
refused-player-unknown = Niemand spielt mit der Farbe { $seen }.
refused-tile-unknown = Plättchen { $seen } ist nicht im Spiel.
refused-field-unknown = Das Land hat kein Feld { $seen }; es geht von A1 bis { $last }.
refused-commodity-unknown = Die Ware { $seen } gibt es nicht; es gibt Brot, Marmor und Werkzeug.
refused-kind-unknown = Die Feldart { $seen } gibt es nicht; es gibt pasture, forest, mountain, village und palace.

## Erste Statuen

refused-first-no-pasture = { $field } ist keine offene Wiese; die ersten Statuen stehen auf Wiesen.
refused-first-occupied = { $field } ist besetzt; wähle eine andere Wiese.

## Stimmung und Steuern

refused-demand-not-on-spinner = Der Pfeil kann { $seen } nicht zeigen; er zeigt { $numbers }.
refused-spin-order = Jetzt wird für { $due } gedreht, nicht für { $seen }: Brot, dann Marmor, dann Werkzeug.
refused-set-aside-already = Dieses Plättchen liegt schon beiseite; nimm ein anderes.
refused-set-aside-castle = Dieses Plättchen liegt auf einer Burg; beiseite kommen nur Plättchen des Volkes.
refused-set-aside-enough = Es liegen schon { $of } Plättchen beiseite; leg dieses zurück.
refused-collect-number = { $seen } Plättchen { $seen ->
    [one] liegt
   *[other] liegen
  } beiseite; die Sanduhr startet bei genau { $of }.
refused-rob-set-aside = Dieses Plättchen liegt beiseite und zählt in dieser Runde nicht; leg es zurück.
refused-rob-castle = Dieses Plättchen liegt schon auf einer Burg und bleibt dort.
refused-rob-late = { $player } hat schon ein spätes Plättchen abgelegt; ein weiteres zählt nicht.

## Statuen

refused-field-face-down = { $field } liegt verdeckt; bau auf offenem Land.
refused-field-occupied = { $field } gehört { $owner }; wähle ein freies Feld.
refused-field-not-touching = { $field } ({ $kind }) grenzt an kein Feld von { $player }; nur Wiesen und Wälder dürfen abseits liegen.
refused-kind-not-touching = { $kind }: muss an ein eigenes Feld grenzen; nur Wiesen und Wälder dürfen abseits liegen.
refused-tile-twice = Plättchen { $tile } ist zweimal genannt; jedes zahlt nur einmal.
refused-tile-not-yours = Plättchen { $tile } liegt nicht auf der Burg von { $player }; zahl mit eigenen Plättchen.
refused-tile-foreign = { $kind }: kostet kein { $commodity }; nimm Plättchen { $tile } zurück.
refused-payment-short = { $kind }: Das reicht nicht; es fehlt noch { $missing }.
refused-tile-needless = { $kind }: auch ohne Plättchen { $tile } bezahlt; nimm es zurück.
refused-payment-void = Die Plättchen bezahlen das nicht mehr.

## Aufgedeckte Landschaftstafeln

refused-reveal-on-honour = { $seen ->
    [one] 1 Landschaftstafel ist genannt
   *[other] { $seen } Landschaftstafeln sind genannt
  }, aber der Tisch kennt die Karte nicht: Nenne keine.
refused-reveal-number = { $seen ->
    [one] 1 Landschaftstafel ist genannt
   *[other] { $seen } Landschaftstafeln sind genannt
  }; { $due ->
    [one] fällig ist 1
   *[other] fällig sind { $due }
  }.
refused-slot-unknown = Der Rahmen hat keinen Platz { $seen }; es gibt 0 bis { $last }.
refused-slot-face-up = Die Landschaftstafel auf Platz { $slot } liegt schon offen; wähle eine verdeckte.

## Korrekturen von Hand

refused-amend-phase = Plättchen und Forderung lassen sich nur beim Beiseitelegen und Eintreiben korrigieren.
refused-amend-below-zero = { $player } hat { $has } Anhänger; eine Änderung um { $change } geht nicht.
refused-amend-supply = Im Vorrat { $supply ->
    [one] ist nur 1 Anhänger
   *[other] sind nur { $supply } Anhänger
  }.
refused-amend-where = Ein Plättchen liegt bei einer Farbe im Spiel, bei „people“ oder bei „set_aside“; nicht bei { $seen }.
refused-amend-unknown-demand = Die Forderung nach { $commodity } ist noch nicht bekannt und lässt sich nicht korrigieren.
refused-amend-demand-number = Eine Forderung von { $seen } bei { $commodity } geht nicht; möglich ist 1 bis 9.
