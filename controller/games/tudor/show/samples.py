"""Longest samples of screens and refusals, to test that they fit the display."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Final

from controller.games.contract.effects import Complain, Screen
from controller.games.contract.rules import Move
from controller.games.contract.tools.tools import Sample, Samples
from controller.games.contract.values import CastleId, Text
from controller.games.refusal import RefusalValue
from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.referee import correction
from controller.games.tudor.rules import words
from controller.games.tudor.rules.actions import ACTION_NAMES
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.show import screens, summary
from controller.texts.translation import text_keys

_REASONS: Final = (
    "activate-first activated-already ambassador-supply assign-supply back-not-held back-with-two bag-without "
    "banish-nobody bench-full beyond-top bonus-few-spaces bonus-not-enhanced bonus-not-paid card-no-match "
    "cards-more-than-two cards-not-held cards-number chair-empty chairs-apart courtier-not-on-chair "
    "courtier-not-there due-draw due-office due-ring due-token due-wear entered-before entry figure-not-there "
    "finger-bare finger-of-two jump-nobody jump-not-behind letter-closed lord-not-there lords-full moved-already "
    "must-activate neither-his no-card-6 no-step no-such-ring not-beside not-his-rings not-straight occupied "
    "office-letter one-ring-twice own-office pair-possible pass-supply phase recall-supply ring-missing "
    "ring-not-his ring-not-others ring-not-robbed ring-worn round-tokens-few side-used space-twice "
    "space-without-token stack-empty stand-without steps supply-empty swap-card-missing swap-card-other "
    "swaps-not-enhanced token-not-his token-other-kind token-seen token-worth tokens-alike turn two-not-enhanced"
)
REFUSAL_REASONS: Final = tuple(_REASONS.split())
"""Reasons of refusals during play, without those of a set-up or a malformed line."""

CONSOLE_REASONS: Final = ("nothing-to-undo", "over")
"""Reasons of refusals by the log (rule ``LOG``) that the console shows, too."""

REFUSAL_VALUES: Final[Mapping[str, RefusalValue]] = {
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

NUMBER_VALUES: Final[Mapping[str, Mapping[str, RefusalValue]]] = {
    "steps": {"seen": 12},
    "cards-number": {"seen": 12, "expected": 7},
    "cards-more-than-two": {"seen": 3},
    "bonus-few-spaces": {"seen": 2},
}
"""By reason: values that are numbers, where ``sample_refusals`` has words."""


def sample_refusals(color: str, faction: str) -> Iterator[Refusal]:
    """Yield one refusal of each reason, with this player and faction."""
    words = {"player": color, "due": color, "faction": faction, "cards": f"{faction}, {faction}"}
    for reason in REFUSAL_REASONS:
        seen = {"seen": faction if reason == "card-no-match" else color}
        yield Refusal(LONGEST_RULE, reason, **{**REFUSAL_VALUES, **words, **seen, **NUMBER_VALUES.get(reason, {})})
    for reason in CONSOLE_REASONS:
        yield Refusal("LOG", reason)


COLORS: Final = ("yellow", "blue", "red", "green")
FACTIONS: Final = ("red", "grey", "brown", "blue", "yellow", "green", "purple")
CASTLES: Final = ("blue", "yellow", "purple", "grey")

LONGEST_RULE: Final = "TU-12.6"

SAMPLE_PRESTIGE: Final = 188
SAMPLE_ROUNDS: Final = 6


def _text_keys(prefix: str) -> list[str]:
    return sorted(key for key in text_keys("en") if key.startswith(prefix))


def samples(color: str, faction: str) -> Samples:
    compared = summary.prestige_comparison_text(
        [(words.player_word(each), SAMPLE_PRESTIGE) for each in _colors_led_by(color)]
    )
    return Samples(tuple(_screen_samples(color, faction)), tuple(_move_samples(faction)), (compared,))


def _screen_samples(color: str, faction: str) -> Iterator[tuple[str, Sample]]:
    player, card = words.player_word(color), Text(f"tudor-say-{faction}")
    yield from _setup_samples()
    yield "begins", screens.start_player_screen(player)
    yield from _question_samples(player, card)
    yield from _offer_samples(player, card)
    yield from _tap_samples(player, card)
    for players in (2, 4):
        prestige = [(words.player_word(each), SAMPLE_PRESTIGE) for each in _colors_led_by(color)[:players]]
        yield f"standings-{players}", screens.standings_screen(SAMPLE_ROUNDS, SAMPLE_ROUNDS, prestige)
    yield "over", screens.game_over_screen([words.player_word(each) for each in COLORS], SAMPLE_PRESTIGE)
    for key in _text_keys("tudor-complaint-"):
        yield key, Complain(CastleId("purple"), Text(key, {"player": player, "space": "D7"}), LONGEST_RULE)
    for refusal in sample_refusals(color, faction):
        yield f"refused-{refusal.reason}", Complain(CastleId("purple"), refusal.text, refusal.rule)
    for do in sorted({*ACTION_NAMES} - {"start"}):
        name = correction.CORRECTOR.action_name({"do": do, "player": color, "action": "E"}, short=True)
        yield f"dropped-{do.replace('_', '-')}", correction.CORRECTOR.dropped_screen([(name, "TU-10.1")] * 2)
    yield "dropped-more", correction.CORRECTOR.dropped_screen([(Text("tudor-step-draw"), "TU-10.1")] * 40)


def _move_samples(faction: str) -> Iterator[Move]:
    token, ring = (Text(f"tudor-move-{kind}", {"faction": Text(f"tudor-say-{faction}")}) for kind in ("token", "ring"))
    hidden = Text("tudor-move-hidden", {"count": 12})
    places = [Text(key, {"space": "D7"}) for key in _text_keys("tudor-at-")]
    for before, after in permutations([*places, Text("purple")], 2):
        for what in (token, ring, hidden):
            yield Move(what, before, after)


def _colors_led_by(first: str) -> list[str]:
    return sorted(COLORS, key=lambda color: color != first)


def _setup_samples() -> Iterator[tuple[str, Screen]]:
    yield "begin", screens.begin_screen()
    for players in (1, 4):
        castles = [Text(castle) for castle in CASTLES[:players]]
        yield f"join-{players}", screens.joining_screen(castles, enough=players > 1)
    yield "lay", screens.lay_token_screen("D7", 36)
    for kind in ("influence", "intrigue"):
        yield f"lay-{kind}", screens.lay_round_token_screen("D7", Text(f"tudor-round-{kind}"))
    cards = [Text("tudor-say-card-number", {"number": number}) for number in range(1, 7)]
    for feature in ("scoring-1", "scoring-2", "scenario"):
        yield f"cards-{feature}", screens.choice_screen(Text(f"tudor-ask-{feature}"), cards, 0)


def _question_samples(player: words.Word, card: Text) -> Iterator[tuple[str, Screen]]:
    doings = [Text(key) for key in _text_keys("tudor-do-")]
    figures = [words.chair_text(2, chair) for chair in (-1, 4)]
    for place, doing in enumerate([*figures, *doings]):
        yield f"what-{place}", screens.choice_screen(Text("tudor-ask-what", {"player": player}), [doing], 0)
    for feature in ("token", "office"):
        yield f"what-{feature}", screens.choice_screen(Text(f"tudor-ask-{feature}", {"player": player}), doings, 0)
    chamber = Text("tudor-say-chamber", {"chamber": 3, "one": "D", "other": "F"})
    for feature in ("courtier", "lord", "chamber"):
        yield (
            f"chamber-{feature}",
            screens.choice_screen(Text(f"tudor-ask-{feature}", {"player": player}), [chamber], 0),
        )
    chairs = Text("tudor-say-chairs", {"chamber": 3, "upper": 4, "lower": 5})
    answers: dict[str, words.Word] = {
        "card-1": card,
        "card-2": Text("tudor-say-no-card"),
        "back": card,
        "bonus": card,
        "give-1": card,
        "give-2": card,
        "chair": figures[1],
        "chairs": chairs,
        "space": "D7",
    }
    for feature, answer in answers.items():
        yield feature, screens.choice_screen(screens.title_text(player, Text(f"tudor-ask-{feature}")), [answer], 0)


def _offer_samples(player: words.Word, card: Text) -> Iterator[tuple[str, Screen]]:
    ways = (("C", "D5 D6 C6"), ("E", "D1-D7"), ("left", "D5 D6"), ("right", "D6"), ("move", "D7"))
    for name, way in ways:
        what = name if len(name) < 2 else Text(f"tudor-short-{name}")
        head = screens.title_text(player, Text("tudor-say-both", {"one": what, "other": way}))
        yield f"offer-{name}", screens.offer_screen(head, [_origin_line("D7"), _cards_paid_line(card, 3)])
        for feature, answer in (
            ("origin", Text("tudor-say-supply")),
            ("path", way),
            ("figure", words.chair_text(2, -1)),
        ):
            yield (
                f"{feature}-{name}",
                screens.question_screen(head, Text(f"tudor-ask-{feature}"), answer, (12, 14), [_origin_line("D6")]),
            )
    for name in ("left", "right", "exchange", "amend"):
        yield f"confirm-{name}", screens.offer_screen(screens.title_text(player, Text(f"tudor-short-{name}")), ())
    head = screens.title_text(player, "E D1-D7")
    yield "offer-7", screens.offer_screen(head, [_all_cards_paid_line()])
    yield (
        "pay",
        screens.question_screen(
            head, Text("tudor-ask-pay", {"space": "D7"}), card, (7, 7), [_cards_paid_line(card, 6)]
        ),
    )
    yield (
        "by-what",
        screens.question_screen(
            screens.title_text(player, "D1-D7"),
            Text("tudor-ask-what-short"),
            Text("tudor-do-D"),
            (4, 5),
            [_origin_line("D7")],
        ),
    )
    rings = _rings_line(card, 4)
    for name, answer in (("once", "tudor-say-once"), ("again", "tudor-say-again")):
        head = screens.title_text(player, "B")
        yield f"rings-{name}", screens.question_screen(head, Text("tudor-ask-again"), Text(answer), (2, 2), [rings])
    yield "rings-offer", screens.offer_screen(head, [rings])
    spent = Text("tudor-wait-spends", {"count": 2})
    head = screens.title_text(player, Text("tudor-say-both", {"one": Text("tudor-short-move"), "other": "D7"}))
    yield "spent-offer", screens.offer_screen(head, [_origin_line("D6"), spent])
    yield (
        "spent-ask",
        screens.question_screen(head, Text("tudor-ask-origin"), Text("tudor-say-supply"), (3, 4), [spent]),
    )


def _tap_samples(player: words.Word, card: Text) -> Iterator[tuple[str, Screen]]:
    yield "draw", screens.draw_request_screen(player, "D7", 12)
    head = screens.title_text(player, Text("tudor-wait-ring-title"))
    yield "ring", screens.tap_screen(head, Text("tudor-wait-tap-ring"), back=False)
    head = screens.title_text(player, Text("tudor-wait-office-title", {"column": "D"}))
    yield "ring-stand", screens.tap_screen(head, Text("tudor-wait-tap-stand"), back=False)
    yield "ring-robbed", screens.tap_screen(head, Text("tudor-wait-tap-robbed", {"player": player}), back=False)
    for name in ("left", "right", "move", "exchange", "recall"):
        yield (
            f"head-{name}",
            screens.tap_screen(
                screens.title_text(player, Text(f"tudor-short-{name}")), Text("tudor-wait-tap-path"), back=True
            ),
        )
    for key in _text_keys("tudor-wait-tap-"):
        yield key, screens.tap_screen(screens.title_text(player, "B"), Text(key, {"player": player}), back=True)
    rings, spent = _rings_line(card, 3), Text("tudor-wait-spends", {"count": 2})
    yield "tap-rings-on", screens.tap_screen(head, Text("tudor-wait-tap-rings-on"), [rings], back=True)
    yield "tap-spent-on", screens.tap_screen(head, Text("tudor-wait-tap-spent-on"), [spent], back=True)
    yield "tap-spent-path", screens.tap_screen(head, Text("tudor-wait-tap-path-on"), [spent], back=True)
    head = screens.title_text(player, Text("tudor-wait-hand-title"))
    purple, brown = Text("tudor-say-purple"), Text("tudor-say-brown")
    two = [Text("tudor-say-plus", {"one": each, "other": purple}) for each in (card, brown)]

    def laid(*rings: Text, first: int = 0) -> list[Text]:
        if len(rings) > words.MOST_FINGERS_NAMED:
            return [Text("tudor-say-it", {"it": ring}) for ring in rings]
        fingers = [Text(f"tudor-say-{finger}") for finger in FINGERS]
        return [
            Text("tudor-say-finger", {"finger": f, "ring": r}) for f, r in zip(fingers[first:], rings, strict=False)
        ]

    for turns in (True, False):
        most, five = laid(two[0], card, card, two[1], brown), laid(card, card, card, purple, brown)
        yield f"hand-8-{turns}", screens.ring_layout_screen(head, most, 0, turns=turns)
        yield f"hand-5-{turns}", screens.ring_layout_screen(head, five, 0, turns=turns)
        yield f"hand-4-{turns}", screens.ring_layout_screen(head, laid(card, card, purple, brown), 1, turns=turns)
        for first in range(len(FINGERS) - 1):
            rings_on = laid(card, purple, first=first)
            yield f"hand-2-{first}-{turns}", screens.ring_layout_screen(head, rings_on, 1, turns=turns)
    yield "hand-left", screens.ring_layout_screen(head, laid(card), 8, turns=True)
    yield "hand-first", screens.ring_layout_screen(head, [], 8, turns=True)


def _origin_line(space: str) -> Text:
    return Text("tudor-wait-from", {"space": space})


def _card_count_text(card: Text, count: int) -> Text:
    return Text("tudor-say-card", {"faction": card, "count": count})


def _cards_paid_line(card: Text, count: int) -> Text:
    return Text("tudor-wait-pays", {"cards": (_card_count_text(card, count),)})


def _all_cards_paid_line() -> Text:
    cards = tuple(_card_count_text(Text(f"tudor-say-{name}"), 1) for name in FACTIONS)
    return Text("tudor-wait-pays", {"cards": cards})


def _rings_line(card: Text, count: int) -> Text:
    others = (Text("tudor-say-purple"), Text("tudor-say-brown"), card)
    return Text("tudor-wait-rings", {"rings": (card, *others)[:count]})
