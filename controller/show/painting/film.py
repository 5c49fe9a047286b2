"""A film: pictures one after the other as one GIF, the same octets of the same pictures."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from controller.limits import FILM_OCTETS, FILM_PICTURES

COLOURS: Final = 128

SAMPLED: Final = 6
"""Pictures by which the film's colours are chosen: with one palette for all, what stays costs nothing."""


class TooLongError(ValueError):
    """A film would be larger than films may be; the message says by how much."""


class Shot(Struct, frozen=True):
    """A picture, made when it is needed, and how long it is seen."""

    paint: Callable[[], Image.Image]
    seconds: float


def film(shots: Sequence[Shot]) -> bytes:
    """The shots as a GIF that runs for ever.

    Raises:
        TooLongError: there are too many, or the file would be too large.
    """
    if len(shots) > FILM_PICTURES:
        raise TooLongError(f"it would have {len(shots)} pictures, and {FILM_PICTURES} are the most")
    palette = _palette(shots)

    def fitted() -> Iterator[Image.Image]:
        for shot in shots:
            yield shot.paint().quantize(palette=palette, dither=Image.Dither.NONE)

    pictures, file = fitted(), BytesIO()
    next(pictures).save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[round(shot.seconds * 100) * 10 for shot in shots],
        loop=0,
        optimize=True,
    )
    if file.tell() > FILM_OCTETS:
        raise TooLongError(f"it would have {file.tell():,} octets, and {FILM_OCTETS:,} are the most")
    return file.getvalue()


def _palette(shots: Sequence[Shot]) -> Image.Image:
    """The colours of some of the pictures, as GIF knows no more than 256."""
    step = max(1, (len(shots) - 1) // (SAMPLED - 1))
    samples = [shots[place].paint() for place in sorted({*range(0, len(shots), step), len(shots) - 1})]
    strip = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for place, sample in enumerate(samples):
        strip.paste(sample, (0, place * sample.height))
    return strip.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
