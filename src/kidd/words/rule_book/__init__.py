"""The rules by number, written once: the site shows them in three languages, and docs/rules.md is made from them."""

from kidd.words.rule_book.common import COMMON
from kidd.words.rule_book.deck import DECK
from kidd.words.rule_book.loyal_captain import LOYAL_CAPTAIN
from kidd.words.rule_book.madagascar import MADAGASCAR
from kidd.words.rule_book.quedah_merchant import QUEDAH_MERCHANT
from kidd.words.rule_book.rule import NUMBERS, Rule, Section

__all__ = ["COMMON", "GAMES", "NUMBERS", "RULES", "SECTIONS", "Rule", "Section"]

GAMES = {section.key: section for section in (LOYAL_CAPTAIN, QUEDAH_MERCHANT, MADAGASCAR)}  # by the code of the family
SECTIONS = (DECK, COMMON, *GAMES.values())
RULES = {rule.number: rule for section in SECTIONS for rule in section.rules}
