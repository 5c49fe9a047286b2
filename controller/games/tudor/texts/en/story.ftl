# The story of a game, each sentence with its rule, without hidden information.

kind-token = { $count ->
    [one] one token
   *[other] { $count } tokens
  }
kind-ring = { $count ->
    [one] one ring
   *[other] { $count } rings
  }
menu-tudor-cards-first = Cards: first game
menu-tudor-cards-drawn = Cards: drawn
tudor-compare = prestige { $players }
tudor-compare-one = { $player } { $prestige }
tudor-prestige = { $prestige }
tudor-standings = Round { $round } of { $rounds }
tudor-lift = It is face down. Nobody may look at it now.

tudor-by-A = the ring move
tudor-by-C = the short court move
tudor-by-E = the long court move
tudor-by-G = the one space court move
tudor-by-move = the bonus move
tudor-by-jump = a jump
tudor-by-stroll = the scenario card

tudor-told-began = { $count } play, { $player } begins; scoring cards { $one } and { $other }, scenario { $scenario } (TU-0.3, TU-0.4).
tudor-told-round = Round { $round } begins with { $player }.
tudor-told-ring-chosen = { $player } chooses a { $faction } ring (TU-1.1).
tudor-told-hand = { $player } has laid the rings (TU-2.1).
tudor-told-assigned = { $player } puts a courtier on the bench of chamber { $chamber } (TU-3.1).
tudor-told-passed = { $player } passes (TU-3.5).
tudor-told-placement-lost = { $player } has no courtier or no room, and loses a placement (TU-3.4).
tudor-told-pushed-out = Pushed out of chamber { $chamber }: { $players } (TU-4.2).
tudor-told-lord = { $player }'s lord enters chamber { $chamber } (TU-5.1).
tudor-told-idle = Chamber { $chamber } has no lord: its courtiers count as used (TU-5.3).
tudor-told-activated = { $player } activates the courtier on chair { $chair } of chamber { $chamber } (TU-6.2).
tudor-told-activated-lord = { $player } activates the lord in chamber { $chamber } (TU-6.2).
tudor-told-entered = { $player }'s courtier enters the throne room with { $how } and stops at { $path } (TU-7.4).
tudor-told-moved = { $player }'s courtier goes from { $origin } to { $path } with { $how } (TU-7.1).
tudor-told-recalled = { $player } takes back the courtier on { $space } (TU-7.13).
tudor-told-drawn = { $space } gets a { $faction } token (TU-7.10).
tudor-told-office = { $player } takes office { $column }{ $prestige ->
    [0] {""}
   *[other] : { $prestige } prestige
  } (TU-8.1).
tudor-told-office-robbed = { $player } takes office { $column } from { $other }{ $prestige ->
    [0] {""}
   *[other] : { $prestige } prestige
  } (TU-8.3).
tudor-told-ring = { $player } takes a { $faction } ring from the stand (TU-8.2).
tudor-told-ring-robbed = { $player } takes a { $faction } ring from { $other }'s hand (TU-8.3).
tudor-told-swapped = { $player } gives back a { $given } ring for a { $taken } one (TU-9.2).
tudor-told-cards-D = { $player } takes { $count ->
    [one] a card that matches a ring (TU-9.4).
   *[other] two cards that match rings (TU-9.4).
  }
tudor-told-cards-F = { $player } takes a card of any faction (TU-9.6).
tudor-told-cards-two = { $player } takes two cards of any faction and gives one back (TU-10.6).
tudor-told-cards-H = { $player } takes a card that matches a ring (TU-9.8).
tudor-told-exchanged = { $player } exchanges two cards for another one (TU-11.3).
tudor-told-spends = { $player } spends the tokens { $tokens } on a bonus move (TU-11.2).
tudor-told-card-for-influence = { $player } takes a card for { $influence ->
    [one] one influence (TU-12.2).
   *[other] { $influence } influence (TU-12.3).
  }
tudor-told-forgone = { $player } forgoes the office's action (TU-12.7).
tudor-told-benched = { $player } sends the courtier on chair { $chair } of chamber { $chamber } to the bench of chamber { $to } (TU-12.1).
tudor-told-tokens-swapped = { $player } swaps the tokens of { $one } and { $other } (TU-12.1).
tudor-told-chairs = { $player } swaps chairs { $one } and { $other } of chamber { $chamber } (TU-12.2).
tudor-told-traded = { $player } and { $other } trade rings (TU-12.4).
tudor-told-banished = { $player } banishes { $other }'s courtier from { $space } (TU-12.5).
tudor-told-ambassador = { $player } sends an ambassador (TU-13.6).
tudor-told-column = { $player } has the most courtiers in column { $column }: { $prestige } prestige (TU-13.5).
tudor-told-round-ended = Round { $round } is over (TU-14.1).
tudor-told-scored = { $player }: { $before } while playing, { $one } and { $other } from the scoring cards, { $garter } from the Garter, { $prestige } in all (TU-15.1).
tudor-told-over = { $count ->
    [one] { $players } wins the game with { $prestige } prestige (TU-15.3).
   *[other] { $players } win the game together with { $prestige } prestige each (TU-15.3).
  } { $why }
tudor-won-by = { $part } decided it against { $player }, { $one } to { $other }.
tudor-won-by-play = Prestige while playing
tudor-won-by-card = Scoring card { $card } ({ $what })
tudor-won-by-garter = The Garter
tudor-won-tied = At the same prestige, cards decide, then round tokens, then rings.
tudor-told-amended-cards = Corrected hands: { $players }.
tudor-told-amended-prestige = { $player }'s prestige is corrected to { $prestige }.
tudor-told-amended-swap = Correction: the tokens of { $one } and { $other } are swapped.
tudor-told-undone = Taken back: { $what } (step { $seq }).
tudor-undone-of = { $what } by { $player }

tudor-did-start = the start
tudor-did-choose-ring = the choice of a ring
tudor-did-wear = a layout of rings
tudor-did-assign = an assignment
tudor-did-pass = a pass
tudor-did-recall = a recall
tudor-did-place-lord = the placement of a lord
tudor-did-activate = an activation
tudor-did-act-A = a ring move
tudor-did-act-B = an exchange of rings
tudor-did-act-C = a short court move
tudor-did-act-D = two cards that match rings
tudor-did-act-E = a long court move
tudor-did-act-F = a card of any faction
tudor-did-act-G = a one space court move
tudor-did-act-H = a card that matches a ring
tudor-did-move = a bonus move
tudor-did-exchange = an exchange of cards
tudor-did-scenario = a use of the scenario card
tudor-did-ambassador = an ambassador
tudor-did-decline = a decision to keep or forgo
tudor-did-draw = a draw
tudor-did-take-ring = the ring of an office
tudor-did-end-turn = the end of a turn
tudor-did-amend = a correction

## Scenes: what happened, one after the other

tudor-scene-both = { $one } { $other }
tudor-scene-chairs-title = To the chairs
tudor-scene-chairs = The courtiers walk from the benches to the chairs, the one nearest the door first (TU-4.1).
tudor-scene-chairs-short = Benches empty: door first.
tudor-scene-out = { $player } leaves chamber { $chamber }
tudor-scene-idle-title = No lord
tudor-scene-idle = Behind the chairs: chamber { $chambers }
tudor-scene-office-title = { $player }: office { $column }
tudor-scene-back = Back to supply: { $player }
tudor-scene-banished-title = Banished
tudor-scene-more = +{ $prestige }
tudor-scene-more-prestige = +{ $prestige } prestige
tudor-scene-column-title = Most courtiers
tudor-scene-round = Lords go back to their players, figures come out from behind their chairs, and spent tokens leave the game.
tudor-scene-scored-title = { $player }: { $prestige }
tudor-scene-scored = Card { $first }: { $one }, card { $second }: { $other }
tudor-scene-garter = Garter: { $garter }
