"""What `kidd bridge` says of what it does."""

from __future__ import annotations

from kidd.words.language import Tongue, marked, number

REASONS = {
    "busy": marked("too many games at once"),
    "game": marked("not one of its games"),
    "name": marked("not one of its opponents"),
    "rated": marked("no rated games"),
}


def greeting(name: str, address: str, _: Tongue) -> str:
    """Who plays where."""
    return _("%(name)s is at %(address)s and waits for challenges.", name=name, address=address)


def not_a_bot(_: Tongue) -> str:
    """A token of a person, whose games others take for theirs."""
    return _("This token is a person's: others cannot see that a program plays. Better make a bot on the account page.")


def open_line(_: Tongue) -> str:
    """Without encryption."""
    return _("This address is not encrypted: whoever is on the way can read the token.")


def engine_started(name: str, _: Tongue) -> str:
    """The engine says who it is."""
    return _("The engine is %(name)s.", name=name)


def engine_lost(why: str, pause: float, _: Tongue) -> str:
    """The engine has crashed or does not answer."""
    seconds = number(pause, 0, _.code)
    return _("The engine is lost (%(why)s); it is started again in %(seconds)s s.", why=why, seconds=seconds)


def odd_move(game: str, move: str, _: Tongue) -> str:
    """The engine says what cannot be played."""
    return _("%(game)s: the engine says %(move)s, which is not possible.", game=game, move=move[:40])


def given_up(game: str, _: Tongue) -> str:
    """Nobody should wait for an engine that fails at a position."""
    return _("%(game)s: the engine has failed here too often, the game is given up.", game=game)


def line_lost(why: str, pause: float, _: Tongue) -> str:
    """The server cannot be reached."""
    seconds = number(pause, 0, _.code)
    if not why:
        return _("The server has closed the line; trying again in %(seconds)s s.", seconds=seconds)
    return _("The server cannot be reached (%(why)s); trying again in %(seconds)s s.", why=why, seconds=seconds)


def taken(by: str, game: str, _: Tongue) -> str:
    """A challenge is taken."""
    return _("Plays %(game)s against %(name)s.", game=game, name=by or "?")


def declined(by: str, game: str, reason: str, _: Tongue) -> str:
    """A challenge is not taken."""
    why = _(REASONS[reason])
    return _("Declines %(game)s against %(name)s: %(why)s.", game=game, name=by or "?", why=why)


def played(game: str, act: str, _: Tongue) -> str:
    """A move is made."""
    return _("%(game)s: plays %(move)s.", game=game, move=act)


def ended(game: str, how: str, _: Tongue) -> str:
    """A game is over."""
    return _("%(game)s is over. %(how)s", game=game, how=how).strip()


def refused(game: str, why: str, _: Tongue) -> str:
    """The server says no."""
    return _("%(game)s: the server refuses: %(why)s", game=game, why=why)


def farewell(_: Tongue) -> str:
    """Somebody has stopped it."""
    return _("Stopped. Games that go on wait for it until it is there again.")
