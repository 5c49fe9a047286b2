"""A table's machine as the hub hears of it: moved cards are told from copied ones."""

from controller.fleet.messages import Presence
from hub.needs import Change, Machines


def says(machine: str, boot: str = "a") -> Presence:
    return Presence(online=True, boot=boot, machine=machine)


GONE = Presence(online=False, boot="a")


def test_a_card_in_another_machine_is_the_same_table_and_is_said_once() -> None:
    machines = Machines()
    assert machines.heard("rt-one", says("pi 1")) is None
    assert machines.heard("rt-one", GONE) is None
    assert machines.heard("rt-one", says("pi 2", "b")) is Change.MOVED
    assert machines.heard("rt-one", says("pi 2", "b")) is None


def test_two_machines_at_once_are_a_copied_card() -> None:
    machines = Machines()
    machines.heard("rt-one", says("pi 1"))
    assert machines.heard("rt-one", says("pi 2", "b")) is Change.COPIED
    assert machines.heard("rt-one", says("pi 1")) is Change.COPIED
    assert machines.heard("rt-two", says("pi 2")) is None, "another table"


def test_a_start_of_the_same_machine_is_nothing_and_nor_is_one_that_says_none() -> None:
    machines = Machines()
    machines.heard("rt-one", says("pi 1"))
    assert machines.heard("rt-one", says("pi 1", "b")) is None
    assert machines.heard("rt-one", says("", "c")) is None
    assert machines.heard("rt-one", GONE) is None
    machines.forget("rt-one")
    assert machines.heard("rt-one", says("pi 2")) is None
