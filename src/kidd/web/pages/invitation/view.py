"""A game in which somebody is still missing, as its page shows it."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from kidd.search.levels import HIGHEST
from kidd.table import limits
from kidd.table.play.games import can_abandon
from kidd.table.play.permissions import Action, may
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.web.api.club.invitations import link_to
from kidd.web.http.assets.qr import qr_svg
from kidd.web.http.assets.templates import page
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.kept_days import kept_days
from kidd.words.club.speeds import speed_words
from kidd.words.language import Tongue
from kidd.words.names import crew, option_words, player, ranks


class SeatLine(NamedTuple):
    """A seat of the game: whose it is, or that it is open."""

    number: int
    colour: str
    crew: str
    name: str
    """Empty for an open seat that is kept for nobody."""
    open: bool
    you: bool
    kept_for_you: bool


def invitation_page(request: Request, table: Table, status: int = 200, *notices: str) -> Response:
    """The page that everybody sees until the last one sits down."""
    viewer, game = viewer_of(request), table.match.game
    _, person = viewer.tongue, viewer.person
    lines = [_line(seat, colour, person, _) for seat, colour in zip(table.seats, game.colours, strict=True)]
    mine = any(line.you for line in lines)
    free = any(line.open and not line.name for line in lines)
    link = link_to(request, table.id)
    return page(
        request,
        "invitation/page.html",
        status,
        table=table,
        title=_(game.descriptor.name),
        rules=f"/rules/{game.descriptor.slug}" if game.descriptor.slug else "",
        options=option_words(game, _, openly=True),
        speed=speed_words(table.time, _),
        seats=lines,
        mine=mine,
        asked=any(line.kept_for_you for line in lines),
        free=free,
        host=_host(table, lines),
        missing=[line.name for line in lines if line.open and line.name],
        is_choosing=game.picks_colours,
        link=link,
        drawn_link=bool(qr_svg(link)),
        can_call_off=can_abandon(table, viewer.actor),
        can_fill=len(table.seats) > 2 and mine and may(viewer.actor, Action.FILL_SEAT, table) and not table.rated,
        ranks=ranks(_)[:HIGHEST],
        longest_name=limits.NAME,
        notices=notices,
        kept_days=kept_days(request, table),
    )


def _host(table: Table, lines: list[SeatLine]) -> str:
    """Who has invited: whoever opened the game, or where they have stood up, another person who waits."""
    people = [seat for seat in table.seats if seat.kind == "person"]
    seat = next((seat for seat in people if seat.is_of(table.owner)), people[0] if people else None)
    return lines[seat.number].name if seat else ""


def called_off_page(request: Request, table: Table, status: int = 200, *notices: str) -> Response:
    """The page of a game that was closed before everybody sat down."""
    title = viewer_of(request).tongue(table.match.game.descriptor.name)
    host = next((seat.name for seat in table.seats if seat.is_of(table.owner)), "")
    return page(request, "invitation/called_off.html", status, title=title, host=host, notices=notices)


def _line(seat: Seat, colour: str, person: str, _: Tongue) -> SeatLine:
    is_open = seat.kind == "open"
    name = seat.name if is_open else player(seat, colour, _)
    return SeatLine(seat.number, colour, crew(colour, _), name, is_open, seat.is_of(person), seat.is_kept_for(person))
