"""Plies in addresses: a short number, as any other would be no ply of a game."""

from starlette.convertors import Convertor, register_url_convertor

from kidd.web.http.requests import Refused

DIGITS = 6


class PlyConvertor(Convertor[int]):
    """Makes `{ply:ply}` in a route match a few digits."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def convert(self, value: str) -> int:
        """The number; so few digits always have one."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The number as an address writes it."""
        return str(value)


register_url_convertor("ply", PlyConvertor())


def read(text: str) -> int:
    """A ply from the query of an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise Refused(422)
    return int(text)
