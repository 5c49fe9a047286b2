"""TOML of others: read as tomllib reads it, or refused where it would cost more than it is worth."""

import tomllib

import pytest

from controller.reading import TomlError, parse_toml

NINE = "a." * 8 + "a"
VALID = [
    f'a = """{NINE}"""',
    f"a = '''{NINE}\n{NINE}'''",
    f'a = """quoted"""""\nb = """\\"""{NINE}"""',
    f'"{NINE}" = "\\"{NINE}"',
    f"# {NINE}\na = 1 # [[[[[[[[[[[[[[[[[[[",
    "a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]",
    "[ a . b ]\r\nc = { d.e = 1, f.g = 1979-05-27T07:32:00.5 }\r\n",
    "[[a.b.c.d.e.f.g.h]]",
    "a = " + "[" * 16 + "]" * 16,
    "a = 0x" + "f" * 16,
]
REFUSED = [
    (f"{NINE} = 1", "line 1"),
    (f"\n[{NINE}]", "line 2"),
    (f"[[{NINE}]]", "parts of a key"),
    (" . ".join(["'a'", '"b"', "c"] * 3) + " = 1", "parts of a key"),
    (f"a = [{{ {NINE} = 1 }}]", "parts of a key"),
    (f'a = """\\"""\n"""\n{NINE} = 1', "parts of a key"),
    (f"a = 1 # '''\n{NINE} = 1", "parts of a key"),
    ("a = " + "[" * 17 + "]" * 17, "nested brackets"),
    ("a = " + "{b=" * 17 + "1" + "}" * 17, "nested brackets"),
    ("a = " + "9" * 5000, "word or number"),
    ("a = 0x" + "f" * 5000, "word or number"),
    ("".join(f"[k{i}.a.a.a]\n" for i in range(2501)), "keys and brackets"),
    ("a = '" + "x" * 2**18 + "'", "characters"),
    ("a = 1\na = 2", "overwrite"),
]


@pytest.mark.parametrize("text", VALID)
def test_toml_within_bounds_is_read_as_by_tomllib(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(("text", "said"), REFUSED)
def test_invalid_or_oversized_toml_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(TomlError, match=said):
        parse_toml(text)
