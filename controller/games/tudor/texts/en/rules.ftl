# The rules of Tudor in our own words, by the ids that refusals and tests cite.

## Set-up

rule-TU-0-1 = Two to four play, clockwise, each with a colour and a castle board of their own. The start player is named before the game.
rule-TU-0-2 = What is printed on the components comes from the edition. Two play on one side of the board, three and four on the other.
rule-TU-0-3 = Two different scoring cards of the six are in play, whichever you like; 1 and 4 suit a first game.
rule-TU-0-4 = One of five scenario cards is in play; 2 suits a first game. Together with the number of players, it sets the number of rounds.
rule-TU-0-5 = Each space of the throne room gets a round token and a faction token.
rule-TU-0-6 = All round tokens in play are laid out at random, 18 of each kind (14 with two players).
rule-TU-0-7 = Faction tokens are drawn from the bag at random. With two players, and also with scoring card 2, some tokens are first removed from the game; the table need not be told which.
rule-TU-0-8 = The stand has two rings per faction, or three with four players.
rule-TU-0-9 = Cards lie in open stacks by faction. A card that is paid or given back is on its stack again at once.

## Rings at the start

rule-TU-1-1 = In turn order from the start player, each player chooses a ring, then a second one in reverse order.
rule-TU-1-2 = Only a ring that is still in the stand can be chosen.
rule-TU-1-3 = Then, in turn order, each player puts on both rings and takes a matching card for each.

## Rings and fingers

rule-TU-2-1 = A hand wears exactly the rings that its player has. Up to five rings, no finger wears two.
rule-TU-2-2 = With six rings or more, no finger is bare, and a finger may wear several.
rule-TU-2-3 = Rings are laid again only when one is gained or lost. Swapped rings take each other's places.
rule-TU-2-4 = An enhancement works while each of its fingers wears a ring. The hand at the beginning of the action counts. Using it is optional.
rule-TU-2-5 = Each player wears two rings, and one more per office.

## Assigning courtiers

rule-TU-3-1 = In turn order from the start player, each player puts one courtier from the supply on a bench, until all have placed the number on the scenario card. A courtier sits as near to the door as possible.
rule-TU-3-2 = All of them must be placed. If the number is 0, the benches still empty into the chambers.
rule-TU-3-3 = A bench holds as many courtiers as there are players.
rule-TU-3-4 = Without a courtier in supply you may recall one or pass. If you have none in the throne room either, you lose the placement. While no bench has room, every player loses it.
rule-TU-3-5 = You may pass only if you have no courtier in supply. A pass gives up one placement.

## Into the chambers

rule-TU-4-1 = Courtiers go in from the bench, the one at the door first, each to the topmost empty chair.
rule-TU-4-2 = If all chairs are taken, the courtier on the top chair returns to its supply, the others move up, and the new one sits on the last chair.
rule-TU-4-3 = In a small chamber a courtier may even be pushed out in the round it came. Chambers do not affect each other.

## Lords

rule-TU-5-1 = In turn order from the start player, each player puts the lord into a chamber. Passing is not allowed.
rule-TU-5-2 = A chamber takes two lords at most.
rule-TU-5-3 = Once all lords are placed, the courtiers of a chamber without a lord count as used in this round.

## Turns

rule-TU-6-1 = Turns go clockwise from the start player. Each player has a turn, even without an unused figure.
rule-TU-6-2 = On your turn you activate one unused figure of yours. Steps that are due come first.
rule-TU-6-3 = A courtier may take one of its chamber's two actions, a lord both, one after the other. Acting is optional.
rule-TU-6-4 = Instead, a figure may take G or H, and no other action in this turn.
rule-TU-6-5 = If you have no unused figure and activated none in this turn, you may take G or H once.
rule-TU-6-6 = You may not end your turn while a step is due, nor, if you have an unused figure, before you have activated one.
rule-TU-6-7 = Once all figures are used, the round ends after the last player's turn, so all players have had the same number of turns.

## The throne room

rule-TU-7-1 = A step goes up, down, left or right to an adjacent space, never diagonally. One courtier makes all steps of a move.
rule-TU-7-2 = You move a courtier of your own that stands in the throne room.
rule-TU-7-3 = A move may pass occupied spaces, which count as steps, but it ends on an open one.
rule-TU-7-4 = As its first step a move may bring a courtier from the supply onto an open space of row 1.
rule-TU-7-5 = A move enters no space twice, nor the one where it began.
rule-TU-7-6 = Entering the top of a column ends the move.
rule-TU-7-7 = You cannot enter the top of a column whose office you hold.
rule-TU-7-8 = You take the faction tokens of all spaces entered.
rule-TU-7-9 = You take only the last space's round token. Round tokens are not replaced.
rule-TU-7-10 = Then the spaces left or passed get new tokens from the bag, from the highest row down and, within a row, from left to right. The courtier's own space gets none.
rule-TU-7-11 = When the bag is empty, spaces stay empty. A drawn token must be one not seen before.
rule-TU-7-12 = With C, E and G a space without a faction token costs any card; with A it fits any ring.
rule-TU-7-13 = Without a courtier in supply you may take one back from the throne room when it is your placement or turn. Its space gets a new token.

## Offices

rule-TU-8-1 = A courtier that enters a top goes on to the office above at once, and the top gets a new token.
rule-TU-8-2 = An empty office brings a ring of your choice from the stand. Then lay all your rings, the new one included.
rule-TU-8-3 = If another player held the office, that courtier returns to its supply and you take a ring from that player's hand. You lay your rings again first, then the other player does.
rule-TU-8-4 = Both may move all their rings; an unchanged layout must be confirmed, too.
rule-TU-8-5 = An office holder never moves, is never recalled or banished, and leaves only when another takes the office.
rule-TU-8-6 = After a move: tokens and office first, then draws, rings, the use of the round token, and last the office's action.

## Actions

rule-TU-9-1 = A: one step in any direction, or a placement, onto a token that matches one of your rings.
rule-TU-9-2 = B: swap one of your rings for one from the stand, in the same place, and take a card that matches the new ring.
rule-TU-9-3 = C: one or two spaces straight up a column, for a card each.
rule-TU-9-4 = D: two cards that match two of your rings. A single one only if the stacks have no such pair.
rule-TU-9-5 = E: one to seven spaces straight up a column, for a card each.
rule-TU-9-6 = F: one card of any faction.
rule-TU-9-7 = G: one space up, or a placement, for a card.
rule-TU-9-8 = H: one card that matches one of your rings.
rule-TU-9-9 = A card comes only from a stack that has one. Cards paid in the same action are on their stacks already.

## Enhancements

rule-TU-10-1 = A enhanced: onto any token, whatever rings you wear.
rule-TU-10-2 = B enhanced: up to two swaps in a row, still with one card, for either ring.
rule-TU-10-3 = C enhanced: up to three spaces, each in any direction.
rule-TU-10-4 = D enhanced: both cards may match the same ring.
rule-TU-10-5 = E enhanced: for three spaces or more you may take back a card of a faction that you paid.
rule-TU-10-6 = F enhanced: you may take two cards of any factions and give one back.

## Bonus actions

rule-TU-11-1 = You may take bonus actions on your turn, whenever no step is due, besides your figure's action.
rule-TU-11-2 = Once a round, two of your faction tokens pay for a step in any direction. Until the round ends they lie in front of your screen and do not count.
rule-TU-11-3 = Exchange two cards of your hand for one of any faction, as often as you like.

## Scenario cards

rule-TU-12-1 = Card 1: at any time, pay two influence to move one of your courtiers from its chair to a bench with room. Give up an intrigue that you have just taken to swap two faction tokens on the board.
rule-TU-12-2 = Card 2: give an influence just taken for any card. Give up an intrigue that you have just taken to swap one of your courtiers with a neighbour on the next chair.
rule-TU-12-3 = Card 3: at any time, pay two influence for any card. Pay two intrigue to let one of your courtiers jump over an adjacent one to the open space behind.
rule-TU-12-4 = Card 4: at any time, pay one influence and one intrigue to trade one of your rings for another player's. On entering an office you may take one of A to F at once.
rule-TU-12-5 = Card 5, each side once per turn: pay two influence to move a courtier one or two steps. Pay two intrigue (three in row 4 and above) to return another player's courtier to its supply.
rule-TU-12-6 = Using a token at once discards it. The table asks only if a use is possible.
rule-TU-12-7 = You may keep the token, or forgo the office's action. Spent tokens leave the game.

## Scoring cards

rule-TU-13-1 = Scoring card 1: at the end, the more tokens you have of one faction, the more each adds. Seven is the maximum; the eighth starts a new set.
rule-TU-13-2 = Scoring card 2: at the end each token is worth its faction's number. One worth less than 0 cannot be spent for the bonus move.
rule-TU-13-3 = Scoring card 3: at the end, tokens form sets of different factions, each as large as possible.
rule-TU-13-4 = Scoring card 4: an office scores its points at once, each time it is entered.
rule-TU-13-5 = Scoring card 5: at the end of each round, the player with the most courtiers in a column (its office counts) scores points. The highest courtier breaks a tie.
rule-TU-13-6 = Scoring card 6: a round token just taken may send a courtier from the supply to the card for good. Each one scores points at the end.

## End of a round

rule-TU-14-1 = At the end of a round lords return to their players, figures become unused, and spent tokens leave the game.
rule-TU-14-2 = If rounds are left, the next player clockwise starts the next one. Courtiers stay on their chairs.

## End of the game

rule-TU-15-1 = After the last round both scoring cards count, then the Garter. Tokens behind the screen count, spent ones do not.
rule-TU-15-2 = The Garter ranks players by influence, intrigue and cards together. Tied players share a rank and each get its full points; the ranks after it are skipped.
rule-TU-15-3 = Most prestige wins, then most cards, then most influence and intrigue, then most rings. Players who are still tied win together.
