"""What one person sees and may do in a game, by the seats that are theirs and in their language."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import lru_cache, partial

from kidd.advice.move_facts import captured, fresh_moves
from kidd.errors import IllegalAct
from kidd.match import Match
from kidd.match.standing import ANSWERS, LEAVE
from kidd.move import Move
from kidd.position import Position
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.play.acting import GIVING_UP
from kidd.table.play.actors import Actor
from kidd.table.play.club import adjourning
from kidd.table.play.club.conditions import may_plan
from kidd.table.play.club.premoves import premoves_of
from kidd.table.play.games import can_abandon, may_leave
from kidd.table.play.offers import OFFER, may_offer
from kidd.table.play.permissions import Action, may, may_study
from kidd.table.play.takebacks import can_answer, has_asked
from kidd.table.snapshot import Table
from kidd.web.state.log_entries import doer
from kidd.web.state.models import ActState, MoveState, Rights, SeatState, Sentences, as_json, as_members, colour_of
from kidd.web.state.shared_state import recess_state, takeback_state
from kidd.words.club.recess import plea_words, rest_words
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import Names, names_at
from kidd.words.play import endings, results
from kidd.words.play.takebacks import wish_words

FINAL = ("resign", "stalemate!")  # and an accepted draw, if nobody else is asked


def personal_json(table: Table, match: Match, actor: Actor, *, live: bool) -> bytes:
    """What a visitor sees of a game at the ply that `match` has reached, as the members that `PersonalState` has.

    Here and below a comma comes before each member.
    """
    mine = tuple(table.colours_of(actor.person))
    fresh = fresh_moves(match, mine, partial(doer, match))
    return b"".join(
        (
            leave_json(table, match, actor, mine, live=live),
            _listed("premoves", premoves_of(table, actor.person) if live and table.is_live else ()),
            _listed("threatened", match.position.in_danger(_guarded(match.position, mine))),
            b',"fresh":[%b]' % ",".join(map(str, fresh)).encode() if fresh else b"",
        )
    )


def leave_json(table: Table, match: Match, actor: Actor, mine: tuple[str, ...], *, live: bool) -> bytes:
    """Whose side they are on, what they may say and what they may do besides."""
    closed = table.abandoned and len(match) == len(table.match)
    may_hint = live and match.to_act in mine and _may_move(table, match, mine)
    acts = _acts(table, match, mine) if live and not closed and not table.is_waiting_for_people else ()
    rights = [name for name, granted in _rights(table, actor, live=live, may_hint=may_hint).items() if granted]
    return b"".join(
        (
            _listed("you", mine),
            b',"acts":[%b]' % b",".join(acts) if acts else b"",
            b',"rights":{%b}' % _granted(tuple(rights)) if rights else b"",
        )
    )


def _listed(name: str, codes: tuple[str, ...]) -> bytes:
    """A member with a list of spaces, moves or colours, which are of letters that JSON takes as they are."""
    return b',"%b":["%b"]' % (name.encode(), '","'.join(codes).encode()) if codes else b""


@lru_cache(256)
def _granted(names: tuple[str, ...]) -> bytes:
    return as_members(Rights.model_validate(dict.fromkeys(names, True)))


def seats_json(table: Table, match: Match, person: str, *, live: bool) -> bytes:
    """Who plays and what is theirs, as `SeatsState` has it."""
    mine, taken = table.colours_of(person), captured(match.position)
    rests = not live or table.abandoned or table.is_waiting_for_people or table.is_adjourned
    to_act, in_game, left = None if rests else match.to_act, match.in_game, match.left
    seats = []
    for colour, hand in match.position.hands.items():
        lasting = seat_json(table, match, colour, you=colour in mine, left=colour in left)
        held = b',"captured":"%b"' % taken[colour].encode() if taken[colour] else b""
        acts = b',"to_act":true' if colour == to_act else b""
        out = b"" if colour in in_game else b',"out":true'
        seats.append(b'{%b,"hand":%d%b%b%b}' % (lasting, hand, held, acts, out))
    return b",".join(seats)


def _rating(table: Table, seat: int) -> tuple[int | None, bool, int | None]:
    """What is shown of a player's rating: nothing where the game is not rated."""
    if not table.ratings:
        return None, False, None
    known = table.ratings[seat]
    return known.points, known.is_provisional, known.change


def moves_json(table: Table, match: Match, person: str) -> bytes:
    """What somebody may play now, as `MovesState` has it."""
    if not _may_move(table, match, table.colours_of(person)):
        return b""
    return b",".join(map(_move_json, match.position.legal_moves()))


def _may_move(table: Table, match: Match, mine: Collection[str]) -> bool:
    """Whether one of these colours may move: a claim is answered first, an offer of a draw waits for nobody (C6)."""
    if (
        table.is_over
        or table.is_full
        or table.is_waiting_for_people
        or table.is_adjourned
        or (match.offer and match.offer.kind == "stalemate")
    ):
        return False
    return match.mover in mine and not match.position.is_chance


@lru_cache(2048)
def _move_json(move: Move) -> bytes:
    return as_json(move_state(move))


@lru_cache(2048)
def move_state(move: Move) -> MoveState:
    """A move in parts."""
    parts = {"from": move.origin, "to": move.target, "via": move.via, "escapes": move.escapes, "entry": move.entry}
    return MoveState.model_validate({"act": move.text, **parts})


def _acts(table: Table, match: Match, mine: tuple[str, ...]) -> tuple[bytes, ...]:
    """What may be said: at one device for several, only whoever is waited for speaks."""
    speakers = (match.to_act,) if match.to_act in mine else mine
    last_asked = match.offer.asked if match.offer else ""
    return tuple(
        [
            _act(word, speaker, speaker == match.to_act, word == "draw!" and last_asked == speaker)
            for speaker in speakers
            for word in match.legal_words(speaker)
            if (word != LEAVE or may_leave(table, speaker))
            and (word != OFFER or may_offer(table, speaker))
            and (word in GIVING_UP or not table.is_adjourned)
        ]
    )


@lru_cache(256)
def _act(word: str, speaker: str, awaited: bool, agreed: bool) -> bytes:
    return as_json(
        ActState(
            act=word if awaited and word != LEAVE else f"{speaker}:{word}",
            word=word,
            by=colour_of(speaker),
            answer=word in ANSWERS,
            final=word in FINAL or agreed,
        )
    )


def _rights(table: Table, actor: Actor, *, live: bool, may_hint: bool) -> dict[str, bool]:
    """What of `Rights` is theirs; what concerns the game as a whole may be done while one looks back, too."""
    back, alone = live and table.last_move_of(actor.person) is not None, len(table.people) == 1
    return {
        "take_back": back and alone,
        "ask_takeback": back and not alone,
        "answer_takeback": live and can_answer(table, actor),
        "withdraw_takeback": live and has_asked(table, actor),
        "ask_adjourn": live and adjourning.can_ask(table, actor),
        "answer_adjourn": live and adjourning.can_answer(table, actor),
        "withdraw_adjourn": live and adjourning.has_asked(table, actor),
        "resume": live and adjourning.can_resume(table, actor),
        "plan": live and may_plan(table, actor.person),
        "abandon": can_abandon(table, actor),
        "hint": may_hint and may(actor, Action.HINT, table),
        "go_on": live and table.is_watched and table.waits_for is not None and may(actor, Action.GO_ON, table),
        "rematch": table.is_over and may(actor, Action.REMATCH, table),
        "analyse": table.is_over and table.match.plies > 0 and may(actor, Action.ANALYSE, table),
        "study": may_study(actor, table),
    }


def seat_json(table: Table, match: Match, colour: str, *, you: bool, left: bool) -> bytes:
    """What of a seat lasts from move to move, as members of `SeatState`."""
    number = match.seat(colour)
    seat = table.seats[number]
    rating, provisional, change = _rating(table, number)
    state = SeatState(
        number=number,
        colour=colour_of(colour),
        kind=seat.kind,
        name=seat.name if seat.kind == "person" else "",
        level=seat.level,
        bot=seat.bot and seat.kind == "person",
        you=you,
        hand=0,
        left=left,
        was=seat.was if left else "",
        rating=rating,
        provisional=provisional,
        rating_change=change,
    )
    return state.model_dump_json(exclude_defaults=True, exclude={"hand"})[1:-1].encode()


def spoken_to(table: Table, match: Match, mine: tuple[str, ...]) -> tuple[str, ...]:
    """The colours that what is said depends on: who plays several, or none, hears the same unless they are asked."""
    return mine if len(mine) == 1 or match.offer or table.wish or recess_state(table) else ()


def sentences_json(table: Table, match: Match, mine: tuple[str, ...], _: Tongue, told: bytes, *, live: bool) -> bytes:
    """Where the game stands, as `Sentences` has it; `told` is what was said of the act that led there, as JSON."""
    return as_json(sentences(table, match, mine, _, json.loads(told) if told else "", live=live))


def sentences(table: Table, match: Match, mine: tuple[str, ...], _: Tongue, told: str, *, live: bool) -> Sentences:
    """Where the game stands, for whoever plays these colours; `told` is the act that led there."""
    colours = match.game.colours
    names, called = names_at(table.seats, match.seating, _)
    closed = table.abandoned and len(match) == len(table.match)
    end = _closed(table, mine, _, names) if closed else None
    if match.result and table.result:
        end = endings.tell_end(endings.Ended(table.result, colours, match.sharing, match.position.die), mine, _, names)
    full = sentence(TooMany("acts", limits.EVENTS), _) if live and table.is_full and not match.offer else ""
    if live and table.is_waiting_for_people:
        full = sentence(IllegalAct("waiting"), _)
    if live and table.is_adjourned:
        full = sentence(IllegalAct("adjourned"), _)
    thinker = _thinker(table, called) if live and not table.is_watched else ""
    return Sentences(
        state=end.whole if end else full or results.state(match, mine, thinker, _, names),
        told=told,
        offer="" if closed else results.offer(match, mine, _, called),
        takeback=_wish_words(table, mine, _, called) if live else "",
        recess=_recess_words(table, mine, _, called) if live else "",
        contest=results.contest(match.position, _, called),
        ended=end.whole if end else "",
        verdict=end.verdict if end else "",
        why=end.why if end else "",
    )


def _closed(table: Table, mine: tuple[str, ...], _: Tongue, names: Names) -> endings.Ending:
    """The end of a game without a result, and who has not begun it in time."""
    late = "" if table.late is None else table.match.seating[table.late]
    return endings.abandoned(_, names.get(late, ""), own=mine == (late,))


def _wish_words(table: Table, mine: tuple[str, ...], _: Tongue, called: Names) -> str:
    """What is said of a takeback that waits for an answer."""
    wish = takeback_state(table)
    if wish is None:
        return ""
    return wish_words(called[wish.by], _, own=wish.by in mine, asked=any(colour in mine for colour in wish.asked))


def _recess_words(table: Table, mine: tuple[str, ...], _: Tongue, called: Names) -> str:
    """What is said of an adjournment."""
    rest = recess_state(table)
    if rest is None:
        return ""
    if rest.by is not None:
        return plea_words(called[rest.by], _, own=rest.by in mine, asked=any(one in mine for one in rest.asked))
    waits = any(colour in mine for colour in rest.ready)
    return rest_words([called[colour] for colour in rest.ready], _, house=rest.house, plays=bool(mine), waits=waits)


def _thinker(table: Table, called: Names) -> str:
    """The computer that is to act, by its rank."""
    seat = table.waits_for
    return called[table.match.seating[seat.number]] if seat is not None and seat.kind == "computer" else ""


def _guarded(pos: Position, mine: tuple[str, ...]) -> str:
    """Whose tokens a viewer fears for: their own, or those of whoever is to move."""
    return "".join(mine) if 0 < len(mine) < len(pos.game.colours) else pos.turn
