"""Why the rules refuse what people do at gates and knob: each reason with its rule and the longest values."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.games.tudor.rules.refusal import Refusal, Value

REASONS: Final[Mapping[str, tuple[str, str]]] = {
    "activate-first": ("TU-6.3", "letter"),
    "activated-already": ("TU-6.2", ""),
    "ambassador-supply": ("TU-13.6", "player"),
    "assign-supply": ("TU-3.4", "player"),
    "back-not-held": ("TU-10.6", "faction"),
    "back-with-two": ("TU-9.6", ""),
    "bag-without": ("TU-7.11", "faction"),
    "banish-nobody": ("TU-12.5", "space"),
    "bench-full": ("TU-3.3", "chamber most"),
    "beyond-top": ("TU-7.6", "space"),
    "bonus-few-spaces": ("TU-10.5", "seen"),
    "bonus-not-enhanced": ("TU-10.5", ""),
    "bonus-not-paid": ("TU-10.5", "faction"),
    "card-no-match": ("TU-9.3", "faction seen space"),
    "cards-more-than-two": ("TU-9.6", "seen"),
    "cards-not-held": ("TU-11.3", "cards"),
    "cards-number": ("TU-9.3", "expected seen"),
    "chair-empty": ("TU-12.2", "chamber"),
    "chairs-apart": ("TU-12.2", ""),
    "courtier-not-on-chair": ("TU-12.1", "chair chamber player"),
    "courtier-not-there": ("TU-7.2", "player space"),
    "due-draw": ("TU-12.6", "do space"),
    "due-office": ("TU-12.6", "do due"),
    "due-ring": ("TU-12.6", "do due"),
    "due-token": ("TU-12.6", "do due"),
    "due-wear": ("TU-12.6", "do due"),
    "entered-before": ("TU-7.5", "space"),
    "entry": ("TU-7.4", "space"),
    "figure-not-there": ("TU-6.2", "chair chamber player"),
    "finger-bare": ("TU-2.2", "rings"),
    "finger-of-two": ("TU-2.1", "rings"),
    "jump-nobody": ("TU-12.3", "space"),
    "jump-not-behind": ("TU-12.3", "origin space"),
    "letter-closed": ("TU-6.3", "done letter"),
    "lord-not-there": ("TU-6.2", "chamber player"),
    "lords-full": ("TU-5.2", "chamber"),
    "moved-already": ("TU-11.2", "player"),
    "must-activate": ("TU-6.6", "player"),
    "neither-his": ("TU-12.2", "player"),
    "no-card-6": ("TU-13.6", ""),
    "no-step": ("TU-12.6", "do"),
    "no-such-ring": ("TU-9.8", "faction"),
    "not-beside": ("TU-7.1", "last space"),
    "not-his-rings": ("TU-2.1", "expected player"),
    "not-straight": ("TU-9.3", "last space"),
    "occupied": ("TU-7.3", "space"),
    "office-letter": ("TU-12.4", "letter"),
    "one-ring-twice": ("TU-9.4", "faction"),
    "own-office": ("TU-7.7", "column"),
    "pair-possible": ("TU-9.4", ""),
    "pass-supply": ("TU-3.5", "player supply"),
    "phase": ("TU-12.6", "do phase"),
    "recall-supply": ("TU-7.13", "player supply"),
    "ring-missing": ("TU-9.1", "faction space"),
    "ring-not-his": ("TU-12.4", "player ring"),
    "ring-not-others": ("TU-12.4", "ring"),
    "ring-not-robbed": ("TU-8.3", "player ring"),
    "ring-worn": ("TU-9.2", "ring"),
    "round-tokens-few": ("TU-12.4", "influence intrigue"),
    "side-used": ("TU-12.5", ""),
    "space-twice": ("TU-12.1", "space"),
    "space-without-token": ("TU-12.1", "space"),
    "stack-empty": ("TU-9.9", "faction"),
    "stand-without": ("TU-9.2", "faction ring"),
    "steps": ("TU-12.5", "most seen"),
    "supply-empty": ("TU-7.4", "player"),
    "swap-card-missing": ("TU-9.2", "faction"),
    "swap-card-other": ("TU-9.2", "faction"),
    "swaps-not-enhanced": ("TU-10.2", ""),
    "token-not-his": ("TU-11.2", "player token"),
    "token-other-kind": ("TU-12.6", ""),
    "token-seen": ("TU-7.11", "token"),
    "token-worth": ("TU-13.2", "token"),
    "tokens-alike": ("TU-11.2", "token"),
    "turn": ("TU-12.6", "do due seen"),
    "two-not-enhanced": ("TU-10.6", ""),
}
"""The rule, the longest where several say it, and the names of the values; what people lay or write is not here."""

AT_THE_CONSOLE: Final = ("nothing-to-undo", "over")
"""Reasons without a rule that reach it all the same."""

VALUES: Final[Mapping[str, Value]] = {
    "space": "D7",
    "last": "D6",
    "origin": "D5",
    "column": "D",
    "ring": "q21",
    "token": "f140",
    "do": "choose_ring",
    "phase": "assignment",
    "chamber": 3,
    "chair": 5,
    "most": 7,
    "rings": 8,
    "expected": "q01, q02, q03, q04, q05, q06, q07, q08",
    "supply": 14,
    "letter": "G",
    "done": "A, B",
    "influence": 2,
    "intrigue": 2,
}

NUMBERS: Final[Mapping[str, Mapping[str, Value]]] = {
    "steps": {"seen": 12},
    "cards-number": {"seen": 12, "expected": 7},
    "cards-more-than-two": {"seen": 3},
    "bonus-few-spaces": {"seen": 2},
}
"""Where a value is a number and not a word."""


def refusals(color: str, faction: str) -> Iterator[Refusal]:
    """Each reason once; where a player or a faction stands in it, these."""
    words = {"player": color, "due": color, "faction": faction, "cards": f"{faction}, {faction}"}
    for reason, (rule, names) in REASONS.items():
        seen = {"seen": faction if reason == "card-no-match" else color}
        values = {**VALUES, **words, **seen, **NUMBERS.get(reason, {})}
        yield Refusal(rule, reason, **{name: values[name] for name in names.split()})
    for reason in AT_THE_CONSOLE:
        yield Refusal("LOG", reason)
