"""Change the home mark's angle in the text of a ``table.toml``, preserving everything else."""

from controller import limits
from controller.reading import parse_toml


def set_mark_angle(text: str, mark_deg: float) -> str:
    """Return ``text`` with this ``mark_deg`` under ``[spinner]``.

    Raises:
        TomlError: ``text`` is not TOML or too large.
    """
    parse_toml(text, limits.SETTINGS_TOML_PARTS)
    import tomlkit  # 0.8 MB, rarely needed

    settings = tomlkit.parse(text)
    spinner = settings["spinner"]
    assert isinstance(spinner, dict), "a table with an arrow has this section"
    spinner["mark_deg"] = tomlkit.value(f"{mark_deg:g}")
    # a comment on the old angle no longer applies
    around = spinner["mark_deg"].trivia
    around.comment = around.comment_ws = ""
    return tomlkit.dumps(settings)
