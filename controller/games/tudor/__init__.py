"""The game Tudor: ``game`` is what the table knows of it, ``tools`` what commands ask.

Start at ``rules.engine`` for the rules and ``referee.referee`` for taps. Devices, clocks and files are the table's.
"""

from pathlib import Path

from controller.texts import translation

translation.add_folder(Path(__file__).with_name("texts"), compared=True)
