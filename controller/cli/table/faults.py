"""`royaltable faults`: what can break at a table, by name, and what the table does about it."""

import textwrap

import click

from controller.cli.shared.languages import language_option
from controller.texts.speaking import say
from hw.testing.faults import FAULTS

WIDTH = 100

LEAD = """# Faults

Each has the same name on the page of the simulated table (*Break something*), on the command line
(`royaltable sim --fault NAME[=VALUE][@SECONDS]`) and in tests, where the pytest plugin `hw.testing.plugin` comes with
the package: `@pytest.mark.fault(NAME, VALUE)` at a test breaks what its fixture `twin_table` makes. Where a fault can
be in several places, VALUE is a reader or what the page's buttons say. Faults of boards and lines need castle boards:
`royaltable sim --nodes cpython`. This page is what `royaltable faults --markdown` prints.

| name | what happens | what the table does |
| --- | --- | --- |
"""


@click.command()
@language_option
@click.option("--markdown", is_flag=True, help="Print the page docs/faults.md.")
def faults(language: str, markdown: bool) -> None:  # noqa: FBT001  # click's way
    """List what can break at a simulated table, and what the table does about it.

    Break something with `royaltable sim --fault NAME`, or on the page of the simulated table.
    """
    click.echo(table(language) if markdown else listing(language), nl=False)


def table(language: str) -> str:
    """All faults as a page of Markdown."""
    rows = (
        f"| `{name}` | {say(language, f'fault-{name}-what')} | {say(language, f'fault-{name}-does')} |"
        for name in FAULTS
    )
    return LEAD + "\n".join(rows) + "\n"


def listing(language: str) -> str:
    """All faults for a terminal."""
    indent = "    "

    def lines(name: str) -> str:
        texts = [say(language, f"fault-{name}-{end}") for end in ("what", "does")]
        filled = [textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent) for text in texts]
        return "\n".join([f"{name}: {say(language, f'fault-{name}')}", *filled])

    return "\n".join(lines(name) for name in FAULTS) + "\n"
