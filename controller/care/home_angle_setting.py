"""The home mark's angle in the text of a ``table.toml``; all else stays as its owner wrote it."""

from controller import limits
from controller.reading import toml_of


def set_mark_angle(text: str, mark_deg: float) -> str:
    """``text`` with this ``mark_deg`` under ``[spinner]``, in whatever way of TOML that section is written.

    Raises:
        TomlError: ``text`` is no TOML, or too much of it; says where.
    """
    toml_of(text, limits.SETTINGS_TOML_PARTS)
    import tomlkit  # 0.8 MB, and only wanted when an arrow is calibrated

    settings = tomlkit.parse(text)
    spinner = settings["spinner"]
    assert isinstance(spinner, dict), "a table with an arrow has a section of it"
    spinner["mark_deg"] = tomlkit.value(f"{mark_deg:g}")
    # What a comment says of the old angle does not hold for the new one.
    around = spinner["mark_deg"].trivia
    around.comment = around.comment_ws = ""
    return tomlkit.dumps(settings)
