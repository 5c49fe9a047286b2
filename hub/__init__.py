"""The hub: the server of a room of tables. It stores their games and serves the room's page.

Start with `process`, which runs all parts; tables' messages arrive in `ingest` and `room`. Rules of games belong in
``controller.games``.
"""


class RefusedError(Exception):
    """A refused request, with the error code by which the page chooses its message."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.error_code = word
