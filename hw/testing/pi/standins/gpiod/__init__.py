"""`gpiod` 2 on the simulated Pi: the installed package in Python, on a compiled half (`_ext`) of ours."""

from pathlib import Path
from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
_theirs = [Path(folder, "__init__.py") for folder in __path__[1:]]
if not any(path.exists() for path in _theirs):
    raise ModuleNotFoundError("No module named 'gpiod'; pip install 'gpiod>=2'", name="gpiod")
exec(compile(_theirs[0].read_text(encoding="utf-8"), str(_theirs[0]), "exec"))  # noqa: S102  # its own code
