"""Bounds on what comes from outside: each number once, with its reason below it."""

from typing import Final

CONNECTIONS: Final = 256
"""Open to the page at once: two for each phone in a full room; each takes some 230 KiB where it speaks TLS."""

CONNECTIONS_AN_ADDRESS: Final = 48
"""A browser opens six and keeps one more for its stream; people behind one router share an address."""

STREAMS: Final = 128
"""Pages that are told of each change at once; half of the connections, so that new visitors are still answered."""

STREAMS_AN_ADDRESS: Final = 24
"""Pages of one address that are told of each change; what is over it hears so, and its page asks again later."""

ACCEPTED_AT_ONCE: Final = 1
"""Connections taken in between two looks at the game: an action needs several looks, and a flood fills each of them."""

WAITING_TO_BE_TAKEN_IN: Final = 256
"""Connections that the kernel holds until they are; a client that finds no place there tries again after a second."""

HEADERS_S: Final = 10.0
"""From a connection, or from a request's first octet, to the end of its headers: a far phone needs one."""

HEADER_OCTETS: Final = 8192
"""Of one header of a request: a browser brings the cookies of all that is served by the same machine."""

HANDSHAKE_S: Final = 10.0
"""From a connection to a page that speaks TLS to the end of its handshake."""

BETWEEN_HANDSHAKES_S: Final = 0.005
"""Between two connections taken in at a TLS port: a handshake takes a Pi 2 ms, and half of its time is for the rest."""

BODY_S: Final = 120.0
"""From a request's headers to the end of its body: a backup of some megabytes over bad Wi-Fi."""

IDLE_S: Final = 75
"""How long a connection may lie idle between two requests: longer than the page's own pauses."""

SEND_S: Final = 30.0
"""How long a stream waits for a browser that does not read; then its page has to ask anew."""

DESCRIPTORS_KEPT: Final = 96
"""Files that the table itself needs open: devices, journal, backups, libraries; the page gets what is left."""

BACKUP_OCTETS: Final = 512 * 1024 * 1024
"""Of one unpacked file of a table's backup; a journal of ten thousand games has some 200 MB."""

READ_AT_ONCE_OCTETS: Final = 256 * 1024
"""Of a backup; its list of files is read whole, and those of a table or hub have 2 kB."""

BACKUP_SMALL_OCTETS: Final = 1024 * 1024
"""Of any other unpacked file: settings, stickers, rules of the house, keys; the largest has some 10 kB."""

BACKUP_RATIO: Final = 100
"""How many times larger than packed a journal may be; real ones are some ten times, nothing but zeros a thousand."""

JOURNAL_CHECK_S: Final = 120.0
"""For checking a whole journal: ten thousand games need some ten seconds, on a Pi less than a minute."""

LOG_BURST: Final = 300
"""Lines of the log that may come at once: a bad start says some fifty."""

LOG_LINES_A_MINUTE: Final = 12
"""Lines that it may grow by for ever: with those below less than 10 MB a day, whatever a client sends."""

LOG_LINE: Final = 400
"""Characters of one line; a longer one is cut."""

GAME_CALL_S: Final = 6.0
"""For one question to a game's own code; ours need a tenth of a second, and systemd's watchdog waits for thirty."""

TOML_LETTERS: Final = 256 * 1024
"""Of any file of TOML: settings, stickers, an edition; the largest shipped one has 12 kB."""

TOML_KEY_PARTS: Final = 8
"""Of one key or header, between its dots; ours have two. The reader's time grows with their square."""

TOML_PARTS: Final = 10_000
"""Dots, equals signs and opening brackets of a file, outside of texts; the largest shipped edition has 800. Each may
cost the reader a kilobyte."""

SETTINGS_PARTS: Final = 500
"""The same of a ``table.toml``; one with twelve castles and all keys has some 300. Each unknown key is compared
with all known ones."""

TOML_DEPTH: Final = 16
"""Brackets in one another; ours have three."""

TOML_WORD: Final = 200
"""Characters of a number, or of a key without quotes; the longest of ours has 20."""

EDITION_OCTETS: Final = 256 * 1024
"""Of an edition's file; the shipped one has 8 kB."""

EDITION_TILES: Final = 128
"""Of an edition; the shipped one has 39, and a castle board is no larger."""

EDITION_REGIONS: Final = 64
"""Of an edition; the shipped one has 10, and a map shows 8."""

EDITION_SECTORS: Final = 36
"""Of an edition's spinner; the arrow tells apart some ten degrees. The shipped one has 4."""

EDITION_PIECES: Final = 500
"""Tokens, or rings, of an edition of Tudor; the shipped one has 140 and 21."""

EDITION_SEATS: Final = 50
"""Chairs of a chamber, or places on a bench; the shipped edition has 5 and 4 at most."""

EDITION_NUMBER: Final = 1_000_000
"""For any number that is printed: supporters, gaps, demands."""

EDITION_SYMBOLS: Final = 30
"""Of one commodity in a cost; the shipped edition has 3 at most, and ten tiles of 3 are more than a castle gets."""

EDITION_TEXT: Final = 100
"""Letters of a name or an id."""

PAYMENTS: Final = 200
"""Ways to pay that are listed for one price; the shipped edition has 54 at most, whatever a castle holds."""

SEAT_CODE_S: Final = 120.0
"""Within which a seat's code must be typed, once: a phone has to find the page first. Each seat is one phone's."""

KNOCK_WAIT_S: Final = 10.0
"""After a knock that was not let in, until the next one is heard; twice as long after each further one."""

LONGEST_KNOCK_WAIT_S: Final = 320.0
"""At most so long: a guest who comes late still gets his turn, and the knob is free for nine tenths of the time."""

KNOCKS_FORGOTTEN_S: Final = 900.0
"""So long after the last wait the next one is short again."""

GAME_REQUESTS: Final = 256
"""That wait for the game's turn while the disk is slow: one for each connection; who is over it is told to wait."""

GAME_INPUTS: Final = 1024
"""Pieces, presses and requests that wait for the game: over it, what a gate or a knob says is counted and dropped."""

TAKEN_AT_ONCE: Final = 64
"""Of those, in one turn of the game: each takes up to a millisecond, in which nothing else is heard."""

STAGED: Final = 64
"""Announcements and turns of the arrow that wait for people to have seen the earlier ones; a tumult has some ten."""

SAYINGS: Final = 16
"""Sentences that wait to be said aloud: a round's end tells some ten, and people listen to no more."""

REFEREES: Final = 32
"""Browsers logged in as referee at once: each guest's phone at a full table, and again after its cookies were lost."""

OWNERS: Final = 16
"""Browsers logged in as owner at once; a new password ends all others."""

TOKENS: Final = 64
"""Machines that act with a token of their own: each more makes the file of keys longer, which is read whole."""

GUESSES_AN_HOUR: Final = 200
"""Wrong PINs and passwords evaluated for all addresses together: 6 digits hold for three months of it on average."""

GUESSES_HELD_BACK: Final = 5
"""Times that an address may ask in vain while all guesses are spent, before it counts as one of the flood."""

GUESSES_AT_ONCE: Final = 1
"""Threads that compare secrets, 16 MiB each; not that in which the journal is written, and after it in line."""

GUESSES_WAITING: Final = 8
"""PINs and passwords that are compared or wait for it: on a busy Pi each takes a second; more are told to try again."""

ADDRESSES_REMEMBERED: Final = 1024
"""With their wrong tries: four times what a home's or a café's network has."""

MQTT_CONNECT_S: Final = 10.0
"""From a try to reach the broker to its answer; one in the house needs a tenth of a second."""

MQTT_OCTETS: Final = 64 * 1024
"""Of one message from the broker; what is larger ends the connection."""

MQTT_UNSENT_OCTETS: Final = 256 * 1024
"""That wait for a broker that does not read; over it the connection is given up, and all is said anew later."""

MQTT_UNACKNOWLEDGED: Final = 256
"""Messages that the broker has taken without a word; over it the connection is given up as well."""

MQTT_HEARD_A_SECOND: Final = 200
"""Messages of the broker to a table; over it nothing is read until the second is over. A hub answers some twenty."""

MQTT_WORK_SHARE: Final = 0.1
"""Of the time, for what a broker tells a table; over it nothing is read until the rest has passed."""

MQTT_LONGEST_REST_S: Final = 5.0
"""So long nothing is read after one message; a broker waits twice as long for a sign of life."""

MQTT_SAID_EVERY_S: Final = 0.5
"""How often the state is told at most; after silence at once."""

ENROLMENT_S: Final = 120.0
"""For which the letters of a table that asks to join a room are good; then it shows others."""

JOINING_S: Final = 900.0
"""For which a table shows letters, others every two minutes, until they are typed at the hub."""

ENROLLING: Final = 64
"""Tables that ask to join a room at once; a room of many has an invitation."""

ENROLLING_AT_AN_ADDRESS: Final = 4
"""Of them from one address; the oldest goes when another comes."""

ENROLMENT_GUESSES: Final = 5
"""Wrong letters typed at a hub before it pauses."""

ENROLMENT_PAUSE_S: Final = 60.0
"""For which it pauses then: 20^8 letters hold for longer than anybody types."""

ENROLMENT_OCTETS: Final = 32 * 1024
"""Of what a table and a hub say to each other while the table joins."""

INVITATIONS: Final = 16
"""Invitations of a hub that hold at once."""

INVITATIONS_OCTETS: Final = 1024 * 1024
"""Of the file that keeps them, with the tables that came."""

LOG_PIECE_ENTRIES: Final = 200
"""Of a game's log in one message to the hub; a whole game has some 360."""

LOG_PIECE_OCTETS: Final = 60 * 1024
"""Of such a message: a little less than a hub takes. An entry that is larger alone stays at the table."""

WANTED: Final = 500
"""Games that a hub asks for at once, and that a table lists in one message; it lists the others in further ones."""

HELLO_GAMES: Final = 10_000
"""Games of one page of what a table says that it has; others follow in further ones. Four a day are so many in
seven years."""

TAKE_BACK_GAMES: Final = 20_000
"""That a table takes back from its hub at once; a table at which four are played each day has so many in 13 years."""

TAKE_BACK_LOOK_S: Final = 30.0
"""Between two looks at what the hub has more, however often it speaks."""

ASKS_WAITING: Final = 4
"""Things that a hub has asked of a table and that are not done yet; one more is not heard."""

MESSAGE_LETTERS: Final = 80
"""Of a message from the house to the people at a table; the console's screen has room for no more."""

ANSWER_FINDINGS: Final = 40
"""Of the doctor, in one message to the hub, the worst ones first; there are some fifty codes in all."""

ANSWER_TEXT: Final = 400
"""Letters of each of their sentences; what is longer is cut."""

ANSWER_REPORT_OCTETS: Final = 40 * 1024
"""Of a report, so that it fits a message; one that is larger is fetched at the table. Usual ones have some 10 kB."""

FIXTURE_SEATS: Final = 12
"""Castles of a game that a hub wants to be played; no game has more."""

FIXTURE_WORD: Final = 60
"""Letters of a name in it, of a player or a round; the console cuts what does not fit its screen."""

FIXTURE_OPTIONS: Final = 20
"""Choices of a game that it may settle; ours have three."""

HOUSE_KEYS: Final = 20
"""Settings that a hub may want, or games of which it wants something, or choices of one; ours have six, two, three."""

HOUSE_OCTETS: Final = 32 * 1024
"""Of all that it wants so of one table; the shipped editions have 4 and 6 kB as JSON."""

KEPT_FILE_OCTETS: Final = 4 * 1024 * 1024
"""Of a small file that a table or a hub keeps for itself: what a hub wants of all tables has some 40 kB."""

WISHES_KEPT_EVERY_S: Final = 10.0
"""Between two writes of what a hub wants of the table: a hub gone wild does not wear out the card."""

PACKAGES_KEY_OCTETS: Final = 8192
"""Of the key by which a hub signs its packages; one of ed25519 has some 400."""

JOURNAL_NAME_S: Final = 3600.0
"""For which a journal keeps a new name: each is a write to the card, and a hub could say for ever that it forks."""

BOT_GAMES: Final = 100
"""Games of which a simulated table remembers what bots play: more than anybody lays aside to go on with later."""

GPG_S: Final = 60.0
"""For signing a list of packages, making a key, or ending the agent of gpg; a Pi needs a second."""

PACKAGE_OCTETS: Final = 256 * 1024 * 1024
"""Of a package that a hub releases; ours have some 20 MB."""

HUB_ASKS: Final = 1100
"""Answers of tables that a hub waits for at once: one of each table, and some that were asked for twice."""

HUB_TABLES: Final = 1000
"""In one room: a convention's; each is a user of the broker."""

BROKER_STRANGERS: Final = 512
"""Connections to a hub's broker that it has not let in yet; a table is let in within a second of its coming."""

BROKER_STRANGERS_AN_ADDRESS: Final = 64
"""Of them from one address; the oldest goes when another comes."""

BROKER_QUEUE_OCTETS: Final = 16 * 1024 * 1024
"""Of messages that a hub's broker keeps for a client that does not read; a thousand tables that all ship a round have
nine. What is over it is lost, and said again."""

BROKER_MEMORY_OCTETS: Final = 256 * 1024 * 1024
"""Of a hub's broker; with a thousand tables it has some 30 MB."""

HUB_DESCRIPTORS: Final = 8192
"""Files and connections of a hub, and as many of its broker: a thousand tables, strangers, pages and the database."""

HUB_TABLES_KEPT: Final = 2 * HUB_TABLES
"""Of which a hub keeps games, those that have left the room among them: a broker of others may let in anybody."""

HUB_ENGINE_SAID: Final = 4000
"""Letters kept of what a hub's PostgreSQL or Mosquitto has said, for the line of the log that tells its end."""

HUB_CONNECT_S: Final = 10.0
"""For a hub's connection to its database; one on the same machine needs a hundredth of a second."""

HUB_STATEMENT_S: Final = 60.0
"""For one statement there: a commit of two hundred messages needs a hundredth of a second."""

HUB_GAME_OCTETS: Final = 16 * 1024 * 1024
"""Of all actions of one game; one of 357 has 60 kB."""

HUB_GAME_ENTRIES: Final = 20_000
"""Of one game that a hub plays again, packs or gives back; one has some 360."""

HUB_QUEUE_OCTETS: Final = 64 * 1024 * 1024
"""That wait for the database; over it the hub reads no further, and the tables say again what they have."""

HUB_BACKUP_OCTETS: Final = 64 * 1024 * 1024 * 1024
"""Of a hub's unpacked backup; a thousand tables make 5 GB in a year."""

HUB_WAITING_A_TABLE: Final = 32
"""Messages of one table that wait for the database; it has one log under way, and says again what is lost."""

HUB_DAY_OCTETS: Final = 128 * 1024 * 1024
"""That a table may bring in a day, as a hub keeps them: over a thousand games. One that brings more is held, and
nothing more is asked of it until the room's owner lets it go on."""

HUB_JOURNALS_A_TABLE: Final = 200
"""Of one table that a hub knows: each time that one is put back from a backup, or has forked, there is one more."""

HUB_JOURNALS_KNOWN: Final = 10_000
"""Whose table's they are the hub remembers of so many journals before it asks its database again; a table has one."""

ROOM_TEXT: Final = 250
"""Letters of anything that a table says of itself to the room; what is longer is cut."""

ROOM_CASTLES: Final = 12
"""Castles of one game that a card shows; ours have four."""

ROOM_LOST: Final = 32
"""Devices of one table that a card names as lost; a table of four has some twenty."""

ROOM_NUMBER: Final = 1_000_000
"""For a round, points or seconds that a table tells."""

ROOM_NEWS: Final = 32
"""Events of the whole room that wait to be shown large, each for eight seconds."""

ROOM_NEWS_A_TABLE: Final = 3
"""Of them from one table: a tumult and the end of a game may come at once; an older one goes."""

ROOM_TOLD_EVERY_S: Final = 0.1
"""How often pages are told of the room at most; a table tells its state twice a second."""

PLAYER_NAME: Final = 64
"""Letters of a player's name, as a steward types it."""

PLAYERS: Final = 100_000
"""That a hub knows by name; a convention has 4,000, and a steward types each."""

SEASONS: Final = 200
"""That a room's owner begins; four a year."""

RETOLD: Final = 16
"""Games whose states a hub keeps in memory, since people look at them; over it the one that was looked at first
is played again at the next look."""

RETOLD_SENTENCES: Final = 400
"""Of a game's story on the room's page, the newest; a game tells some two hundred."""

REPLAY_ANSWER_S: Final = 10.0
"""For one answer of the process in which a hub plays games again: half a second of actions, or what a page shows."""

REPLAY_ANSWER_OCTETS: Final = 4 * 1024 * 1024
"""Of such an answer; a game that people look at has some 30 kB, and all sentences of ours some 400 kB."""

REPLAY_OCTETS: Final = 256 * 1024 * 1024
"""Of memory, for that process: it has some 30 MB, and each game that people look at one or two."""

REPLAY_GAME_S: Final = 60.0
"""For playing one game again: one of 360 actions needs a third of a second, one of 20,000 ten."""

REPLAY_WHY_NOT: Final = 400
"""Letters of what is kept of a game that could not be played again."""

RATINGS_S: Final = 300.0
"""For making all ratings anew from some hundred thousand results."""

RATINGS_OCTETS: Final = 64 * 1024 * 1024
"""Of all ratings, a hundred octets each."""

COUNTED_KINDS: Final = 24
"""Kinds of announcements of one game that are counted; the first game has six."""

HISTORY_ROWS: Final = 50
"""Games, or players, of one answer; a page asks for more when people look further."""

HISTORY_CONNECTIONS: Final = 4
"""To the database, for pages that show the past; others wait."""

ROOM_LOGGED_IN: Final = 64
"""Browsers logged in to the room's page as the same role at once."""

TOURNAMENT_ENTRANTS: Final = 4096
"""Of one tournament: a convention's; a draw for 4,000 is measured."""

TOURNAMENT_ROUNDS: Final = 12
"""That people agree on beforehand; four or five are an evening."""

TOURNAMENT_DRAWS: Final = 64
"""Of one tournament, those that were taken back among them: so many seeds hang on what is published first."""

TOURNAMENT_ACTS: Final = 50_000
"""Of one tournament: each entrant comes and goes a few times, each game has a result and some have two."""

TOURNAMENT_LIST_OCTETS: Final = 1024 * 1024
"""Of a list of entrants that is pasted; 4,096 with their clubs have a quarter of that."""

TOURNAMENT_SIGN_UPS: Final = 12
"""Of one address in an hour: a family shares a phone, and friends one's hotspot."""

TOURNAMENT_GAMES_TOLD: Final = 50
"""Games without a place in a tournament that its organiser is shown, the newest first."""

TOURNAMENT_RECORD_OCTETS: Final = 64 * 1024 * 1024
"""Of a whole tournament's file, which is drawn again from it."""

TOURNAMENT_SAID: Final = 200
"""Letters that the room adds to a seed, such as numbers of dice."""

TOURNAMENT_POINTS: Final = 1_000_000
"""For what a game measures people by."""

TOURNAMENT_MINUTES: Final = 600
"""For the clock of a round."""

WEBHOOK_S: Final = 5.0
"""For one whole call of the webhook, its name and its handshake included; one that takes longer is given up."""

WEBHOOK_WAITING: Final = 4 * HUB_TABLES
"""Calls of the webhook that wait for those before them, one for each need of each table."""

DRAWING_SIDE: Final = 1600
"""Pixels of a picture's side: painted twice as large it takes 31 MB; a film's has 800."""

DRAWING_SHAPES: Final = 4000
"""Of one drawing; a full table has some 700."""

FILM_PICTURES: Final = 240
"""Of one film, which holds them in memory, 400 kB each; a round has some fifty."""

FILM_OCTETS: Final = 2_000_000
"""Of one film, so that it can be sent and shown anywhere; a round has some 300 kB."""

GAME_LOG_OCTETS: Final = 64 * 1024 * 1024
"""Of a game's log as a file; one of 357 actions has 60 kB, with its draws and origins some 200."""

GAME_LINE_OCTETS: Final = 1024 * 1024
"""Of a line of a game's log as a file; the longest, a start with an edition of a house, has some 20 kB."""

COURSE_CURVES: Final = 4
"""Of a game's picture; ours have two."""

COURSE_VALUES: Final = 100
"""Of one curve: a game of so many rounds is drawn up to there."""
