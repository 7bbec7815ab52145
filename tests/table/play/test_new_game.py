from __future__ import annotations

import json

import pytest
from sqlalchemy import Connection, select, update

from kidd import game
from kidd.dice import commitment
from kidd.errors import IllegalMove, KiddError, OptionError, PositionError
from kidd.rules.games.loyal_captain import LOYAL_CAPTAIN
from kidd.rules.numbers import RULINGS
from kidd.table import limits
from kidd.table.play import games
from kidd.table.play.actors import STRANGER, guest
from kidd.table.play.games import StoreError, TooMany
from kidd.table.seats import Seat
from kidd.table.storage.database import schema
from kidd.table.storage.events import Opened, read_event
from tests.contract import GAMES
from tests.table.sittings import ANN, BEA, computer, count, fresh, person, say, sit

pytestmark = pytest.mark.once


def of_later(connection: Connection) -> str:
    """What a later version of this program would have written about the opening of the only game."""
    data = connection.execute(select(schema.events.c.data)).scalar_one()
    return json.dumps({**json.loads(data), "rules": 99})


class TestOpening:
    """`open_game`."""

    @pytest.mark.parametrize(("code", "options"), GAMES)
    def test_all_options_are_kept_with_the_game(self, store, code, options):
        """A game is stored with all its options, the deck's name and the version of the rulings, and read with them."""
        table = sit(store, code, **options)
        with store.reading() as connection:
            row = connection.execute(select(schema.events).where(schema.events.c.number == 0)).one()
        opened = read_event(row.kind, row.at, row.data)
        assert isinstance(opened, Opened)
        assert opened.options == {"deck": "kidd-18", **table.match.game.options}
        assert options.items() <= dict(table.match.game.options).items()
        assert (opened.rules, table.rules_version) == (RULINGS, RULINGS)
        assert fresh(store, table.id).match.game == table.match.game

    def test_a_default_that_changes_leaves_old_games_alone(self, store, monkeypatch):
        """The stored option counts, whatever new games get."""
        table = sit(store, "LC")
        assert table.match.game.options["claim_after"] == 10
        later = tuple(one._replace(online=3) if one.online else one for one in LOYAL_CAPTAIN.options)
        monkeypatch.setitem(game._known, "LC", LOYAL_CAPTAIN._replace(options=later))
        assert sit(store, "LC").match.game.options["claim_after"] == 3
        assert fresh(store, table.id).match.game.options["claim_after"] == 10

    def test_an_option_that_is_given_stands(self, store):
        """Who asks for claims at any time gets them."""
        assert sit(store, "LC", claim_after=0).match.game.options["claim_after"] == 0

    def test_rulings_that_are_unknown_here(self, store):
        """A game of later rulings is not played by earlier ones."""
        table = sit(store, "LC")
        store.write(lambda connection: connection.execute(update(schema.events).values(data=of_later(connection))))
        store.snapshots.put(table)  # what is kept ready is as good as the program that put it there
        with pytest.raises(StoreError, match="version 99 of the rulings"):
            fresh(store, table.id)

    def test_from_a_position(self, store):
        """A game may begin anywhere; if the die is to be rolled, it falls at once."""
        table = sit(store, "QM", position="QM Rc1~,Ba7~ R R6B6 -")
        assert str(table.match.start) == "QM Rc1~,Ba7~ R R6B6 -"
        assert table.match.position.die in (1, 2, 3)
        assert (table.version, table.doers) == (2, (None,))

    def test_from_a_log_book(self, store):
        """Acts that were played elsewhere stand in the log, but cannot be taken back."""
        table = sit(store, "QM", acts=["@c1", "@a7", "*2", "c1-c3/b2@c1"])
        assert table.match.acts[:4] == ("@c1", "@a7", "*2", "c1-c3/b2@c1")
        assert len(table.match) == 5
        assert table.doers == (0, 1, None, 0, None)
        assert table.last_move_of(ANN.person) is None
        assert fresh(store, table.id).doers == table.doers

    def test_a_finished_game_may_be_brought_along(self, store):
        """A book that is at its end can be looked at like any other game that is over."""
        table = sit(store, "LC", acts=["@c1", "B:resign"])
        assert (table.match.outcome, table.waits_for) == ("1-0", None)

    @pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\u0301\u0302", "\u200b", "\u115f\u1160", "\ufe0f"])
    def test_names_that_nobody_sees(self, store, name):
        """They are as good as none."""
        assert sit(store, "LC", person(name=name), computer()).seats[0].name == ""
        assert sit(store, "LC", person(name=f"A{name}"), computer()).seats[0].name.startswith("A")

    def test_computers_have_names(self, store):
        """A computer goes by its level and rank, as in the terminal."""
        table = sit(store, "LC", computer(3), person(name="  Ann\tB\x00onny "))
        assert table.match.players == ("level 3, Sailmaker", "Ann B onny")

    @pytest.mark.parametrize(
        ("change", "error"),
        [
            ({"code": "XX"}, OptionError),
            ({"code": "MG3"}, OptionError),
            ({"options": {"entry": "any"}}, OptionError),
            ({"options": {"deck": "atlantis"}}, OptionError),
            ({"options": {"deck": 3}}, OptionError),
            ({"position": "LC - R R7B7"}, KiddError),
            ({"position": "QM - R R7B7 -"}, KiddError),
            ({"position": "MG3 - R R6B6G6 -"}, KiddError),
            ({"position": "LC " + "Rc1~," * 1000 + " R R7B7 -"}, TooMany),
            ({"position": "LC Rc1~ R R0B0 R0"}, PositionError),
            ({"acts": ["@c1", "@c1"]}, IllegalMove),
            ({"acts": ["x" * 101]}, TooMany),
            ({"acts": ["@c1"] * 3001}, TooMany),
            ({"seats": [person()]}, OptionError),
            ({"seats": [person()] * 3}, OptionError),
            ({"seats": [Seat(0, "open"), computer()]}, OptionError),
            ({"seats": [person(), computer(9)]}, OptionError),
            ({"seats": [person(), computer(0)]}, OptionError),
            ({"seats": [person(), Seat(1, "computer")]}, OptionError),
            ({"seats": [person(), Seat(1, "parrot")]}, OptionError),  # type: ignore[arg-type]
            ({"seats": [person(), Seat(1, "person")]}, OptionError),
            ({"seats": [person(), Seat(1, "person", "x" * 65)]}, OptionError),
            ({"seats": [person(name="x" * 41), computer()]}, TooMany),
            ({"seats": [person(name="\x00" * 10_000), computer()]}, TooMany),
            ({"owner": STRANGER}, OptionError),
            ({"owner": guest("x" * 65)}, OptionError),
        ],
    )
    def test_what_cannot_be_is_refused_and_leaves_nothing(self, store, change, error):
        """A bad option, position, act, seat or name is an error that a user can read, and nothing is stored."""
        wish = {"code": "LC", "options": {}, "seats": [person(), computer()], "owner": ANN} | change
        with pytest.raises(error):
            games.open_game(store, **wish)
        assert [count(store, name) for name in ("persons", "games", "seats", "events", "jobs")] == [0] * 5

    def test_unfinished_games_have_a_limit(self, store, monkeypatch):
        """Who has too many games open must end one first; others are not concerned."""
        monkeypatch.setattr(limits, "UNFINISHED", 2)
        table = sit(store, "LC")
        sit(store, "LC")
        with pytest.raises(TooMany) as refused:
            sit(store, "LC")
        assert (refused.value.reason, refused.value.limit) == ("unfinished games", 2)
        sit(store, "LC", person(BEA), computer(), owner=BEA)
        say(store, table, "resign")
        sit(store, "LC")


class TestSeeds:
    """The seed of the dice."""

    def test_it_is_secret_until_the_end(self, store):
        """The hash is there from the start, the seed when the game is over, and nowhere before."""
        table = say(store, sit(store, "QM"), "@c1", "@a7")
        with store.reading() as connection:
            data = connection.execute(select(schema.events.c.data).where(schema.events.c.number == 0)).scalar_one()
        seed = json.loads(data)["seed"]
        assert table.dice_seed is None
        assert table.dice_hash == commitment(seed)
        assert seed not in repr(table) + games.logbook(table)
        over = say(store, table, "resign")
        assert (over.dice_seed, over.dice_hash) == (seed, table.dice_hash)
        assert fresh(store, table.id).dice_seed == seed

    def test_every_game_has_its_own(self, store):
        """Two games have different ids and hashes."""
        tables = [sit(store, "QM") for _ in range(20)]
        assert len({table.dice_hash for table in tables}) == len({table.id for table in tables}) == 20
