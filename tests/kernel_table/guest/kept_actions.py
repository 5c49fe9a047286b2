"""Prints the actions of the latest game in a journal as JSON.

kept_actions.py JOURNAL
"""

import json
import sys
from pathlib import Path

from controller.store.journal import JournalReader

with JournalReader(Path(sys.argv[1])) as reader:
    game = reader.current_game()
    assert game is not None
    print(json.dumps([entry.action for entry in reader.entries(game)]))
