"""A table's password becomes another one while either end may die at any moment: it is never shut out."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.fleet.enrolment import Membership, Rotate, Rotated, mark_of, proven, with_newer
from hub.enrolment.rotation import AGAIN_S, Rotation

ID = "rt-one"
FIRST = "f" * 43
MEMBER = Membership(ID, FIRST, 8883, "-")


def passwords(*numbers: int) -> tuple[str, ...]:
    return tuple(f"{number:043}" for number in numbers)


class World:
    """A table, its hub and the broker between them; what is on a disk outlives whoever dies."""

    def __init__(self) -> None:
        self.on_disk = MEMBER
        self.brokers = FIRST
        self.due = True
        self.rotation = Rotation()
        self.on_line = False
        self.asks: list[Rotate] = []
        self.answers: list[Rotated] = []
        self.now_s = 0.0

    def connects(self, *, dies: bool) -> None:
        """The table tries what it has, newest first."""
        if self.on_line:
            return
        if not dies:
            self.on_disk = proven(self.on_disk, self.brokers)
            self.on_line = True
            self.rotation.heard(ID, online=True)

    @property
    def can_come_in(self) -> bool:
        return self.brokers in (*self.on_disk.newer, self.on_disk.password)

    def hub_asks(self) -> None:
        self.now_s += AGAIN_S
        self.asks += self.rotation.announce({ID} if self.due else set(), self.now_s).values()

    def table_hears(self, *, dies: bool, again: bool) -> None:
        """An ask reaches it, perhaps once more later; it may die before its answer is out."""
        if not self.asks or not self.on_line:
            return
        ask = self.asks[0] if again else self.asks.pop(0)
        self.on_disk = with_newer(self.on_disk, ask.password)
        if dies:
            self.loses_line()
        else:
            self.answers.append(Rotated("rotate", mark_of(ask.password)))

    def hub_hears(self, *, dies: bool, again: bool) -> None:
        """An answer reaches it; it may die after the broker's file is written."""
        if not self.answers:
            return
        answer = self.answers[0] if again else self.answers.pop(0)
        password = self.rotation.answered(ID, answer)
        if password is not None:
            self.brokers = password
            self.loses_line()
            if not dies:
                self.due = False
        if dies:
            self.hub_dies()

    def hub_dies(self) -> None:
        """And the broker with it."""
        self.rotation = Rotation()
        self.loses_line()

    def loses_line(self) -> None:
        self.on_line = False
        self.rotation.heard(ID, online=False)

    def owner_wants(self) -> None:
        self.due = True


BOOLS = st.booleans()
STEPS: st.SearchStrategy[tuple[str, dict[str, bool]]] = st.one_of(
    st.tuples(st.just("connects"), st.fixed_dictionaries({"dies": BOOLS})),
    st.tuples(st.just("hub_asks"), st.just({})),
    st.tuples(st.just("table_hears"), st.fixed_dictionaries({"dies": BOOLS, "again": BOOLS})),
    st.tuples(st.just("hub_hears"), st.fixed_dictionaries({"dies": BOOLS, "again": BOOLS})),
    st.tuples(st.sampled_from(["hub_dies", "loses_line", "owner_wants"]), st.just({})),
)


@settings(deadline=None, max_examples=300)
@given(st.lists(STEPS, min_size=10, max_size=60))
def test_whoever_dies_at_whichever_step_the_table_comes_in_again(steps: list[tuple[str, dict[str, bool]]]) -> None:
    world = World()
    for name, values in steps:
        getattr(world, name)(**values)
        assert world.can_come_in, "the table is shut out for ever"


def test_undisturbed_it_has_one_password_in_the_end_and_that_is_another() -> None:
    world = World()
    world.connects(dies=False)
    world.hub_asks()
    world.table_hears(dies=False, again=False)
    assert world.on_disk.password == FIRST, "until the broker has taken the other one"
    world.hub_hears(dies=False, again=False)
    assert not world.on_line, "the broker throws out who came by the old one"
    world.connects(dies=False)
    assert world.on_disk == replace(MEMBER, password=world.brokers)
    assert world.brokers != FIRST
    world.hub_asks()
    assert world.asks == [], "it is not due any more"


def test_what_was_announced_stays_when_an_older_one_lets_the_table_in() -> None:
    newest, newer = passwords(2, 1)
    member = with_newer(with_newer(MEMBER, newer), newest)
    assert member.newer == (newest, newer)
    assert proven(member, FIRST) == member
    assert proven(member, newer) == replace(MEMBER, password=newer, newer=(newest,))
    assert proven(member, newest) == replace(MEMBER, password=newest)


def test_of_too_many_the_oldest_goes_and_never_the_one_that_let_it_in() -> None:
    member = MEMBER
    for password in passwords(1, 2, 3, 4):
        member = with_newer(member, password)
    assert member == replace(MEMBER, newer=passwords(4, 3, 2))
    assert with_newer(member, FIRST) == member
