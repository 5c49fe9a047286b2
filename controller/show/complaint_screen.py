"""How a complaint is shown on the console's screen."""

from controller.games.contract.effects import Complain, TextScreen
from controller.games.contract.values import Text


def complaint_screen(complaint: Complain, beside: tuple[Text, ...] = ()) -> TextScreen:
    """Whom it concerns, the rule, the sentence, and what must stay on the screen."""
    castle = complaint.castle
    title = Text("complaint-title") if castle is None else Text("complaint-at", {"castle": Text(castle)})
    if complaint.rule is not None:
        title = Text("complaint-rule", {"title": title, "rule": complaint.rule})
    return TextScreen(title, (complaint.text, *beside))
