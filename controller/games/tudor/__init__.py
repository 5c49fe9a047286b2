"""The game Tudor: ``game`` implements the game contract, ``tools`` the protocols for commands.

Start at ``rules.engine`` for the rules and at ``referee.referee`` for taps. Devices, clocks and files stay outside.
"""

from pathlib import Path

from controller.texts import translation

translation.add_text_folder(Path(__file__).with_name("texts"), compared=True)
