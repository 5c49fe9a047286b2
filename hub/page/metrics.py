"""How the room is, as Prometheus reads it (text exposition format 0.0.4)."""

from collections.abc import Iterator, Mapping

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def metrics(tables: Mapping[str, int], needs: Mapping[str, int], *, heard: bool, pages: int) -> str:
    """All of them.

    Args:
        tables: how many are ``known``, ``online``, ``playing``.
        needs: how many there are, by code.
        heard: the broker is there.
        pages: how many are told of changes.
    """
    return "".join(
        line + "\n"
        for name, said, values in (
            ("royaltable_tables", "Tables of the room.", _by("state", tables)),
            ("royaltable_needs", "Needs that stand.", _by("code", needs)),
            ("royaltable_broker_heard", "Whether tables are heard.", {"": int(heard)}),
            ("royaltable_pages", "Pages that are told of changes.", {"": pages}),
        )
        for line in _gauge(name, said, values)
    )


def _by(label: str, values: Mapping[str, int]) -> dict[str, int]:
    return {f'{{{label}="{name}"}}': number for name, number in values.items()}


def _gauge(name: str, said: str, values: Mapping[str, int]) -> Iterator[str]:
    yield f"# HELP {name} {said}"
    yield f"# TYPE {name} gauge"
    for labels, number in values.items():
        yield f"{name}{labels} {number}"
