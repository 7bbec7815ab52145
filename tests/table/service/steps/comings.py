"""People who come and go: guests, members, bots; who sign up, log in and out, block one another, and leave for good."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial

from sqlalchemy import select

from kidd.table.errors import AccountError
from kidd.table.moments import now
from kidd.table.play.actors import Role
from kidd.table.play.people import accounts, farewell, profile, programs
from kidd.table.play.people.accounts import Place
from kidd.table.play.people.scopes import SCOPES
from kidd.table.storage.database.schema import outbox
from kidd.table.storage.persons import accounts as account_rows
from kidd.table.storage.persons import people
from kidd.words.language import LANGUAGES, tongue
from tests.table.service.world import Somebody, Step, World

FIRST = ("Ada", "Bob", "Cleo", "Dirk", "Edda", "Finn", "Gwen", "Hugo", "Ines", "Jan", "Kaja", "Leif", "Mia", "Nils")
LAST = ("Anker", "Brise", "Deck", "Flut", "Hafen", "Insel", "Kiel", "Lotse", "Mast", "Netz", "Reling", "Segel", "Tau")
WRONG_NAMES = ("", "x", "Admin", "Аda Anker", "ada  anker", "A" * 30, "Ada\nAnker", "former player", "👑 Ada")
ADDRESS = "ada@example.org"
CROWD = 24  # people at a time


def populate(world: World) -> None:
    """Those who are there from the beginning: guests, members, two operators and two bots."""
    world.begin_step(0)
    for number in range(12):
        one = arrive(world)
        while number < 8 and not one.name:
            with suppress(AccountError):  # a name that is taken
                sign_up(world, one)
    for one in world.people[:2]:
        world.store.write(partial(account_rows.change, person=one.person, operator=True))
        make_bot(world, one)


def arrive(world: World) -> Somebody:
    """A guest is somebody at once."""
    one = Somebody(people.new_id(), people.new_id(), language=world.random.choice(list(LANGUAGES)))
    world.store.write(lambda connection: people.begin_session(connection, one.person, one.token, now(), "a browser"))
    world.people.append(one)
    return one


def name_of(world: World) -> str:
    """A name for a member or a bot."""
    return f"{world.random.choice(FIRST)} {world.random.choice(LAST)}"


def place(world: World) -> Place:
    """Where somebody knocks."""
    return Place(f"10.0.{world.random.randrange(200)}.1", "a browser")


def sign_up(world: World, one: Somebody | None = None) -> None:
    """A guest becomes a member, and is called so where they play."""
    guests = [known for known in world.people if not known.name and not known.secret]
    if one is None:
        one = world.random.choice(guests) if guests else arrive(world)
    name = world.random.choice(WRONG_NAMES) if world.random.random() < 0.1 and one.person else name_of(world)
    store, password = world.store, f"ahoy {name} {world.number}"
    entering = accounts.sign_up(
        store, world.hasher, world.actor(one), place(world), name, password, rule="open", code=""
    )
    entered = world.runner.run(entering)
    one.person, one.token, one.name, one.password = entered.account.id, entered.token, name, password
    farewell.take_name(store, one.person, name)


def log_in_or_out(world: World) -> None:
    """A member ends their session, or begins one; now and then by a wrong password."""
    members = [one for one in world.people if one.password]
    if not members:
        return
    one = world.random.choice(members)
    actor = world.actor(one)
    if actor.is_known:
        one.token = world.runner.run(accounts.log_out(world.store, actor, place(world)))
        return
    _log_in(world, one)


def come_back(world: World) -> None:
    """Those who were logged out log in again, if their account is open."""
    for one in world.people:
        if one.password and not world.actor(one).is_known:
            _log_in(world, one)
            return


def _log_in(world: World, one: Somebody) -> None:
    password = one.password if world.random.random() < 0.9 else "a wrong one"
    knocking = accounts.log_in(world.store, world.hasher, world.actor(one), place(world), one.name, password)
    one.token = world.runner.run(knocking).token


def change_password(world: World) -> None:
    """Another password."""
    members = [one for one in world.people if one.password]
    if members:
        one, new = world.random.choice(members), f"another {world.number}"
        changing = accounts.change_password(
            world.store, world.hasher, world.actor(one), place(world), one.password, new, "en"
        )
        world.runner.run(changing)
        one.password = new


def keep_profile(world: World) -> None:
    """Somebody chooses a language and a time zone, and gives a mail address."""
    random, actor = world.random, world.anybody()
    profile.keep_profile(world.store, actor, random.choice(["", "de", "fr", "xx"]), random.choice(["", "Europe/Paris"]))
    address = random.choice([ADDRESS, ADDRESS, "a@b", "a@b.c\nBcc: x@y.z", ""])
    profile.ask_mail(world.store, actor, place(world), address, "en")
    assert profile.asked_mail(world.store, actor) in ("", ADDRESS)


def answer_mail(world: World) -> None:
    """Somebody follows the link in a letter: the address is theirs, or they have another password."""
    letters = select(outbox.c.person, outbox.c.data).where(outbox.c.kind.in_(("verify", "reset"))).order_by(outbox.c.id)
    store = world.store
    with store.reading() as connection:
        found = connection.execute(letters).all()
    if not found or world.random.random() < 0.2:
        profile.ask_reset(store, place(world), world.random.choice([ADDRESS, random_name(world)]), "de")
        return
    person, data = world.random.choice(found)
    path, one = json.loads(data)["path"], world.known(person)
    if path.startswith("/verify"):
        assert profile.verify_mail(store, path.partition("=")[2]) == ADDRESS
    elif one is not None:
        password = f"anew {world.number}"
        code = path.rpartition("/")[2]
        world.runner.run(profile.reset_password(store, world.hasher, place(world), code, password, "fr"))
        one.password = password


def end_sessions(world: World) -> None:
    """Somebody ends the sessions of all other devices, or of this one."""
    actor, store = world.anybody(), world.store
    with store.reading() as connection:
        mine = people.sessions_of(connection, actor.person)
    if len(mine) > 1:
        store.write(partial(people.end_sessions, person=actor.person, moment=now(), but=actor.session))
        assert world.actor(world.known(actor.person) or Somebody("")) == actor


def block(world: World) -> None:
    """Somebody wants to hear no more of somebody, or again."""
    random, actor, name = world.random, world.anybody(), random_name(world)
    if random.random() < 0.5:
        profile.block(world.store, actor, name)
    else:
        listed = profile.blocked(world.store, actor, tongue("en"))
        profile.unblock(world.store, actor, random.choice([one.id for one in listed] + [name]), tongue("en"))


def random_name(world: World) -> str:
    """The name of somebody, perhaps of nobody."""
    return world.random.choice([one.name for one in world.people if one.name] + ["Nobody"])


def make_bot(world: World, maker: Somebody | None = None) -> None:
    """A member makes a bot, which comes by a token."""
    maker = maker or world.somebody(Role.MEMBER)
    if maker is None:
        return
    store, actor, name = world.store, world.actor(maker), name_of(world)
    bot = programs.make_bot(store, actor, name)
    scopes = frozenset(world.random.sample(SCOPES, world.random.randrange(1, len(SCOPES) + 1)))
    secret = programs.make_token(store, actor, "engine", scopes, bot)
    world.people.append(Somebody(bot, name=name, secret=secret, maker=maker.person))
    assert bot in [one.id for one in programs.bots_of(store, actor)]


def go(world: World) -> None:
    """Somebody leaves for good: a member with their bots, or a bot is sent away."""
    leavers = [one for one in world.people if one.name and (one.secret or one.password)]
    if len(leavers) < CROWD // 3:
        return
    one = world.random.choice(leavers)
    if one.secret:
        farewell.dismiss_bot(world.store, world.of(one.maker), one.person)
        gone = [one]
    else:
        actor = world.actor(one)
        if not actor.is_member:
            return
        farewell.leave(world.store, actor)
        gone = [one, *(other for other in world.people if other.maker == one.person)]
    for each in gone:
        world.people.remove(each)
        world.former.add(each.person)


def export(world: World) -> None:
    """Somebody takes all that is theirs along."""
    farewell.export(world.store, world.anybody()).close()


def somebody_new(world: World) -> None:
    """There is always somebody new, as long as there is room."""
    if len(world.people) < CROWD:
        arrive(world)


STEPS: dict[Step, float] = {
    somebody_new: 1,
    sign_up: 0.6,
    log_in_or_out: 0.4,
    come_back: 1.2,
    change_password: 0.1,
    keep_profile: 0.7,
    answer_mail: 0.6,
    end_sessions: 0.3,
    block: 1.2,
    make_bot: 0.3,
    go: 0.5,
    export: 0.2,
}
