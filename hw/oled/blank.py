"""A blank picture, which is also what is left where a picture has moved away."""

from PIL import Image

from hw.oled.frame import HEIGHT, WIDTH


def blank() -> Image.Image:
    """A dark picture of the display's size."""
    return Image.new("1", (WIDTH, HEIGHT))


def shifted(image: Image.Image, shift_px: tuple[int, int]) -> Image.Image:
    """The picture moved right and down; what leaves the display is cut, what comes in is dark."""
    if shift_px == (0, 0):
        return image
    moved = blank()
    moved.paste(image, shift_px)
    return moved
