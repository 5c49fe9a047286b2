"""Plural forms: our rules are CLDR's, and each of CLDR's rules is understood."""

from decimal import Decimal
from typing import Final

import pytest
from babel import Locale, localedata

from controller.texts.plurals import plural_category
from controller.texts.translation import LANGUAGES, translate

COUNTS: Final = (*map(str, range(-2, 250)), "1000", "1001", "1000000", "1000001", "2000000", "3000000000000000001")
FRACTIONS: Final = ("0.1", "0.5", "1.1", "1.5", "1.21", "2.3", "10.5", "0.001", "12.345")
ALL: Final = {name for name in localedata.locale_identifiers() if "_" not in name}


def rules_of_cldr(language: str) -> str:
    rules = Locale.parse(language).plural_form.rules
    text = "; ".join(f"{category}: {rule}" for category, rule in rules.items()) or "other"
    return text.replace(" not in ", " != ").replace(" in ", " = ").replace(" mod ", " % ")  # as CLDR writes them now


@pytest.mark.parametrize(
    ("language", "categories"),
    [
        ("en", "other one other other other other"),
        ("fr", "one one other other other other"),
        ("pl", "many one few many many other"),
        ("cs", "other one few other other many"),
        ("ar", "zero one two few many other"),
        ("ja", "other other other other other other"),
    ],
)
def test_counts_have_the_category_of_their_language(language: str, categories: str) -> None:
    counts = ("0", "1", "2", "5", "12", "2.5")
    assert [plural_category(rules_of_cldr(language), count) for count in counts] == categories.split()


def test_every_rule_of_cldr_is_evaluated_as_babel_does() -> None:
    assert len(ALL) > 300
    for rules, language in {rules_of_cldr(each): each for each in ALL}.items():
        babel = Locale.parse(language).plural_form
        wrong = [each for each in (*COUNTS, *FRACTIONS) if plural_category(rules, each) != babel(Decimal(each))]
        assert (language, wrong) == (language, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_a_language_are_those_of_cldr(language: str) -> None:
    ours, babel = translate(language, "plural-rules"), Locale.parse(language).plural_form
    assert [each for each in (*COUNTS, *FRACTIONS) if plural_category(ours, each) != babel(Decimal(each))] == []


@pytest.mark.parametrize("rule", ["one: n is 1", "one: n = 1.5", "one: x = 1", "one:", "few", "one: n = 1 and"])
def test_a_rule_that_is_not_of_cldr_is_quoted(rule: str) -> None:
    with pytest.raises(ValueError, match=r"in the plural rules, expected a relation of CLDR such as 'n % 10 = 2..4,6'"):
        plural_category(rule, "1")
