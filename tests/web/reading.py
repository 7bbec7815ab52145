"""What tests read out of pages and of the store behind them."""

import re
from html import unescape

from sqlalchemy import func, select

from kidd.table.storage.database.schema import games
from tests.web.afloat import Server


def count_games(server: Server) -> int:
    """How many games the site has stored."""
    with server.app.state.store.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(games)).scalar_one())


def plain(html: str) -> str:
    """What a browser makes of a page that runs no scripts: neither their data nor their templates."""
    return re.sub(r"<(script|template)\b.*?</\1>", "", html, flags=re.DOTALL)


def attribute(html: str, name: str) -> str:
    """The first value of an attribute in a page."""
    found = re.search(rf'{name}="([^"]*)"', html)
    assert found, f"no {name} in the page"
    return unescape(found[1])


def alert(html: str) -> str:
    """The first alert of a page, in plain words."""
    found = re.search(r'role="alert"[^>]*>([^<]*)<', html)
    assert found, "no alert in the page"
    return unescape(found[1])
