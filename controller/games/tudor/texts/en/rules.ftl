# The rules of Tudor in our own words, by the ids that refusals and tests cite.

## Set-up

rule-TU-0-1 = Two to four play, clockwise, each with a colour and a castle board of their own. The start player is named before the game.
rule-TU-0-2 = What is printed on the components comes from the edition. Two play on one side of the board, three and four on the other.
rule-TU-0-3 = Two different scoring cards of the six are in play, whichever you like; 1 and 4 suit a first game.
rule-TU-0-4 = One of five scenario cards is in play; 2 suits a first game. With the number of players it gives the number of rounds.
rule-TU-0-5 = Each space of the throne room gets a round token and a faction token.
rule-TU-0-6 = All round tokens in play are laid out at random, 18 of each kind, with two players 14.
rule-TU-0-7 = Faction tokens come out of the bag by chance. With two players and with scoring card 2 some leave the game first, and nobody need say which.
rule-TU-0-8 = The stand holds two rings of each faction, with four players three.
rule-TU-0-9 = Cards lie in open stacks by faction. A card that is paid or given back is on its stack again at once.

## Rings at the start

rule-TU-1-1 = From the start player round the table each chooses a ring, then back again a second one.
rule-TU-1-2 = Only a ring that is still in the stand can be chosen.
rule-TU-1-3 = Then in turn order each puts both rings on and takes a card matching each of them.

## Rings and fingers

rule-TU-2-1 = A hand wears exactly the rings that its player has. Up to five rings, no finger wears two.
rule-TU-2-2 = From six rings on no finger is bare, and a finger may wear several.
rule-TU-2-3 = Rings are laid anew only when one comes or goes. Exchanged rings go where the others were.
rule-TU-2-4 = An enhancement works while each of its fingers wears some ring. What counts is the hand when the action begins, and using it is free.
rule-TU-2-5 = Everybody wears two rings, and one more for each office.

## Assigning courtiers

rule-TU-3-1 = From the start player round the table each puts one courtier from the supply on a bench, until all have placed as many as the scenario says. A courtier sits as near to the door as it can.
rule-TU-3-2 = That number must be placed. If it is 0 the benches still empty into the chambers.
rule-TU-3-3 = A bench holds as many courtiers as there are players.
rule-TU-3-4 = Without a courtier in supply you may recall one or pass. Who has none in the throne room either loses the placement, and so do all while no bench has room.
rule-TU-3-5 = Only who has no courtier in supply may pass; it gives up one placement.

## Into the chambers

rule-TU-4-1 = Courtiers go in from the bench, the one at the door first, each to the topmost empty chair.
rule-TU-4-2 = If all chairs are taken, the one on the top chair goes home, all others move up, and the newcomer sits on the last.
rule-TU-4-3 = So in a small chamber somebody may be pushed out in the very round in which he came. The chambers do not touch each other.

## Lords

rule-TU-5-1 = From the start player round the table each puts his lord into a chamber; nobody may pass.
rule-TU-5-2 = A chamber takes two lords at most.
rule-TU-5-3 = Once all lords are in, the courtiers of a chamber without one are used for this round.

## Turns

rule-TU-6-1 = Turns go clockwise from the start player. Everybody has a turn, also without an unused figure.
rule-TU-6-2 = In your turn you activate one unused figure of your own, and no second one. Steps that are due come first.
rule-TU-6-3 = A courtier may take one of the two actions of its chamber, a lord both, one after the other. Nobody must act.
rule-TU-6-4 = Instead a figure may take G or H, and nothing else in this turn.
rule-TU-6-5 = Without an unused figure, and if none was activated in this turn, you may take one G or H.
rule-TU-6-6 = A turn ends when you say so: not while a step is due, and not before one of your unused figures was activated.
rule-TU-6-7 = The round is over after the last player's turn in which all figures are used. So all have had as many turns.

## The throne room

rule-TU-7-1 = A step goes up, down, left or right to the next space, never diagonally. All steps of a move are one courtier's.
rule-TU-7-2 = You move a courtier of your own that stands in the throne room.
rule-TU-7-3 = A move may pass occupied spaces, which count as steps, but it ends on an open one.
rule-TU-7-4 = As its first step a move may bring a courtier from the supply onto an open space of row 1.
rule-TU-7-5 = A move enters no space twice, nor the one where it began.
rule-TU-7-6 = Entering the top of a column ends the move.
rule-TU-7-7 = You cannot enter the top of a column whose office you hold.
rule-TU-7-8 = You take the faction tokens of all spaces that you entered.
rule-TU-7-9 = Of round tokens you take only that of the last space; none is ever replaced.
rule-TU-7-10 = Then the spaces that were left or passed get new tokens out of the bag, from the highest row down, from the left. The space where the courtier stands gets none.
rule-TU-7-11 = When the bag is empty, spaces stay empty for good. A drawn token is one that nobody has seen yet.
rule-TU-7-12 = A space without a faction token takes any card with C, E and G, and any ring with A.
rule-TU-7-13 = Without a courtier in supply you may take one back from the throne room, when it is your placement or your turn. Its space gets a new token.

## Offices

rule-TU-8-1 = Whoever enters a top goes on to the office above it at once, and the top gets a new token.
rule-TU-8-2 = An empty office brings a ring of your choice from the stand, and you lay your hand anew.
rule-TU-8-3 = If another held the office, that courtier goes home and you take a ring from that player's hand. You lay your hand anew, then the other does.
rule-TU-8-4 = Both may move all their rings about; also a hand that stays as it was is said.
rule-TU-8-5 = Who holds an office never moves, is neither recalled nor banished, and leaves only when another takes it.
rule-TU-8-6 = After a move: tokens and office first, then draws, rings, the use of the round token, and last the office's action.

## Actions

rule-TU-9-1 = A: one step in any direction, or a placement, onto a token that matches one of your rings.
rule-TU-9-2 = B: a ring of the stand for one of yours, in the very same place, and a card that matches the new ring.
rule-TU-9-3 = C: one or two spaces straight up a column, for a card each.
rule-TU-9-4 = D: two cards that match two of your rings. One alone only if the stacks have no such two.
rule-TU-9-5 = E: one to seven spaces straight up a column, for a card each.
rule-TU-9-6 = F: one card of any faction.
rule-TU-9-7 = G: one space up, or a placement, for a card.
rule-TU-9-8 = H: one card that matches one of your rings.
rule-TU-9-9 = A card comes only from a stack that has one. What was paid in the same action is there already.

## Enhancements

rule-TU-10-1 = A enhanced: onto any token, whatever rings you wear.
rule-TU-10-2 = B enhanced: up to two exchanges one after the other, still with one card, for either ring.
rule-TU-10-3 = C enhanced: up to three spaces, each in any direction.
rule-TU-10-4 = D enhanced: both cards may match the same ring.
rule-TU-10-5 = E enhanced: from three spaces on you may take back a card of a faction that you paid.
rule-TU-10-6 = F enhanced: you may take two cards of any factions and give one back.

## Bonus actions

rule-TU-11-1 = Bonus actions come in your own turn, whenever no step is due, beside your figure's action.
rule-TU-11-2 = Once a round two of your faction tokens pay for a step in any direction. Until the round ends they lie before your screen and count for nothing.
rule-TU-11-3 = Two cards of your hand buy one of any faction, as often as you like.

## Scenario cards

rule-TU-12-1 = Card 1: at any time two influence send one of your courtiers from its chair to a bench with room. An intrigue just taken lets two faction tokens on the board change places.
rule-TU-12-2 = Card 2: an influence just taken buys any card. An intrigue just taken lets one of your courtiers change chairs with a neighbour.
rule-TU-12-3 = Card 3: at any time two influence buy any card. Two intrigue let one of your courtiers jump over another beside it to the open space behind.
rule-TU-12-4 = Card 4: at any time one influence and one intrigue exchange a ring of yours for another player's. Whoever comes into an office may take one of A to F at once.
rule-TU-12-5 = Card 5, each side once a turn: two influence move a courtier one or two steps. Two intrigue, three from row 4 on, send another player's courtier home.
rule-TU-12-6 = What works at once takes only the token just taken, which is discarded for it. The table asks only where that is possible.
rule-TU-12-7 = You may keep the token, or forgo the office's action. Spent tokens leave the game.

## Scoring cards

rule-TU-13-1 = Scoring card 1: at the end tokens of one faction are worth the more, the more there are. Seven are full, the rest begins anew.
rule-TU-13-2 = Scoring card 2: at the end each token is worth its faction's number. One worth less than 0 cannot be spent for the bonus move.
rule-TU-13-3 = Scoring card 3: at the end tokens make sets of different factions, the first as large as can be, then the next.
rule-TU-13-4 = Scoring card 4: whoever comes into an office gets its points at once, each time anew.
rule-TU-13-5 = Scoring card 5: at the end of each round most courtiers in a column, its office counted, bring points. Of several with as many, the one who stands highest gets them.
rule-TU-13-6 = Scoring card 6: a round token just taken may send a courtier from the supply to the card for good. Each is worth points at the end.

## End of a round

rule-TU-14-1 = At the end of a round lords go home, figures are fresh again, and spent tokens leave the game.
rule-TU-14-2 = If rounds are left, the next player clockwise starts the next one. Courtiers stay on their chairs.

## End of the game

rule-TU-15-1 = After the last round both scoring cards count, then the Garter. Tokens behind the screen count, spent ones do not.
rule-TU-15-2 = The Garter goes by influence, intrigue and cards together. Who has as much shares a rank and gets its points in full; the ranks behind are skipped.
rule-TU-15-3 = Most prestige wins, then most cards, then most influence and intrigue, then most rings. After that all who are even win together.
