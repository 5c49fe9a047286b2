"""Lists of people as programs export them and as people type them, re-created with neutral names."""

import csv
import io
from typing import Final, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller import limits
from controller.texts.translation import LANGUAGES, translate
from hub.list_reader import Column, ListError, ListOptions, ReadList, read_list
from hub.names import fold_name
from hub.players.registry import normalise_text


def people(read: ReadList) -> list[str]:
    """Each person as ``name`` or ``name (club)``."""
    return [f"{row.name} ({row.club})" if row.club else row.name for row in read.rows]


def remarks(read: ReadList) -> list[tuple[int, str]]:
    return [(each.line, each.why) for each in read.doubtful]


CHESS_RESULTS: Final = """\
Aus der Turnierdatenbank von Chess-Results https://chess-results.com
Stadtturnier, Mitte
Die Seite wurde zuletzt aktualisiert am 25.04.2026 17:30:48
Endstand nach 5 Runden
Rg.;Snr;;Name;Land;Elo;Verein/Ort;Pkt. ;Wtg1
1;1;;Adler, Anna;AUT;1512;SV Nord;4,5;14,5
2;4;WFM;Falk, Bea;AUT;1400;;4;12
"""

REPORT: Final = """\
012 Spring Open
DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR
001    1 m  g Adler, Berta                      2300 GER    100001   1990/01/01  1.0    1     2 w 1
001    2 f    Falk, Cem                         2100 GER    100002   1991/01/01  0.0    2     1 b 0
"""

SHAPES: Final[dict[str, tuple[str, list[str]]]] = {
    "names": ("Ana\nBo Ek\r\n\rCy", ["Ana", "Bo Ek", "Cy"]),
    "name and club": ("Ana,Rooks\nKim", ["Ana (Rooks)", "Kim"]),
    "separator from line 2": ("Tom\nUte;SC Nord\nVera;SC Süd", ["Tom", "Ute (SC Nord)", "Vera (SC Süd)"]),
    "an open nickname": (
        'Nora Alt\n"Long John\nPia Berg\nOtto Cast',
        ["Nora Alt", '"Long John', "Pia Berg", "Otto Cast"],
    ),
    "a nickname": ('Lena "Lucky" Muster\nJan Beispiel', ['Lena "Lucky" Muster', "Jan Beispiel"]),
    "open marks in columns": ('Name,Club\n"Ana,Rooks\nBo,"Rooks\nCy,X', ['"Ana (Rooks)', 'Bo ("Rooks)', "Cy (X)"]),
    "doubled marks": ('"Adler, ""Bee""";"Rooks; 2"\n', ['Adler, "Bee" (Rooks; 2)']),
    "numbered": ("1. Ana 🎲\n2. Bo\n3) Cy\n(4) Di\n10 Ed", ["Ana 🎲", "Bo", "Cy", "Di", "Ed"]),
    "bullets": ("- Ana\n- Bo-Ann\n", ["Ana", "Bo-Ann"]),
    "names with numbers": ("3 Musketeers\nAgent 7\nBo 2", ["3 Musketeers", "Agent 7", "Bo 2"]),
    "one heading": ("Jugadores\nPaula Quiroga\nRafa Soler", ["Paula Quiroga", "Rafa Soler"]),
    "Excel's first line": ("sep=;\nName;Club\nNele Ort;North", ["Nele Ort (North)"]),
    "numbers first": ("Nr.;Name;Verein\n1;Emma Gold;Nord\n2;Finn Horn;Süd", ["Emma Gold (Nord)", "Finn Horn (Süd)"]),
    "rank first": ("Rank,Name,Club\n1,Gina Iris,North\n2,Hugo Jung,South", ["Gina Iris (North)", "Hugo Jung (South)"]),
    "bare commas": ("Rank,Name,Club\n1,Adler, Berta,North\n2,Falk, Cem,", ["Adler, Berta (North)", "Falk, Cem"]),
    "first names": ("Vorname;Nachname;Verein\nKim;Lang;Nord\nKim;Maler;Süd", ["Kim Lang (Nord)", "Kim Maler (Süd)"]),
    "Name beside Vorname": ("Nr.;Name;Vorname;Beitrag\n1;Lang;Kim;5,00", ["Kim Lang"]),
    "two surnames": ("Nombre,Primer apellido,Segundo apellido\nAna,Soler,Gil", ["Ana Soler Gil"]),
    "first names in capitals": ("NOMBRES\tAPELLIDOS\tCLUB\nANA\tSOLER\tPEÑA", ["ANA SOLER (PEÑA)"]),
    "Swiss-Manager": (
        "Nr;Name;Titel;Identnr;EloNat;Fed;Sex;Nachname;Vorname\r\n1;Adler Lea;WGM;;0;SUI;W;Adler;Lea",
        ["Lea Adler"],
    ),
    "Chess-Results": (CHESS_RESULTS, ["Adler, Anna (SV Nord)", "Falk, Bea"]),
    "Sharly-Chess": (
        "last_name,first_name,date_of_birth,gender,federation,club,fide_id,rating\nAdler,Anna,01/02/2000,F,FRA,Nord,0,1400",
        ["Anna Adler (Nord)"],
    ),
    "start numbers": ("StartNr;Nachname;Vorname;Land;Geschlecht;AK\n7;Kurz;Eva;GER;w;U19", ["Eva Kurz"]),
    "Challonge": ("Ana Adler, ana@example.com\nBo, bo@example.com\nCy", ["Ana Adler", "Bo", "Cy"]),
    "start.gg": (
        'Id,GamerTag,Short GamerTag,Admin Notes,Checked In\n12,NORD | Ana,Ana,,Yes\n13,Bo,Bo,"late, maybe",No',
        ["Ana", "Bo"],
    ),
    "a form": (
        'Marca temporal,Nombre,Apellidos,Correo,¿Cómo?\n1/2/26,Ana,Soler,a@b.es,"Por\n\nun amigo"\n1/2/26,Rafa,Gil,,',
        ["Ana Soler", "Rafa Gil"],
    ),
    "questions": (
        "Zeitstempel,Wie heißt du? (Name),In welchem Verein bist du?\n2026/02/13 10:44:22,Alex Gold,SC Nord",
        ["Alex Gold (SC Nord)"],
    ),
    "explained headings": (
        "Name (Vorname Nachname);Verein / Schule;T-Shirt\nAna Gold;Nord;M",
        ["Ana Gold (Nord)"],
    ),
    "places in words": ("1st\tAna\t32\n2nd\tBo\t20", ["Ana", "Bo"]),
    "a title above": ("Klassenliste 2026/27\n\nNachname;Vorname;Klasse\nGold;Max;5a\n", ["Max Gold (5a)"]),
    "Markdown": ("| Name | Club |\n|---|---|\n| Ana | Rooks |\n| Bo | |\n", ["Ana (Rooks)", "Bo"]),
    "without headings": (
        "1;GM;Adler, Berta;100001;GER;2300;North\n2;;Falk, Cem;2;GER;2100;South",
        ["Adler, Berta (North)", "Falk, Cem (South)"],
    ),
    "words of headings as names": ("Player 1,Club A\nPlayer 2,Club B", ["Player 1 (Club A)", "Player 2 (Club B)"]),
    "a surname that is a heading": ("Gary;Player\nJack;Nick", ["Gary (Player)", "Jack (Nick)"]),
    "answers that are headings": ("Ana;No;No\nBo;Yes;No", ["Ana (No)", "Bo (Yes)"]),
    "TRF16": (REPORT, ["Adler, Berta", "Falk, Cem"]),
    "TRF16 padded by bytes": (
        "001   12      Müller, Jörg                    2201 SUI           1 1990/00/00  1.0    1",
        ["Müller, Jörg"],
    ),
    "TRF16 without its spaces": (
        "001 1 m GM Adler, Berta 2300 GER 100001 1.0 1\n001 2 w Falk, Cem GER 5",
        ["Adler, Berta", "Falk, Cem"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), SHAPES.values(), ids=SHAPES)
def test_a_list_is_read_in_the_shape_that_programs_and_people_give_it(text: str, expected: list[str]) -> None:
    read = read_list(text)
    assert people(read) == expected
    assert remarks(read) == []
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        assert people(read_list(text.encode(encoding))) == expected, encoding


def test_lines_that_are_no_people_are_named_with_the_reason() -> None:
    read = read_list(
        "Name,Club\nAna,Rooks\n,Rooks\nANA,X\nAdler,Bo,Rooks\nCy\x07\n" + "x" * 61 + "\n---\nName,Club\nDi"
    )
    assert people(read) == ["Ana (Rooks)", "Di"]
    assert remarks(read) == [(3, "name"), (4, "twice"), (5, "cells"), (6, "signs"), (7, "long")]
    assert [each.about for each in read.doubtful] == [0, 2, 2, 0, 60]
    assert [(each.line, each.why) for each in read.others] == [(8, "rule"), (9, "heading")]
    assert remarks(read_list("001    1 m    Adler\n001 broken")) == [(2, "name")]
    assert remarks(read_list("Name;Club\nAna;X\nVorname;Nachname\nBo;Y")) == [(3, "heading")]
    titled = read_list("Nombre del torneo;Abierto\nNº;Nombre;Equipo\n1;Ana Soler;Peña")
    assert (people(titled), remarks(titled)) == (["Ana Soler (Peña)"], [(1, "above")])
    assert remarks(read_list("Ana\nBo\nPlayers\nCy")) == [(1, "above"), (2, "above")]


def test_a_person_chooses_columns_separator_and_letters() -> None:
    assert people(read_list("Adler, Berta\nFalk, Cem")) == ["Adler (Berta)", "Falk (Cem)"]
    assert people(read_list("Adler, Berta", ListOptions(columns=("surname", "first")))) == ["Berta Adler"]
    assert people(read_list("Adler, Berta", ListOptions(separator="none"))) == ["Adler, Berta"]
    polish = "Łukasz Żak".encode("cp1250")
    assert read_list(polish).encoding == "cp1252"
    assert people(read_list(polish, ListOptions(encoding="cp1250"))) == ["Łukasz Żak"]
    assert people(read_list("Jörg Süß".encode("cp1252"))) == ["Jörg Süß"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"PK\x03\x04", "Saw a spreadsheet"),
        (b"%PDF-1.7", "Saw a PDF"),
        ("x" * (limits.TOURNAMENT_LIST_BYTES + 1), "Saw a list of 1048577 bytes, expected at most 1048576"),
        ("x\n" * 10_001, "Saw a list of 10001 lines, expected at most 10000"),
    ],
)
def test_what_is_no_list_is_refused_with_what_was_seen(source: str | bytes, said: str) -> None:
    with pytest.raises(ListError, match=said):
        read_list(source)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headings_of_our_own_standings_are_known(language: str) -> None:
    heading = translate(language, "list-standings").replace(", ", ";")
    read = read_list(f"{heading}\n1;Adler, Ana;Rooks;24;2;40;1,500;30;2\n")
    assert read.columns == ("place", "name", "club", "points", *["other"] * 5)
    assert people(read) == ["Adler, Ana (Rooks)"]


@given(st.text(max_size=300) | st.text("Name,;\n\"'1 a|\t-", max_size=60))
def test_each_line_of_any_text_is_a_person_the_heading_or_named(text: str) -> None:
    read = read_list(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    told = [row.line for row in read.rows] + [each.line for each in (*read.doubtful, *read.others)]
    assert len(told) == len(set(told))
    missing = [number for number, line in enumerate(lines, 1) if any(map(str.isalnum, line)) and number not in told]
    assert len(missing) <= any(read.headings)


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, fold_name(text)))


HEADING_WORDS: Final = {
    letters(phrase)
    for language in LANGUAGES
    for column in get_args(Column)
    for phrase in translate(language, f"list-heading-{column}").split(",")
}
LETTERS: Final = st.characters(codec="utf-8", categories=["L"])
NAMES: Final = (
    st.tuples(
        LETTERS | st.just('"'),
        st.text(st.one_of(LETTERS, st.sampled_from(" \"'.,;|-()&#0123")), min_size=3, max_size=20),
    )
    .map(lambda parts: normalise_text("".join(parts)))
    .filter(lambda name: len(name) > 3 and letters(name) not in HEADING_WORDS)
)
HEADINGS: Final = (
    ("Nr.", "Name", "Verein"),
    ("Rank", "Player", "Club"),
    ("Puesto", "Jugador", "Equipo"),
    ("Name", "Vorname", "Verein"),
    ("Nombre", "Apellidos", "Club"),
    ("First name", "Last name", "Team"),
    None,
)


@given(
    st.lists(NAMES, min_size=1, max_size=8, unique_by=fold_name),
    st.sampled_from(HEADINGS),
    st.sampled_from(",;\t|"),
    st.sampled_from((csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC)),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.sampled_from(("utf-8", "utf-8-sig", "utf-16")),
    st.booleans(),
)
def test_any_names_come_back_from_any_shape_and_quoting(
    names: list[str],
    heading: tuple[str, ...] | None,
    separator: str,
    quoting: int,
    end: str,
    encoding: str,
    told: bool,
) -> None:
    assume(heading or told or quoting != csv.QUOTE_MINIMAL)  # a bare `Adler, Berta` may be a name and a club
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, quoting=quoting, lineterminator=end)  # type: ignore[arg-type]
    if told:
        out.write(f"sep={separator}{end}")
    if heading:
        writer.writerow(heading)
    for number, name in enumerate(names, start=1):
        first, _, last = name.partition(" ")
        match heading and heading[1]:
            case "Vorname":
                writer.writerow((last, first, "Rooks"))
            case "Apellidos" | "Last name":
                writer.writerow((first, last, "Rooks"))
            case None:
                writer.writerow((name,))
            case _:
                writer.writerow((number, name, "Rooks"))
    read = read_list(out.getvalue().encode(encoding))
    assert [row.name for row in read.rows] == names
    assert {row.club for row in read.rows} == {"Rooks" if heading else ""}


@given(st.lists(NAMES, min_size=1, max_size=8, unique_by=fold_name))
def test_any_names_typed_one_on_a_line_come_back(names: list[str]) -> None:
    assume(not any(sign in name for name in names for sign in ",;|"))
    assume(not any(name[0] == name[-1] == '"' for name in names))
    assert people(read_list("\n".join(names))) == names
