"""The rules as the site tells them: our own words, and positions that show them."""

from kidd.web.pages.rules.lessons.common import COMMON
from kidd.web.pages.rules.lessons.lesson import Book, Diagram, Lesson
from kidd.web.pages.rules.lessons.loyal_captain import LOYAL_CAPTAIN
from kidd.web.pages.rules.lessons.madagascar import MADAGASCAR
from kidd.web.pages.rules.lessons.quedah_merchant import QUEDAH_MERCHANT

__all__ = ["BOOKS", "COMMON", "Book", "Diagram", "Lesson"]

BOOKS = {book.slug: book for book in (LOYAL_CAPTAIN, QUEDAH_MERCHANT, MADAGASCAR)}
