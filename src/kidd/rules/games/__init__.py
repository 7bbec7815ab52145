"""The games of the box, each with its descriptor."""

from kidd.rules.games.loyal_captain import LOYAL_CAPTAIN
from kidd.rules.games.madagascar import MADAGASCAR_FOR_THREE, MADAGASCAR_FOR_TWO
from kidd.rules.games.quedah_merchant import QUEDAH_MERCHANT

__all__ = ["BOX"]

BOX = (LOYAL_CAPTAIN, QUEDAH_MERCHANT, MADAGASCAR_FOR_TWO, MADAGASCAR_FOR_THREE)
