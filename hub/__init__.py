"""The hub: the server of a room of tables. It stores their games and serves the room's page.

Start with `process`, which runs all parts; what tables send enters at `ingest` and `room`. Rules of games stay in
``controller.games``.
"""


class RefusedError(Exception):
    """A request that the hub refuses; ``word`` is the error code by which the page finds its own sentence."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word
