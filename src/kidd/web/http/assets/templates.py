"""Pages: templates in the visitor's language, and the files that never change while the server runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from cachetools import LRUCache
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute, Match

from kidd.draw.badge import badge
from kidd.draw.style import css
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.words.errors import refusal
from kidd.words.language import LANGUAGES, Tongue, tongue
from kidd.words.names import SITE
from kidd.words.play.results import game_over

HERE = Path(__file__).parents[1]
STATIC = HERE.parent / "static"
TEMPLATES = HERE.parent / "pages"
ROWS = 12_000_000  # bytes of rows in each language
ROW_BYTES = 1_500  # that a row takes beside its text


class Pages:
    """The templates, once for each language."""

    def __init__(self, *, has_imprint: bool = False) -> None:
        self._has_imprint = has_imprint
        self.static_version = _fingerprint(STATIC)
        self._environments = {code: self._environment(tongue(code)) for code in LANGUAGES}

    @cached_property
    def deck_css(self) -> str:
        """The stylesheet of the deck, drawn from the palettes."""
        return css()

    @cached_property
    def version(self) -> str:
        """Changes with anything that a page is made of."""
        return f"{self.static_version}{self.deck_version}{_fingerprint(TEMPLATES, '*.html')}"

    @cached_property
    def deck_version(self) -> str:
        """Changes whenever the drawing does: for addresses that are kept for ever."""
        code = b"".join(path.read_bytes() for path in sorted((HERE.parents[1] / "draw").rglob("*.py")))
        return sha256(self.deck_css.encode() + code).hexdigest()[:12]

    def static(self, path: str) -> str:
        """The address of a static file; the version stands in its path, so that modules import each other with it."""
        return f"/static/{self.static_version}/{path}"

    def drawn(self, path: str) -> str:
        """The address of something that is drawn, such as `/deck.css`, with its version."""
        return f"{path}{'&' if '?' in path else '?'}v={self.deck_version}"

    def text(self, template: str, language: str, **context: Any) -> str:
        """A template, filled in."""
        return self._environments[language].get_template(template).render(**context)

    def _environment(self, speech: Tongue) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        install: Callable[..., None] = environment.install_gettext_translations  # type: ignore[attr-defined]
        install(speech.catalog, newstyle=True)
        environment.globals.update(
            badge=lambda colour, size: Markup(badge(colour, size)),  # the renderer escapes what it is given
            static=self.static,
            drawn=self.drawn,
            language=speech.code,
            languages=LANGUAGES,
            site=SITE,
            game_over=game_over(speech),
            refusal=partial(refusal, _=speech),
            has_imprint=self._has_imprint,
            kept_log_row=KeptRows(environment),
        )
        return environment


class KeptRows:
    """Rows of logs as they were filled in last: whoever looks at a long game sees the same ones at every ply."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._known: LRUCache[Hashable, Markup] = LRUCache(ROWS, lambda row: ROW_BYTES + len(row))
        self._lock = Lock()

    def __call__(self, row: Any, page: str) -> Markup:
        """A row of the log of a game."""
        with self._lock:
            known = self._known.get((row, page))
        if known is None:
            filled: Any = self._environment.get_template("table/log.html").module
            known = Markup(filled.log_row(row.number, row.cells, page))  # which the template has escaped
            with self._lock:
                self._known[row, page] = known
        return known


NEWCOMER = "kidd_newcomer"  # a cookie, from signing up to the next page


def page(request: Request, template: str, status: int = 200, /, **context: Any) -> HTMLResponse:
    """Answer with a page; every template gets `me`, `my_name`, `prefs`, `here` (the path) and its language's texts."""
    viewer = viewer_of(request)
    pages: Pages = request.app.state.pages
    here = _address(request)
    is_new = NEWCOMER in request.cookies and viewer.actor.is_member
    text = pages.text(template, viewer.tongue.code, **_about(viewer), here=here, is_new=is_new, **context)
    headers = {"cache-control": "no-store", "content-language": viewer.tongue.code, "vary": "Cookie, Accept-Language"}
    answer = HTMLResponse(text, status, headers)
    if is_new:
        answer.delete_cookie(NEWCOMER)  # they are welcomed once
    return answer


def _about(viewer: Viewer) -> dict[str, Any]:
    return {"prefs": viewer.prefs, "me": viewer.actor, "my_name": viewer.name}


def _address(request: Request) -> str:
    """Where the same page can be asked for again: what only takes forms leads to the nearest page above it."""
    path, query = request.url.path, f"?{request.url.query}" if request.url.query else ""
    if request.method in ("GET", "HEAD"):
        return path + query
    routes = request.app.routes
    while path != "/" and not any(_leads(route, path) for route in routes):
        path = path.rpartition("/")[0] or "/"
    return path


def _leads(route: BaseRoute, path: str) -> bool:
    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "root_path": ""}
    return route.matches(scope)[0] is Match.FULL


def _fingerprint(folder: Path, pattern: str = "*") -> str:
    """Changes whenever a file in the folder does."""
    found = sha256()
    for path in sorted(folder.rglob(pattern)):
        if path.is_file():
            found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]
