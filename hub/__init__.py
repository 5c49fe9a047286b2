"""The hub of a room with many tables, where their games are kept for all to see."""


class RefusedError(Exception):
    """What people ask for is not done: the message says why; by ``word`` a page finds its own sentence for it."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word
