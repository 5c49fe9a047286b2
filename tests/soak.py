"""Whether the long loops of the tests run in full: `make soak`, or ROYALTABLE_SOAK=1 before pytest."""

import os
from typing import Final

SOAK: Final = os.environ.get("ROYALTABLE_SOAK") == "1"
