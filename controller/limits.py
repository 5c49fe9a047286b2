"""Bounds on input from outside, each with its reason below it."""

from typing import Final

PAGE_CONNECTIONS: Final = 256
"""Open connections to the page: two for each phone in a full room; one with TLS takes some 230 KiB."""

PAGE_CONNECTIONS_PER_ADDRESS: Final = 48
"""Open connections of one address, shared by all behind a router: a browser opens six, and one for its stream."""

PAGE_STREAMS: Final = 128
"""Open event streams; half of the connections, so that new visitors get an answer."""

PAGE_STREAMS_PER_ADDRESS: Final = 24
"""Open event streams of one address; a further one is refused, and its page retries later."""

REQUESTS_PER_SECOND_PER_ADDRESS: Final = 50
"""Sustained rate of an address, for requests that show something and as many that change something; others wait. A
page needs eight to load, then one a step."""

REQUEST_BURST_PER_ADDRESS: Final = 100
"""Requests of an address before they wait: a dozen phones behind one router load the page."""

RESPONSE_BYTES_PER_REQUEST: Final = 16 * 1024
"""Each so many bytes of a response count as a further request: sending a film takes as long as a dozen views."""

RESPONSE_BYTES_COUNTED: Final = 1024 * 1024
"""More bytes of one response count no further: a backup of 200 MB delays the owner's next view by one second."""

REQUEST_WAIT_S: Final = 3.0
"""How long such a request waits; one that would wait longer waits as long and must retry. Each connection has one at
a time."""

CONNECTIONS_ACCEPTED_PER_TURN: Final = 1
"""Connections accepted in one turn of the event loop: an action needs several turns, and a flood delays each."""

LISTEN_BACKLOG: Final = 256
"""Connections that the kernel holds until accepted; a client without a place retries after a second."""

REQUEST_HEADERS_TIMEOUT_S: Final = 10.0
"""From a connection, or a request's first byte, to the end of its headers: a distant phone needs one second."""

REQUEST_HEADER_BYTES: Final = 8192
"""One header of a request: a browser sends the cookies of everything the machine serves."""

TLS_HANDSHAKE_TIMEOUT_S: Final = 10.0
"""From a connection to the end of its TLS handshake."""

TLS_ACCEPT_PAUSE_S: Final = 0.005
"""Pause between accepting two TLS connections: a handshake takes a Pi 2 ms, and half of the time is for the game."""

REQUEST_BODY_TIMEOUT_S: Final = 120.0
"""From a request's headers to the end of its body: a backup of some megabytes over bad Wi-Fi."""

IDLE_CONNECTION_S: Final = 75
"""Idle time between two requests of a connection: longer than the page's pauses."""

STREAM_SEND_TIMEOUT_S: Final = 30.0
"""How long a stream waits for a browser that does not read; then the page must reconnect."""

RESERVED_DESCRIPTORS: Final = 96
"""Files the table itself keeps open: devices, journal, backups, libraries; the page gets the rest."""

BACKUP_FILE_BYTES: Final = 512 * 1024 * 1024
"""One unpacked file of a table's backup; a journal of ten thousand games has some 200 MB."""

BACKUP_LIST_BYTES: Final = 256 * 1024
"""The list of files in a backup, which is read in one go; a table's or hub's has 2 kB."""

BACKUP_SMALL_FILE_BYTES: Final = 1024 * 1024
"""Any unpacked file but the journal: settings, stickers, house rules, keys; the largest has some 10 kB."""

BACKUP_COMPRESSION_RATIO: Final = 100
"""A journal's unpacked size by its packed size; real journals have some ten, a file of zeros a thousand."""

JOURNAL_CHECK_TIMEOUT_S: Final = 120.0
"""Checking a complete journal: ten thousand games take some ten seconds, on a Pi less than a minute."""

LOG_BURST_LINES: Final = 300
"""Log lines in one burst: a bad start writes some fifty."""

LOG_LINES_PER_MINUTE: Final = 12
"""Sustained rate of log lines: at ``LOG_LINE_CHARS`` each, less than 10 MB a day under any flood."""

LOG_LINE_CHARS: Final = 400
"""One log line; a longer one is cut."""

LOG_LINES_KEPT: Final = 200
"""Latest log lines on the owner's page; they take some 100 KiB."""

READINGS_KEPT: Final = 256
"""Each gate's latest readings for the owner's page: five seconds at the fastest polling."""

HISTORY_MINUTES: Final = 24 * 60
"""Minutes of measurements on the owner's page, one each."""

GAME_CALL_TIMEOUT_S: Final = 6.0
"""One call of a game's code; ours need a tenth of a second, and systemd's watchdog waits for thirty."""

TOML_CHARS: Final = 256 * 1024
"""Any TOML file: settings, stickers, an edition; the largest shipped one has 12 kB."""

TOML_KEY_PARTS: Final = 8
"""Parts of one key or header between its dots; ours have two. The parser's time grows with their square."""

TOML_PARTS: Final = 10_000
"""Dots, equals signs and opening brackets of a file, outside strings; the largest shipped edition has 800. Each may
cost the parser a kilobyte."""

SETTINGS_TOML_PARTS: Final = 500
"""Dots, equals signs and opening brackets of ``table.toml``; one with twelve castles and all keys has some 300. Each
unknown key is compared with all known ones."""

TOML_NESTED_BRACKETS: Final = 16
"""Nested brackets; ours have three."""

TOML_WORD_CHARS: Final = 200
"""A number, or a key without quotes; our longest has 20."""

EDITION_FILE_BYTES: Final = 256 * 1024
"""An edition's file; the shipped one has 8 kB."""

EDITION_TILES: Final = 128
"""Tiles of an edition; the shipped one has 39, and a castle has no room for more."""

EDITION_REGIONS: Final = 64
"""Regions of an edition; the shipped one has 10, and a map shows 8."""

EDITION_SECTORS: Final = 36
"""Sectors of an edition's spinner; the arrow resolves some ten degrees. The shipped one has 4."""

EDITION_PIECES: Final = 500
"""Tokens, or rings, of an edition of Tudor; the shipped one has 140 and 21."""

EDITION_SEATS: Final = 50
"""Chairs of a chamber, or places on a bench; the shipped edition has at most 5 and 4."""

EDITION_NUMBER: Final = 1_000_000
"""Any printed number: supporters, gaps, demands."""

EDITION_COST_SYMBOLS: Final = 30
"""Symbols of one commodity in a cost; the shipped edition has at most 3, and ten tiles of 3 are more than a castle
gets."""

EDITION_NAME_CHARS: Final = 100
"""A name or an id."""

THINKING_MEMORY_BYTES: Final = 512 * 1024 * 1024
"""Address space of a process in which bots look ahead, or a film is made: it has some 40 MB of memory, or 150."""

PAYMENTS_LISTED: Final = 200
"""Ways to pay one price that are listed; the shipped edition has at most 54, whatever a castle holds."""

SEAT_CODE_VALID_S: Final = 120.0
"""How long a seat's code is valid, for one phone: the phone must find the page first."""

ACCESS_RETRY_S: Final = 10.0
"""Pause after a denied access request; each further one doubles it."""

ACCESS_RETRY_LONGEST_S: Final = 320.0
"""The longest pause after a denied access request: a late guest still gets a turn, and the knob is free for nine tenths
of the time."""

ACCESS_RETRY_RESET_S: Final = 900.0
"""Time after a pause for a denied access request; without another denial, the next pause is short again."""

GAME_REQUESTS_WAITING: Final = 256
"""Requests waiting for the game while the disk is slow: one for each connection; a further one is refused."""

GAME_INPUTS_WAITING: Final = 1024
"""Tiles, presses and requests waiting for the game; further inputs of gates and knob are counted and dropped."""

GAME_INPUTS_PER_TURN: Final = 64
"""Inputs handled in one turn of the game loop: each takes up to a millisecond, which delays everything else."""

EFFECTS_WAITING: Final = 64
"""Announcements and turns of the arrow waiting for earlier ones to be seen; a tumult has some ten."""

SENTENCES_WAITING: Final = 16
"""Sentences waiting to be spoken: a round's end has some ten, and people listen to no more."""

REFEREE_SESSIONS: Final = 32
"""Browsers logged in as referee: each guest's phone at a full table, and again after it lost its cookies."""

OWNER_SESSIONS: Final = 16
"""Browsers logged in as owner; a new password ends all others."""

API_TOKENS: Final = 64
"""Machines with a token of their own: each lengthens the file of keys, which is read in one go."""

WRONG_GUESSES_PER_HOUR: Final = 200
"""Wrong guesses at one secret checked for all addresses together: a PIN of 6 digits lasts three months on average.
An address that has given the secret before keeps one attempt a minute of its own."""

GUESSES_REFUSED_PER_ADDRESS: Final = 5
"""Attempts of an address while all guesses of the hour are used up, before it counts as part of the flood."""

GUESS_THREADS: Final = 1
"""Threads that compare secrets, 16 MiB each; separate from the journal's thread, and of lower priority."""

GUESSES_WAITING: Final = 8
"""PINs and passwords in comparison or in the queue; on a busy Pi each takes a second. Further ones must retry."""

ADDRESSES_REMEMBERED: Final = 1024
"""Addresses with wrong guesses: four times those of a home's or café's network."""

MQTT_CONNECT_TIMEOUT_S: Final = 10.0
"""From an attempt to reach the broker to its answer; one in the local network needs a tenth of a second."""

MQTT_MESSAGE_BYTES: Final = 64 * 1024
"""A message from the broker; a larger one ends the connection."""

MQTT_UNSENT_BYTES: Final = 256 * 1024
"""Bytes waiting for a broker that does not read; above, the connection is closed, and current values are sent again
later."""

MQTT_UNACKNOWLEDGED: Final = 256
"""Messages not acknowledged by the broker; above, the connection is closed, too."""

MQTT_MESSAGES_PER_SECOND: Final = 200
"""Messages a table reads in a second; then it pauses until the second is over. A hub sends some twenty."""

MQTT_WORK_SHARE: Final = 0.1
"""Share of processor time for a broker's messages; above, the table pauses reading until the average is low enough."""

MQTT_LONGEST_READ_PAUSE_S: Final = 5.0
"""The longest pause in reading after one message; a broker waits twice as long for a ping."""

MQTT_PUBLISH_EVERY_S: Final = 0.5
"""Shortest time between two states published; after a quiet time there is no delay."""

BOARD_EVERY_S: Final = 2.0
"""Shortest time between two boards published; a board is published only after new points, phase, turn or round."""

BOARD_BYTES: Final = 32 * 1024
"""The board of one table, as spectators see it; ours have 8 kB. A larger one is neither published nor shown."""

BOARD_PICTURE_BYTES: Final = 256 * 1024
"""The picture of one table's board; ours have 64 kB, and 4 kB compressed."""

ENROLMENT_LETTERS_S: Final = 120.0
"""How long the letters of a table asking to join a room are valid; then it shows others."""

JOIN_ATTEMPT_S: Final = 900.0
"""How long a table shows letters, new ones every two minutes, until they are typed at the hub."""

ENROLMENTS_OPEN: Final = 64
"""Tables that ask to join a room at once; a room of many tables uses an invitation."""

ENROLMENTS_OPEN_PER_ADDRESS: Final = 4
"""Tables at one address that ask to join a room at once; a further one replaces the oldest."""

ENROLMENT_WRONG_GUESSES: Final = 5
"""Wrong letters typed at a hub before it pauses."""

ENROLMENT_LOCKOUT_S: Final = 60.0
"""The hub's pause after wrong letters, so that trying 20^8 combinations takes too long."""

ENROLMENT_MESSAGE_BYTES: Final = 32 * 1024
"""One message between table and hub while the table joins."""

INVITATIONS_OPEN: Final = 16
"""Valid invitations of a hub."""

INVITATIONS_FILE_BYTES: Final = 1024 * 1024
"""The file of invitations, with the tables that used them."""

LOG_PIECE_ENTRIES: Final = 200
"""Entries of a game's log in one message to the hub; a complete game has some 360."""

LOG_PIECE_BYTES: Final = 60 * 1024
"""One message to the hub with entries of a game's log: a little less than a hub accepts. A single larger entry stays at
the table."""

GAMES_PER_MESSAGE: Final = 500
"""Games a hub requests or a table lists in one message; others follow in further ones."""

HELLO_PAGE_GAMES: Final = 10_000
"""Games of one page of a table's hello; others follow in further pages. At four games a day, one lasts seven years."""

RESTORED_GAMES: Final = 20_000
"""Games a table restores from its hub in one go; four a day make so many in 13 years."""

RESTORE_CHECK_EVERY_S: Final = 30.0
"""Shortest time between two comparisons of a table's games with the hub's, however often the hub writes."""

HUB_REQUESTS_WAITING: Final = 4
"""Requests of a hub not yet handled by a table; more are refused."""

TABLE_MESSAGE_CHARS: Final = 80
"""A message from the room to the people at a table; the console's screen has room for no more."""

ANSWER_FINDINGS: Final = 40
"""Findings of the doctor in one answer to the hub, the worst first; there are some fifty codes in all."""

ANSWER_TEXT_CHARS: Final = 400
"""One sentence of a finding, or why settings are refused, in an answer to the hub; a longer one is cut."""

ANSWER_REPORT_BYTES: Final = 40 * 1024
"""A report in an answer to the hub; a larger one must be fetched at the table. Usual ones have some 10 kB."""

FIXTURE_SEATS: Final = 12
"""Castles of a fixture; no game has more."""

FIXTURE_TEXT_CHARS: Final = 60
"""A name in a fixture, of a player or a round; the console cuts what does not fit its screen."""

FIXTURE_OPTIONS: Final = 20
"""Options of a game that a fixture may set; ours have three."""

ROOM_SETTINGS_KEYS: Final = 20
"""Settings a hub may set, games for which it sets something, or options of one game: now six, two and three."""

ROOM_SETTINGS_BYTES: Final = 32 * 1024
"""All settings of a hub for one table, editions included; the shipped editions have 4 and 6 kB as JSON."""

SMALL_FILE_BYTES: Final = 4 * 1024 * 1024
"""A small file of a table or a hub: a hub's desired state of all tables has some 40 kB."""

DESIRED_SAVED_EVERY_S: Final = 10.0
"""Shortest time between two writes of the desired state: a faulty hub must not wear out the card."""

PACKAGES_KEY_BYTES: Final = 8192
"""The key by which a hub signs its packages; an ed25519 key has some 400."""

JOURNAL_RENAME_EVERY_S: Final = 3600.0
"""Shortest time between two new names of a journal: each renaming writes to the card, and a faulty hub could report
forks forever."""

BOT_GAMES_REMEMBERED: Final = 100
"""Games for which a simulated table remembers its bots: more than people park to resume later."""

NEWCOMER_READS_S: Final = 300.0
"""Time bots wait for a newcomer reading a step of the first round, who may have closed the page."""

GPG_S: Final = 60.0
"""Signing a list of packages, making a key, or ending gpg's agent; a Pi needs a second."""

PACKAGE_BYTES: Final = 256 * 1024 * 1024
"""A package released by a hub; ours have some 20 MB."""

HUB_ANSWERS_AWAITED: Final = 1100
"""Answers of tables a hub waits for: one of each, and some requested twice."""

HUB_TABLES: Final = 1000
"""Tables in one room, such as a convention's; each is a user of the broker."""

BROKER_CONNECT_PACKET_S: Final = 5.0
"""How long a client of a hub's broker has for its TLS handshake, and then for its CONNECT packet; a table needs less
than a second."""

BROKER_UNAUTHENTICATED: Final = 512
"""Connections to a hub's broker that have not sent a CONNECT packet; beyond, an address may have one of them. A wrong
password ends a connection at once."""

BROKER_UNAUTHENTICATED_PER_ADDRESS: Final = 64
"""Connections of one address to a hub's broker that have not sent a CONNECT packet, besides as many as have sent one
within a day; a further one is refused. A thousand tables behind one address come again at the same time."""

BROKER_CLIENT_QUEUE_BYTES: Final = 16 * 1024 * 1024
"""Messages a hub's broker holds for a client that does not read; one round of each of a thousand tables has
9 MB. What does not fit is lost, and sent again."""

BROKER_MEMORY_BYTES: Final = 256 * 1024 * 1024
"""Memory of a hub's broker; with a thousand tables it has some 30 MB."""

HUB_DESCRIPTORS: Final = 8192
"""Files and connections of a hub, and as many of its broker and of HAProxy: a thousand tables, strangers, pages and the
database."""

HUB_TABLES_STORED: Final = 2 * HUB_TABLES
"""Tables whose games a hub keeps, including those that left; an external broker may accept any client."""

HUB_ENGINE_OUTPUT_CHARS: Final = 4000
"""Latest output kept of a hub's PostgreSQL, Mosquitto or HAProxy, for the log line about its end."""

HUB_DB_CONNECT_TIMEOUT_S: Final = 10.0
"""A hub's connection to its database; one on the same machine needs a hundredth of a second."""

HUB_STATEMENT_TIMEOUT_S: Final = 60.0
"""One SQL statement: a commit of two hundred messages needs a hundredth of a second."""

HUB_GAME_BYTES: Final = 16 * 1024 * 1024
"""All actions of one game; a game of 357 actions has 60 kB."""

HUB_GAME_ENTRIES: Final = 20_000
"""Entries of one game that a hub replays, packs or returns; one has some 360."""

HUB_QUEUE_BYTES: Final = 64 * 1024 * 1024
"""Messages waiting for the database; above, the hub pauses reading, and tables send again what is lost."""

HUB_BACKUP_BYTES: Final = 64 * 1024 * 1024 * 1024
"""A hub's unpacked backup; a thousand tables make 5 GB in a year."""

HUB_QUEUED_MESSAGES_PER_TABLE: Final = 32
"""Messages of one table waiting for the database; a table has one log under way, and sends again what is lost."""

HUB_TABLE_BYTES_PER_DAY: Final = 128 * 1024 * 1024
"""What a hub stores of one table in a day: over a thousand games. A table that sends more is paused, and the hub
requests nothing of it until the room's owner releases it."""

HUB_JOURNALS_PER_TABLE: Final = 200
"""Journals of one table that a hub knows: each restored backup and each fork adds one."""

HUB_JOURNALS_CACHED: Final = 10_000
"""Journals whose table a hub remembers without asking its database; a table has one."""

ROOM_TEXT_CHARS: Final = 250
"""Any text about itself from a table to the room; a longer one is cut."""

ROOM_CARD_CASTLES: Final = 12
"""Castles of one game on a table's card; ours have four."""

ROOM_CARD_LOST_DEVICES: Final = 32
"""Lost devices named on a table's card; a table of four has some twenty devices."""

ROOM_NUMBER: Final = 1_000_000
"""A round, points or seconds that a table sends."""

ROOM_NEWS_WAITING: Final = 32
"""Events of the room that a television shows, each for eight seconds."""

ROOM_NEWS_WAITING_PER_TABLE: Final = 3
"""Events of one table that a television shows: a tumult and the end of a game may come at once; a further one
replaces the oldest."""

ROOM_UPDATE_EVERY_S: Final = 0.1
"""Shortest time between two updates of the room's pages; a table publishes its state twice a second."""

PLAYER_NAME_CHARS: Final = 64
"""A player's name, as a steward types it."""

PLAYERS: Final = 100_000
"""Players that a hub knows by name; a convention has 4,000, and a steward types each."""

SEASONS: Final = 200
"""Seasons of a room; four a year."""

TABLE_FEEDS: Final = 16
"""Tables' latest views, each in one language, in a hub's memory; above, views that no page shows are dropped."""

REPLAY_SENTENCES: Final = 400
"""The newest sentences of a game's story on the room's page; a game has some two hundred."""

REPLAY_ANSWER_TIMEOUT_S: Final = 10.0
"""One answer of the process in which a hub replays games: a game of 360 actions needs a third of a second on a Pi, one
of 20,000 some seconds."""

REPLAY_ANSWER_BYTES: Final = 4 * 1024 * 1024
"""One answer of the process in which a hub replays games; a game on a page has some 30 kB, and all sentences of ours
some 400 kB."""

REPLAY_MEMORY_BYTES: Final = 256 * 1024 * 1024
"""Memory of the process in which a hub replays games: it has some 30 MB, and one or two more during a
replay."""

REPLAY_ERROR_CHARS: Final = 400
"""The stored error of an unreplayable game."""

RATINGS_S: Final = 300.0
"""Computing all ratings anew from some hundred thousand results."""

RATINGS_BYTES: Final = 64 * 1024 * 1024
"""All ratings, two hundred bytes each."""

RATING_CURVE_GAMES: Final = 24
"""The latest games of a player in the curve of a rating."""

COUNTED_ANNOUNCEMENTS: Final = 24
"""Counted kinds of announcements of one game; Tumult Royale has six."""

HISTORY_ROWS: Final = 50
"""Games or players in one answer; pages request more as people scroll."""

HISTORY_CONNECTIONS: Final = 4
"""Database connections for pages about the past; further requests wait."""

ROOM_SESSIONS_PER_ROLE: Final = 64
"""Browsers logged in to the room's page in one role."""

TOURNAMENT_ENTRANTS: Final = 4096
"""Entrants of one tournament, such as a convention's; a draw for 4,000 is measured."""

TOURNAMENT_ENTRIES: Final = 16 * 4096
"""Entrants of one tournament with those who were taken out again, such as of a list that was read wrongly."""

TOURNAMENT_ROUNDS: Final = 12
"""Rounds of a tournament agreed on beforehand; four or five take an evening."""

TOURNAMENT_DRAWS: Final = 64
"""Draws of one tournament, with those withdrawn: the commitments to all of their seeds are published
first."""

TOURNAMENT_ACTIONS: Final = 50_000
"""Actions of one tournament: an entrant comes and goes a few times; a game has one result, some have two."""

TOURNAMENT_LIST_BYTES: Final = 1024 * 1024
"""A list of entrants; 4,096 with clubs have a quarter of that."""

LIST_LINES: Final = 10_000
"""Lines of such a list that are not empty."""

LIST_COLUMNS: Final = 100
"""Columns of such a list; a form with forty questions has as many."""

LIST_REMARKS_SHOWN: Final = 200
"""Lines that a preview names with the reason why they are not entered; it counts the others."""

TOURNAMENT_SIGN_UPS_PER_HOUR: Final = 12
"""Sign-ups from one address: a family shares a phone, and friends share a hotspot."""

TOURNAMENT_STRAY_GAMES_SHOWN: Final = 50
"""Games without a place in a tournament that its organiser sees, the newest first."""

TOURNAMENT_RECORD_BYTES: Final = 64 * 1024 * 1024
"""A complete tournament's file, from which it is drawn again."""

TOURNAMENT_VALUE_S: Final = 60.0
"""Computing what a tournament's page shows; 4,000 people and five rounds take some seconds."""

TOURNAMENT_SEED_TEXT_CHARS: Final = 200
"""Text the room adds to a seed, such as dice numbers."""

TOURNAMENT_POINTS: Final = 1_000_000
"""Points of a player in one game."""

TOURNAMENT_ROUND_MINUTES: Final = 600
"""The clock of a round."""

FEED_LOGS: Final = 4096
"""Logs in a tournament's public feed, a file each; a tournament of 64 tables and five rounds has 320."""

FEED_LOG_BYTES: Final = 1024 * 1024
"""One of them; a log of 300 actions has 10 kB."""

FEED_DELAY_MINUTES: Final = 1440
"""How late a feed may be: a day."""

WEBHOOK_TIMEOUT_S: Final = 5.0
"""One complete call of the webhook, with name lookup and handshake; a slower one is given up."""

WEBHOOK_CALLS_WAITING: Final = 4 * HUB_TABLES
"""Calls of the webhook waiting for earlier ones, one for each alert of each table."""

PICTURE_SIDE_PIXELS: Final = 1600
"""A picture's side: painted at twice the size, a picture takes 31 MB; a film's pictures have 800 pixels."""

PICTURE_SHAPES: Final = 4000
"""Shapes of one picture; a full table has some 700."""

FILM_PICTURES: Final = 240
"""Pictures of one film, which holds them in memory, 400 kB each; a round has some fifty."""

FILM_BYTES: Final = 2_000_000
"""One film, so that it can be sent and shown anywhere; a round has some 300 kB, a game up to 1 MB."""

VIEWER_PLACES: Final = 3
"""What is computed for viewers of a table or hub at one time, each in a process; a film takes up to 150 MB."""

VIEWER_PLACES_PER_ADDRESS: Final = 2
"""Places of one address: a film is made, and the page of a game goes on."""

HUB_VIEWER_PLACES_PER_ADDRESS: Final = 1
"""The same at a hub: its database works for viewers on one processor, and has another for those who act."""

VIEWER_JOBS_PER_ADDRESS: Final = 16
"""Requests of one address that have a place or wait for one; a further one must retry."""

VIEWER_WAIT_S: Final = 10.0
"""How long a viewer's request waits for a place; then it must retry."""

VIEWER_KEPT_BYTES: Final = 8 * 1024 * 1024
"""Results for viewers in memory: four films, or some hundreds of steps of a game."""

VIEWER_RESULTS_KEPT: Final = 1024
"""The same, as a number: a result may be that there is none."""

GAME_PICTURE_AGE_S: Final = 2.0
"""How old a picture of the game that is played may be: it is not made anew for each action."""

VIEW_TIMEOUT_S: Final = 20.0
"""Replaying a finished game for viewers, or painting one picture; a Pi needs some seconds."""

ANALYSIS_TIMEOUT_S: Final = 60.0
"""Analysing a game; a Pi needs half of it."""

ANALYSES_KEPT: Final = 100
"""Analyses on disk, the latest; one has some 100 kB."""

FILM_TIMEOUT_S: Final = 120.0
"""Making one film for the page; a game takes some five seconds on a laptop."""

GAME_LOG_FILE_BYTES: Final = 64 * 1024 * 1024
"""A game's log as a file; a log of 357 actions has 60 kB, with its draws and origins some 200 kB."""

GAME_LOG_LINE_BYTES: Final = 1024 * 1024
"""One line of a game's log as a file; the longest, a start with an edition of its own, has some 20 kB."""

CHART_CURVES: Final = 4
"""Curves in the chart of a game; ours have two."""

CHART_VALUES: Final = 100
"""Values of one curve, one per round; later rounds are not drawn."""
