"""Setting up a position by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from kidd.deck import Deck
from kidd.draw.scene import scene
from kidd.errors import KiddError
from kidd.game import Value, descriptor, descriptors, game
from kidd.logbook import read_options, write_options
from kidd.notation import Fields
from kidd.position import write_position
from kidd.rules.descriptor import Descriptor, Option
from kidd.rules.numbers import TURNS_TO_WIN
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, text, wants_json
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.links import backdrop
from kidd.web.pages.option_fields import OptionField, option_fields
from kidd.web.pages.rules.diagrams import opened
from kidd.web.pages.setup.position_editor import TOOLS, adjusted, empty, read, recast, touched
from kidd.words import errors
from kidd.words.language import Tongue
from kidd.words.names import crew, ranks
from kidd.words.play.results import ending, state
from kidd.words.play.spaces import space_labels
from kidd.words.play.table import deck_title

router = APIRouter()
KEY = "setup"
CONTEST = re.compile("[RB][0-9]{1,2}")


@dataclass(frozen=True)
class Setup:
    """What the page shows of a position that is being set up."""

    key: str
    code: str
    games: tuple[tuple[str, str], ...]
    faces: int
    """Of the die, 0 where there is none."""
    claims: bool
    """Whether a stalemate may be contested."""
    passes: bool
    """Whether passes in a row are counted."""
    crews: tuple[tuple[str, str, int], ...]
    """Colour, name and tokens in hand."""
    tokens: int
    turn: str
    extra: str
    contester: str
    left: int
    fields: tuple[OptionField, ...]
    chosen: str
    """The options as a log book writes them."""
    tool: str
    position: str
    svg: Markup
    backdrop: str
    problem: str
    sentence: str
    playable: bool


@router.get("/setup")
@unhurried
def setup(request: Request, position: str = "", options: str = "") -> Response:
    """An empty deck, or the position that the address says."""
    _ = viewer_of(request).tongue
    problem, fields, said = "", empty(descriptors()[0].code), {}
    try:
        if position:
            fields = _read(position)
        said = _listed(options)
        opened(fields.game, options)  # refuses what this game does not know
    except KiddError as error:
        problem = errors.sentence(error, _)
    return _answer(request, _shown(fields, said, "R", problem, _), 422 if problem else 200)


@router.post("/setup")
@unhurried
def change(request: Request, said: Sent) -> Response:
    """Something was changed on the page: a space touched, a number, the game, the notation; nothing is kept here."""
    _ = viewer_of(request).tongue
    tool = text(said, "tool", "R")
    if tool not in TOOLS:
        raise Refused(422)
    fields, problem = empty(descriptors()[0].code), ""
    try:
        fields = _read(text(said, "position"))
        said = _listed(text(said, "options", "")) | said
        fields = _changed(fields, said, tool)
    except KiddError as error:
        problem = errors.sentence(error, _)
    if tool not in (*fields.hands, "turn", "remove"):
        tool = "R"
    return _answer(request, _shown(fields, said, tool, problem, _), 422 if problem else 200)


def _listed(options: str) -> dict[str, Any]:
    """The options that an address or the page before carries along."""
    if len(options) > limits.POSITION:
        raise TooMany("options", limits.POSITION)
    return dict(read_options(options.split()))


def _read(position: str) -> Fields:
    if len(position) > limits.POSITION:
        raise TooMany("position", limits.POSITION)
    return empty(position) if position in [known.code for known in descriptors()] else read(position)


def _changed(fields: Fields, said: dict[str, Any], tool: str) -> Fields:
    if said.get("take"):  # the notation as it was typed, in place of everything else
        return _read(text(said, "notation"))
    if said.get("clear"):
        return empty(fields.game)
    fields = adjusted(fields, {name: value for name, value in said.items() if isinstance(value, str)})
    fields = recast(fields, text(said, "game", fields.game))
    if said.get("space"):
        fields = touched(fields, tool, text(said, "space"))
    return fields


def _shown(fields: Fields, said: dict[str, Any], tool: str, problem: str, _: Tongue) -> Setup:
    rules = game(fields.game)
    options = _options(fields.game, said)
    written = write_position(fields)
    sentence, playable = "", False
    try:
        match = opened(written, write_options(options))
        playable = match.result is None
        sentence = (
            ending(match.result, rules.colours, (), _, sharing=match.sharing)
            if match.result
            else state(match, (), "", _)
        )
    except KiddError as error:
        problem = problem or errors.sentence(error, _)
    contest = fields.extra if rules.descriptor.claims and CONTEST.fullmatch(fields.extra) else ""
    return Setup(
        key=KEY,
        code=fields.game,
        games=tuple((known.code, _(known.name)) for known in descriptors()),
        faces=rules.descriptor.faces,
        claims=rules.descriptor.claims,
        passes=rules.descriptor.passes,
        crews=tuple((colour, crew(colour, _), hand) for colour, hand in fields.hands.items()),
        tokens=rules.tokens,
        turn=fields.turn,
        extra=fields.extra,
        contester=contest[:1],
        left=int(contest[1:] or TURNS_TO_WIN),
        fields=option_fields(_offered(rules.descriptor, fields), options, _),
        chosen=write_options(options),
        tool=tool,
        position=written,
        svg=_drawn(rules.deck, fields, _),
        backdrop=backdrop(rules.deck),
        problem=problem,
        sentence=sentence,
        playable=playable and not problem,
    )


def _options(code: str, said: dict[str, Any]) -> dict[str, Value]:
    """The options of the form that this game has and takes, its defaults where they make no sense."""
    options: dict[str, Value] = {}
    described = descriptor(code)
    for name in (option.name for option in described.options):
        value = said.get(name)
        try:
            options[name] = game(code, **({name: value} if isinstance(value, str) and value else {})).options[name]
        except KiddError:
            value, options[name] = None, game(code).options[name]
        if name in described.online and not value:
            options[name] = described.online[name]
    return options


def _offered(described: Descriptor, fields: Fields) -> list[Option]:
    """The options that still matter: nobody chooses an opening when somebody stands on the deck."""
    return [option for option in described.options if not (option.at_start and fields.pieces)]


def _drawn(deck: Deck, fields: Fields, _: Tongue) -> Markup:
    ids = {
        piece.space: tuple(f"{KEY}-{piece.space}-{height}" for height in range(len(piece.crew), 0, -1))
        for piece in fields.pieces
    }
    labels = space_labels(deck, fields.pieces, _)
    return Markup(
        scene(deck, fields.pieces, ids=ids, turn=fields.turn, labels=labels, title=deck_title(_), layers="live")
    )


def _answer(request: Request, shown: Setup, status: int) -> Response:
    viewer = viewer_of(request)
    levels = ranks(viewer.tongue)
    if wants_json(request):
        html = request.app.state.pages.text(
            "setup/yard.html", viewer.tongue.code, setup=shown, prefs=viewer.prefs, ranks=levels
        )
        found = {"html": html, "position": shown.position, "problem": shown.problem}
        return JSONResponse(found | ({"error": shown.problem} if status >= 400 else {}), status)
    return page(request, "setup/page.html", status, setup=shown, ranks=levels)
