from __future__ import annotations

from random import Random

import pytest

import kidd
from kidd.advice.event import KEYS, Event
from kidd.advice.events import events
from kidd.advice.surround import exits, groups
from kidd.advice.threats import find_threats
from kidd.move_lookup import find
from tests.rules.setups import any_deck, any_position

GAMES = ("LC", "QM", "MG2", "MG3")


def seen(text: str, move: str, **options: str) -> dict[str, Event]:
    """What a move did in a position, by key."""
    pos = kidd.parse(text, **options)
    return {event.key: event for event in events(pos, find(pos, move), pos.play(move))}


class TestLoyalCaptain:
    """Surrounding and being surrounded."""

    def test_captures(self):
        """LC2: the tokens that leave are one event for each group, whole."""
        assert seen("LC Bc1~,Rb2a3,Rc3c4,Ba7~ R R5B5 -", "c3-d2")["captures"] == Event(
            "captures", "R", "B", ("c1",), number=1
        )
        found = seen("LC Bb2a3,Bd2e3,Ra3~,Rc3c4,Bc1~ R R4B4 -", "@e3")
        assert found["captures"].spaces == ("c1", "b2", "d2")

    def test_two_groups(self):
        """LC2: one move may capture two groups, and each is told."""
        pos = kidd.parse("LC Bc1~,Rb2a3,Rc3c4,Be3~,Re5e7,Ba7~ R R4B4 -")
        found = events(pos, find(pos, "c3-d2"), pos.play("c3-d2"))
        assert [event.spaces for event in found if event.key == "captures"] == [("c1",), ("e3",)]

    def test_loses(self):
        """LC3: who enters between two threats and captures nothing is lost at once."""
        found = seen("LC Bb2a3,Bd2e3,Ra7~ R R6B5 -", "@c1")
        assert found["loses"] == Event("loses", "R", "R", ("c1",), number=1)
        assert "walks-in" not in found

    def test_closes_in(self):
        """LC2: a group that one more move would capture is threatened, and its last exit is named."""
        found = seen("LC Bc1~,Rb2a3,Rc4b5,Ba7~ R R5B5 -", "c4-c3")
        assert found["closes-in"] == Event("closes-in", "R", "B", ("c1",), exits=("d2",))
        assert "corners" not in found

    def test_old_threats_are_not_told_again(self):
        """A group that could have been captured before the move is no news after it."""
        assert "closes-in" not in seen("LC Bc1~,Rb2a3,Rc3c4,Ba7~ R R5B5 -", "@e7")

    def test_corners(self):
        """LC2: a group with one exit left is told of even where nobody can close it at once."""
        found = seen("LC Bc1~,Ra3~,Ba7~ R R6B5 -", "a3-b2")
        assert found["corners"] == Event("corners", "R", "B", ("c1",), exits=("d2",))

    def test_walks_into_a_surround(self):
        """LC2: who goes where the opponent can capture next is told of, with the space that closes the ring."""
        found = seen("LC Bb2a3,Bc3c4,Ra7~ R R6B5 -", "@c1")
        assert found["walks-in"] == Event("walks-in", "B", "R", ("c1",), 1, exits=("d2",))

    def test_saves_or_leaves(self):
        """A token in danger is brought to safety by stepping out, and left in danger by something else."""
        threatened = "LC Bc1~,Rb2a3,Rc3c4,Ra7~ B R4B6 -"
        assert seen(threatened, "c1-d2")["saves"].spaces == ("d2",)
        found = seen(threatened, "@e3")
        assert found["leaves"] == Event("leaves", "R", "B", ("c1",), 1, exits=("d2",))
        assert "saves" not in found

    def test_forced(self):
        """The only reply is named."""
        found = seen("LC Bc1~,Bd2c1,Be3e5,Ba5a7,Bb5c4,Rc6d5,Bc7b8,Rd8c7,Bc9~ B R0B0 -", "c1-b2")
        assert found["forced"] == Event("forced", "R", "R", reply="d8-e7")

    def test_hems_in(self):
        """Few moves are told of where there were more before."""
        assert seen("LC Rb2a3,Bc1~ R R0B0 -", "b2-c3").keys() == {"moves"}
        assert seen("LC Bc1~,Ra3~ R R0B0 -", "a3-b2")["forced"].reply == "c1-d2"
        found = seen("LC Rc4c3,Ba5a3,Bc6c7 R R0B0 -", "c4-b5")
        assert found["hems-in"] == Event("hems-in", "R", "B", number=2)

    def test_the_end(self):
        """LC4: who cannot move loses, and nothing more is said of the future."""
        found = seen("LC Rb2c3,Rc3d2,Ra5b5,Bd5c4,Re5e3,Bc6b5,Ba7a5,Bc7d8,Bb8c9,Bc9d8 R R0B0 -", "b2-c1")
        assert list(found) == ["moves", "immobile"]
        assert found["immobile"] == Event("immobile", "R", "B")

    def test_chooser(self):
        """LC6: the colour picked is an event."""
        assert seen("LC Rc1~,Ba7~ R R6B6 choose", "blue", opening="chooser") == {"picks": Event("picks", "B")}


class TestQuedahMerchant:
    """Striking from behind, with the die."""

    def test_seizes_and_frees(self):
        """QM4: a captor is taken captive, and its captive freed; a chain is told link by link."""
        pos = kidd.parse("QM Ra5a7,BRb5a5,BRc4b5,Bc6d5 R R3B3 1")
        found = events(pos, find(pos, "a5-b5>c4>d5"), pos.play("a5-b5>c4>d5"))
        assert [(event.key, event.spaces) for event in found[:5]] == [
            ("moves", ("a5", "b5")),
            ("seizes", ("b5",)),
            ("frees", ("b5", "c4")),
            ("seizes", ("c4",)),
            ("frees", ("c4", "d5")),
        ]

    def test_threatens_with_some_rolls(self):
        """QM3: what could be taken next is told with the rolls that do it, on either side."""
        found = seen("QM Ra7~,Bb5a5,Bc6d5 R R5B5 1", "a7-a5@c1")
        assert found["threatens-on"] == Event("threatens-on", "R", "B", ("b5",), rolls=(1,))
        assert found["reinforces"].spaces == ("c1",)
        found = seen("QM Rc1~,Bb2a3,Rc3d2 R R4B6 1", "c3-c4")
        assert found["exposes-on"] == Event("exposes-on", "B", "R", ("c4",), rolls=(2,))

    def test_may_free(self):
        """QM4: a captor within reach is a captive that may be freed."""
        found = seen("QM Ra7~,BRb5a5,Bc6d5 R R4B5 1", "a7-a5@c1")
        assert found["may-free"] == Event("may-free", "R", "B", ("b5",), rolls=(1,))

    @pytest.mark.parametrize("blocked", ["roll", "any"])
    def test_blocks(self, blocked):
        """QM6: rolls that the opponent cannot use any more are told; by the usual rule they lose the game."""
        found = seen("QM Ba3~,Rb2c1,Ra7~ R R5B6 1", "a7-a5@c9", blocked=blocked)
        assert found["blocks-all"] == Event("blocks-all", "R", "B", rolls=(1, 2, 3))
        found = seen("QM Rb2c1,Ba3~,Rc4c3,Ra7~ R R4B6 1", "c4-b5", blocked=blocked)
        key = "wins-on" if blocked == "roll" else "blocks"
        assert found[key] == Event(key, "R", "B", rolls=(2, 3))

    def test_rolls(self):
        """The die's own move is an event, and so is what it decides."""
        assert list(seen("QM Rb2c1,Ba3~,Ra5a7,Rc9~ B R4B6 -", "*1")) == ["rolls", "blocked"]


class TestMadagascar:
    """Towers."""

    def test_tops(self):
        """MG3: a capture is told with the height of the tower it makes."""
        found = seen("MG2 Ra5a7,Bb5a5,Bc6d5,Re3~,Re7~,Bc1~ R R4B4 -", "a5-b5")
        assert found["tops"] == Event("tops", "R", "B", ("b5",), number=2)

    def test_the_capture_after_which_there_are_none(self):
        """MG4: who leaves nobody anything to capture hears that it is a draw."""
        text = "MG2 Rc3b2,Bc4c3,RBRBd8c9,BRBRBRBRa7a5 R R0B0 -"
        assert seen(text, "c3-c4")["deadlock"] == Event("deadlock", "")
        assert "deadlock" not in seen(text, "c3-d2")

    def test_a_walk_that_ends_where_it_began(self):
        """MG4: it is not told as a move from a space to the same."""
        found = seen("MG2 Rc3b2,Bc4c3,RBRBd8c9,BRBRBRBRa7a5 R R0B0 -", "d8-d8/c9")
        assert found["returns"] == Event("returns", "R", spaces=("d8",), number=4)
        assert "moves" not in found

    def test_eliminates(self):
        """MG7: of three players, one who has nothing left is out."""
        found = seen("MG3 Ra5a7,Gb5a5,Bc6d5,Re3~,Re7~,Bc1~ R R3B4G0 -", "a5-b5")
        assert found["eliminates"] == Event("eliminates", "R", "G")

    def test_threats_by_each_of_the_others(self):
        """With three, dangers are told of each hunter in the order of turns."""
        pos = kidd.parse("MG3 Rb5a5,Ba5a7,GGd2c1,Re3~,Ge7~,Bc1~ R R4B4G3 -")
        found = events(pos, find(pos, "e3-e5"), pos.play("e3-e5"))
        assert [(event.key, event.by, event.spaces) for event in found if event.to == "R"] == [
            ("leaves", "B", ("b5",)),
            ("exposes", "G", ("e5",)),
        ]

    def test_must_pass(self):
        """MG2: who can neither move nor enter passes; the opening hems in nobody (MG1)."""
        found = seen("MG2 BRc4c3,Ra5a3,Rb5a5,Bd5e5,RBc6c7,Ba7b8,BRBRBRc9d8 B R0B0 p1", "c9-e3/e5")
        assert found["must-pass"] == Event("must-pass", "R", "R", reply="pass")
        opening = seen("MG2 Rc1~,Ba3~,Re3~,Ba7~ R R5B5 -", "@e7")
        assert list(opening) == ["enters"]


def games(seed: int, code: str, plies: int = 60):
    """The steps of a game of random moves."""
    random = Random(seed)
    pos = kidd.start(code)
    for _ in range(plies):
        if pos.result:
            return
        move = random.choice(pos.legal_moves())
        yield pos, move, (pos := pos.play(move))


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_events_add_up(code: str, seed: int):
    """Tokens told as taken, freed or lost are those that are gone, and every end of a game is told."""
    for before, move, after in games(seed, code):
        found = events(before, move, after)
        counted = {key: sum(event.number for event in found if event.key == key) for key in KEYS}
        if code == "LC":
            assert after.captured - before.captured == counted["captures"] + counted["loses"]
        elif code == "QM":
            assert after.captured - before.captured == counted["seizes"] - counted["frees"]
        else:
            fewer = len(before.pieces) - len(after.pieces) + (move.origin is None and not move.is_pass)
            assert fewer == sum(event.key == "tops" for event in found)
        if after.result:
            assert found[-1].key == after.result.reason


@pytest.mark.parametrize("seed", range(3))
def test_exits_agree_with_the_rules(seed: int):
    """LC2: after a turn no group is without an exit, and what one move can capture has exactly one."""
    for _, _, after in games(seed, "LC"):
        for colour in "RB":
            assert all(exits(after, group) for group in groups(after, colour))
            for caught in find_threats(after, colour):
                assert exits(after, caught.spaces) == caught.exits


@pytest.mark.parametrize("code", GAMES)
def test_any_position_can_be_told_of(code: str):
    """On any deck, from any position that can be set up, every move has events with known keys."""
    random = Random(7)
    for _ in range(25):
        deck = any_deck(random)
        pos = kidd.parse(any_position(random, code, deck), deck=deck)
        for move in pos.legal_moves()[:6]:
            assert all(event.key in KEYS for event in events(pos, move, pos.play(move)))
