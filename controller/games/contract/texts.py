"""A sentence by its key."""

from collections.abc import Mapping

from msgspec import Struct, field

from controller.secret import Secret


class Text(Struct, frozen=True):
    """A sentence of ``controller.texts`` by key, with the values to fill in.

    A value that is itself a ``Text`` is said first, so that names are translated, too; several become a list.
    A ``Secret`` is said as dots, except on the console's own screen.
    """

    key: str
    values: Mapping[str, "str | int | float | Secret | Text | tuple[Text, ...]"] = field(default_factory=dict)
