"""The voice of a table, at a loudspeaker that records utterances and times."""

from pathlib import Path

import pytest

from controller.games.contract.values import CastleId, Text
from controller.play.menu import MenuAction
from controller.play.page_service import public_view as view
from controller.texts.translation import LANGUAGES, translate
from tests.support.playing import Playing, heard, playing, speaking


async def into_the_house(play: Playing) -> None:
    await play.turn(1)
    await play.choose(MenuAction.HOUSE)


async def test_events_are_spoken_in_the_order_in_which_they_happened(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story",)) as play:
        await play.begin()
        await play.wait(10)
        await play.press()
        await play.wait(5)
        await play.press()
        await play.wait(10)

    assert heard(play) == [
        "A game of 2 players begins; Blue is king.",
        "Yellow puts the first statue down.",
        "Blue puts the first statue down.",
        "Round 1 begins; Blue is king.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_table_speaks_its_language_and_the_page_shows_the_same_words(tmp_path: Path, language: str) -> None:
    captions: list[object] = []

    async with speaking(tmp_path, says=("story",), language=language) as play:
        await play.begin()
        await play.wait(0.1)
        captions.append(view(play.table, "en")["voice"])
        await play.wait(10)

    first = translate(language, "told-started", {"players": 2, "color": translate(language, "blue")})
    first = first.replace(" (TR-0.1)", "")
    assert heard(play) == [first]
    assert captions == [{"text": first, "language": language}]


async def test_each_caption_has_the_exact_words_that_are_spoken(tmp_path: Path) -> None:
    captions: list[str] = []

    async with speaking(tmp_path) as play:
        voice = play.table.voice
        assert voice is not None
        voice.changed.connect(lambda _: captions.append(voice.caption.text if voice.caption else ""))
        await play.to_the_taxes()
        await play.wait(40)

    assert len(captions) > 10
    assert captions == [each.spoken.text for each in play.twins.loudspeaker.heard]


async def test_nothing_is_spoken_until_the_house_rules_enable_it(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=()) as play:
        await play.to_the_taxes()
        await play.wait(30)
        assert view(play.table, "en")["voice"] is None
        assert play.twins.loudspeaker.heard == []


async def test_a_table_without_a_voice_has_no_menu_entry_for_it(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        await play.begin()
        await into_the_house(play)
        assert not any(text.key.startswith("menu-says") for text in play.menu_texts)
        assert play.table.voice is None


async def test_switching_the_voice_on_at_the_knob_is_spoken_at_once(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=()) as play:
        await play.begin()
        await into_the_house(play)
        await play.choose(MenuAction.SETTING, "says")
        await play.press()
        assert play.table.house.current.says == ("story", "console", "complaints", "devices")
        await play.wait(3)
        await play.press()
        await play.wait(3)

    assert heard(play) == ["Table settings. Voice: everything, 4 of 11."]


async def test_turning_on_through_the_menu_speaks_only_the_last_entry_in_full(tmp_path: Path) -> None:
    async with speaking(tmp_path) as play:
        await play.begin()
        await play.wait(20)
        play.twins.loudspeaker.heard.clear()
        await play.turn(1)
        for _ in range(3):
            await play.turn(1)
        await play.wait(5)

    assert heard(play) == ["Standings, 4 of 9."]
    last = play.twins.loudspeaker.heard[-1]
    assert not any(each.whole for each in play.twins.loudspeaker.heard[:-1])
    assert last.ended_s - last.began_s < 2


async def test_a_spoken_complaint_names_its_castle(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("complaints",)) as play:
        await play.to_the_taxes()
        await play.wait(1)
        lies = play.state.table.pool.tile_ids(play.state.set_aside)[0]
        await play.pass_tile("yellow", lies)
        await play.wait(10)

    assert heard(play) == ["Yellow. It is set aside this round. Put it back."]


async def test_a_lost_loudspeaker_is_shown_on_the_screen_and_the_game_goes_on(tmp_path: Path) -> None:
    async with speaking(tmp_path) as play:
        play.twins.loudspeaker.broken = True
        await play.to_the_taxes()
        assert play.state.phase.name == "taxes"
        assert play.table.health.is_lost("voice")
        assert "The voice" in " ".join(play.story)
        play.twins.loudspeaker.broken = False
        await play.wait(60)
        assert not play.table.health.is_lost("voice")


async def test_a_hung_voice_counts_as_lost_and_old_sentences_are_dropped(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story",)) as play:
        play.twins.loudspeaker.hangs = True
        await play.begin()
        await play.wait(30)
        await play.press()
        await play.press()
        play.twins.loudspeaker.hangs = False
        await play.wait(60)
        assert "of 2 players begins" in play.story[0]

    assert heard(play) == []


async def test_a_speech_program_missing_at_the_start_counts_as_a_lost_device(tmp_path: Path) -> None:
    async with speaking(tmp_path) as play:
        play.twins.loudspeaker.missing = True
        await play.begin()
        await play.wait(3)
        (fault,) = [device.fault for device in play.table.health if device.name == "voice"]
        assert fault is not None
        assert "sudo apt install espeak-ng" in fault


async def test_a_secret_code_on_the_screen_is_not_spoken(tmp_path: Path) -> None:
    """The page's caption would show it to everybody."""

    async with speaking(tmp_path) as play:
        await play.begin()
        await into_the_house(play)
        await play.choose(MenuAction.PIN)
        await play.wait(10)

    utterances = " ".join(each.spoken.text for each in play.twins.loudspeaker.heard)
    assert not any(len(word.strip(".")) == 6 and word.strip(".").isdigit() for word in utterances.split())


async def test_starting_another_game_silences_the_old_one_s_story(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story",)) as play:
        await play.begin()
        await play.wait(5)
        for _ in range(2):
            await play.press()
        await play.begin()
        await play.wait(10)

    assert [text for text in heard(play) if "begins;" in text].count("Round 1 begins; Blue is king.") == 0


async def test_a_screen_that_returns_is_spoken_again(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("console",)) as play:
        await play.begin()
        await play.wait(10)
        play.twins.loudspeaker.heard.clear()
        await play.turn(1)
        await play.wait(3)
        await play.press()
        await play.wait(8)

    assert heard(play) == [
        "Pause. Resume, 1 of 9.",
        "Yellow: first statue. Place it on a pasture. Rank 2, 30 supporters. Blue is king. Then press the knob.",
    ]


async def test_a_story_that_the_menu_interrupts_is_spoken_once_it_is_left(tmp_path: Path) -> None:
    async with speaking(tmp_path) as play:
        await play.begin()
        await play.wait(0.5)
        await play.turn(1)
        await play.wait(10)
        assert heard(play) == ["Pause. Resume, 1 of 9."]
        await play.press()
        await play.wait(10)

    utterances = [(each.spoken.text, each.whole) for each in play.twins.loudspeaker.heard]
    assert utterances[0] == ("A game of 2 players begins; Blue is king.", False)
    assert utterances.count(("A game of 2 players begins; Blue is king.", True)) == 1


async def test_a_listening_castle_hears_a_piece_then_plays_it_when_held_again(tmp_path: Path) -> None:
    async with speaking(tmp_path, listeners=("blue",), earphones=("blue",)) as play:
        await play.to_the_taxes(gates=False)
        tile = play.state.table.pool.tile_ids(play.state.people_tiles)[0]
        await play.pass_tile("blue", tile)
        await play.wait(3)
        assert play.state.players[0].castle == 0
        await play.pass_tile("blue", tile)
        await play.wait(0.5)
        assert play.state.players[0].castle == play.state.table.pool.bits[tile]

    (utterance,) = heard(play, "plughw:blue")
    assert utterance.endswith(", with the people.")
    assert utterance not in heard(play)


async def test_earphones_have_no_captions(tmp_path: Path) -> None:
    captions: list[str] = []

    async with speaking(tmp_path, listeners=("blue",), earphones=("blue",)) as play:
        voice = play.table.voice
        assert voice is not None
        voice.changed.connect(lambda _: captions.append(str(voice.caption)))
        await play.to_the_taxes(gates=False)
        await play.pass_tile("blue", play.state.table.pool.tile_ids(play.state.people_tiles)[0])
        await play.wait(3)

    assert len(heard(play, "plughw:blue")) == 1
    assert not any("with the people" in caption for caption in captions)


async def test_without_an_earphone_hidden_pieces_are_not_spoken(tmp_path: Path) -> None:
    async with speaking(tmp_path, listeners=("blue",)) as play:
        await play.to_the_taxes(gates=False)
        await play.wait(5)
        play.twins.loudspeaker.heard.clear()
        await play.pass_tile("blue", play.state.table.pool.tile_ids(play.state.people_tiles)[0])
        await play.wait(6)

    assert heard(play)[0] == "Only Blue may hear this but has no earphone. To play the piece, hold it there again."
    assert not any("with the people" in text for text in heard(play))


async def test_a_castle_that_does_not_listen_plays_at_the_first_hold(tmp_path: Path) -> None:
    async with speaking(tmp_path, listeners=("blue",), earphones=("blue",)) as play:
        await play.to_the_taxes(gates=False)
        await play.pass_tile("yellow", play.state.table.pool.tile_ids(play.state.people_tiles)[0])
        await play.wait(0.5)
        assert play.state.players[1].castle.bit_count() == 1


async def test_a_voice_switched_off_is_silent_at_once(tmp_path: Path) -> None:
    async with speaking(tmp_path) as play:
        await play.begin()
        await play.wait(0.5)
        play.table.house.change_and_save(says=())
        await play.wait(0.1)
        assert view(play.table, "en")["voice"] is None
        await play.wait(20)
        assert view(play.table, "en")["voice"] is None

    (cut_short,) = play.twins.loudspeaker.heard
    assert not cut_short.whole


async def test_the_voice_says_when_ten_seconds_are_left(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story",)) as play:
        await play.to_the_taxes()
        await play.wait(9.5)
        assert "10 seconds left." not in heard(play)
        await play.wait(2)
        assert "10 seconds left." in heard(play)


async def test_counts_in_the_hourglass_never_cover_the_last_ten_seconds(tmp_path: Path) -> None:
    async with speaking(tmp_path) as play:
        await play.to_the_taxes(gates=False)
        tiles = play.state.table.pool.tile_ids(play.state.people_tiles)
        for n, tile in enumerate(tiles[:14]):
            await play.report_tile(("blue", "yellow")[n % 2], tile)
            await play.wait(0.9)
        (left,) = [each for each in play.twins.loudspeaker.heard if each.spoken.text == "10 seconds left."]
        deadline_s = play.table.hourglass.deadline_s
        assert deadline_s is not None
        assert left.whole
        assert 9 < deadline_s - left.began_s <= 10


async def test_a_sentence_that_a_hand_interrupts_is_not_said_again_from_its_beginning(tmp_path: Path) -> None:
    async with speaking(tmp_path, listeners=("blue",), earphones=("blue",)) as play:
        await play.begin()
        await play.wait(6)
        voice = play.table.voice
        assert voice is not None
        voice.say_piece(Text("blue"), CastleId("blue"))
        await play.wait(20)
        said = [each.spoken.text for each in play.twins.loudspeaker.heard]
    first = "Yellow: first statue. "
    rest = "Place it on a pasture. Rank 2, 30 supporters. Blue is king. Then press the knob."
    assert said[-3:] == [first + rest, "Blue.", rest]
