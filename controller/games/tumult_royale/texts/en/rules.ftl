# The rules of Tumult Royale in our own words, by the ids that refusals and tests cite.

## Set-up

rule-TR-0-1 = Two to four play, in blue, yellow, purple and grey; seats run clockwise. Ranks are dealt at random; rank 1 is king or queen.
rule-TR-0-2 = Four players use all 39 tiles; three leave out those with a black frame, two also those with a grey one. At the start all tiles belong to the people.
rule-TR-0-3 = The frame has two rows with one slot for each player; region tiles fill it, half of them face down. Slots are numbered row by row from 0; region tiles that were not drawn stay in the box.
rule-TR-0-4 = Each player takes 25 statues and 30, 20 or 15 supporters with two, three or four players. The rest of the 105 supporters form the supply.
rule-TR-0-5 = At first nobody has the people's mercy.
rule-TR-0-6 = From the lowest rank up to the king, each player puts one statue on a free pasture that lies open. If there are not enough such pastures, draw region tiles again.
rule-TR-0-7 = A field is named by column and row: letters from A at the left, digits from 1 at the top. Each slot spans three columns and three rows. A region tile may be turned clockwise by quarter turns.

## The people's sentiment

rule-TR-1-1 = The king sets the arrow going. The number it shows is what the people demand of bread, of marble and of tools.
rule-TR-1-2 = An arrow that comes to rest on the line between two sectors shows the smaller of their numbers.
rule-TR-1-3 = If nobody remembered to spin, each commodity keeps the number of the round before; in round 1 that is 3. A number corrected by hand counts as that round's number.

## Taxes

rule-TR-2-1 = Once a round, three tiles for each player are set aside unseen; for this round they belong to nobody and cannot be robbed. From round 2 on this may be done while the king has yet to spin.
rule-TR-2-2 = When exactly three tiles for each player are set aside, the king turns the hourglass.
rule-TR-2-3 = While the sand runs all players rob at once: each takes as many tiles as they can, one at a time, and only from the people.
rule-TR-2-4 = A tile on a castle stays there: it cannot be put back, and no one else may take it.
rule-TR-2-5 = When the sand has run out, each player may still put down a tile that is in hand at that moment. After that, hands off.
rule-TR-2-6 = Then all tiles are turned up and counted.

## Tumults

rule-TR-3-1 = Count what the people have left of each commodity. Where it is less than they demand, a tumult breaks out. All three are counted before the first tumult is dealt with.
rule-TR-3-2 = Several tumults are dealt with one after the other: bread, marble, tools.
rule-TR-3-3 = Greed is how many symbols of the commodity a player took. Whoever has the people's mercy counts one symbol less, but never below 0; mercy changes nothing else.
rule-TR-3-4 = The greediest player is to blame; in a tie, the highest-ranked of them. If no one took any, the king is to blame.
rule-TR-3-5 = For each tumult the one to blame pays three supporters to the supply.
rule-TR-3-6 = Of that commodity the one to blame keeps a single tile, one of the lowest value there. The others go back to the people and cannot be used again this round.
rule-TR-3-7 = Whoever has just one tile of the commodity, or none, gives nothing back.

## Statues

rule-TR-4-1 = From the king down the ranks, each player in turn builds on one field or passes; then it starts again with the king.
rule-TR-4-2 = You may build on an open field without statues. It has to share an edge with a field of your own; only pastures and forests may also lie anywhere else, at double cost.
rule-TR-4-3 = A pasture, forest or mountain takes one statue, a village two, a palace three. Whoever has fewer left places all of them, pays in full, and wins with the last.
rule-TR-4-4 = A pasture or forest away from your own fields costs twice what is printed of each commodity. If it touches one of them, it costs what is printed.
rule-TR-4-5 = You pay with whole tiles from your own castle. They must show enough symbols of each commodity that the field costs, and none of a commodity that it does not cost.
rule-TR-4-6 = A tile that could be left out may not be paid: each one must be needed.
rule-TR-4-7 = For every symbol that you pay beyond the cost, one supporter joins you from the supply. The paid tiles go to the people and are out for this round.
rule-TR-4-8 = Players who can build nothing are skipped. Players who can build may still pass, and are asked again the next time around.
rule-TR-4-9 = Building is over once nobody has built in a full turn around the table. Tiles left on castles go back, and bring no supporters.
rule-TR-4-10 = As a consolation, two supporters join each player who could not build at any turn of this round and was not to blame for any of its tumults; the higher rank comes first.
rule-TR-4-11 = A build goes in this order: pay the tiles, receive the supporters, place the statues, see whether that was the last one.

## Ranks, crowning, mercy

rule-TR-5-1 = Ranks are assigned anew by number of supporters, most first. The old ranks break ties.
rule-TR-6-1 = Whoever now ranks first is crowned, for the first time or again, and pays five supporters to the supply.
rule-TR-6-2 = The crowned player puts statues into the chronicle: one in rounds 1 to 5, two from round 6 on, or one if the player has only one left. They count as placed, but no field touches them.
rule-TR-6-3 = In round 3 the crowned player turns up one face-down region tile (two with four players), and in round 5 all that are left. Nobody looks first, and each tile is turned over towards the player.
rule-TR-6-4 = From round 6 on, check after each crowning whether the game ends.
rule-TR-6-5 = A crowning goes in this order: pay, place the chronicle's statues, see whether that was the last one, turn up region tiles, see whether the game ends.
rule-TR-7-1 = The people's mercy goes to whoever has the fewest statues placed, and to nobody if all have the same number. Everyone else loses mercy.
rule-TR-7-2 = After that all tiles go back to the people, and a new round begins.

## The end

rule-TR-8-1 = Whoever places a 25th statue, on a field or in the chronicle, wins at that moment. The rest of the round is not played.
rule-TR-8-2 = From round 6 on, the chronicle limits the gap between the most and the fewest statues placed. If it is wider, the game is over; after round 10 it ends in any case.
rule-TR-8-3 = Most statues placed wins; the higher rank breaks a tie.

## Supporters

rule-TR-9-1 = If a player cannot pay all that is due, every player first gets five supporters from the supply, the king first, as long as they last. Then the player pays as much as possible.
rule-TR-9-2 = If the supply cannot give all that is due, every player first returns five supporters to it, or all that are left. Then the supply gives as much as it has.

## Variants

rule-TR-10-1 = Gamblers rob first: the round begins with setting aside, and only after the count does the king spin three times, for bread, for marble and for tools. Forgotten spins are filled in as usual, and the numbers cannot be corrected.
rule-TR-11-1 = With a map, the table knows every field and checks where you build.
rule-TR-11-2 = Without a map, you say what kind of field you build on and whether it touches one of yours; the players see to it that it is free. A player who passes may say that no suitable field was free, and then counts as unable to build.
