"""The option ``--language`` of every command that says sentences of the table."""

from typing import Final

import click

from controller.texts.speaking import LANGUAGES

language_option: Final = click.option(
    "--language", "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True
)
