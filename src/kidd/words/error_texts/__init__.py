"""Every text of an error, written once: by what the error is about and its reason."""

from collections.abc import Mapping

from kidd.words.error_texts import accounts, books, computers, moving, positions, problems, rules, table, terminal

TEXTS: dict[str, dict[str, str]] = {
    "act": rules.ACTS,
    "move": rules.MOVES,
    "notation": positions.NOTATION,
    "position": positions.POSITIONS,
    "deck": positions.DECKS,
    "option": books.OPTIONS | computers.OPTIONS | table.OPTIONS | terminal.OPTIONS | moving.OPTIONS,
    "logbook": books.LOGBOOKS,
    "search": computers.SEARCHES,
    "problem": problems.PROBLEMS,
    "arena": computers.ARENA,
    "engine": computers.ENGINES,
    "not-yours": table.NOT_YOURS,
    "limit": table.LIMITS,
    "table": table.TABLES,
    "store": table.STORES | moving.STORES,
    "account": accounts.ACCOUNTS,
}
CREWS = {"R": "Red", "B": "Blue", "G": "Gold"}


def english(about: str, reason: str, details: Mapping[str, object]) -> str:
    """What an error says to programmers and in logs; a reason that has no text is said as it is."""
    text = TEXTS.get(about, {}).get(reason)
    if text is None:
        return reason
    said = {name: ", ".join(one) if isinstance(one, tuple) else one for name, one in details.items()}
    return text % {"crew": CREWS.get(str(details.get("colour")), ""), **said}
