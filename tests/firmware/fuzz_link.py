"""Inputs led by coverage for both codecs of the link: ``python -m tests.firmware.fuzz_link -runs=1000000``."""

import sys

import atheris

with atheris.instrument_imports(include=["firmware.castle_node", "hw.castle_link"]):
    from tests.firmware.two_codecs import disagreement, sealed


def one_input(octets: bytes) -> None:
    """The first octet says what the rest is: a stream as it comes, or bodies, one a line, to be sealed."""
    if not octets:
        return
    kind, stream = octets[0], octets[1:]
    if kind % 2:
        stream = b"".join(sealed(body) for body in stream.split(b"\n"))
    difference = disagreement(stream, kind // 2)
    if difference:
        raise AssertionError(difference)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
