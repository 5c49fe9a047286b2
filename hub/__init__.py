"""The hub: the server of a room, which stores its games and serves its page.

Start with `process`, which runs all parts; messages arrive in `ingest` and `room`. Rules of games belong in
``controller.games``.
"""


class RefusedError(Exception):
    """A refused request, with the error code for the page's message."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.error_code = word
