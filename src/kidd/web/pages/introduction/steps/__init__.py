"""The introductions by the slugs of their games."""

from kidd.web.pages.introduction.steps.loyal_captain import LOYAL_CAPTAIN
from kidd.web.pages.introduction.steps.madagascar import MADAGASCAR
from kidd.web.pages.introduction.steps.quedah_merchant import QUEDAH_MERCHANT
from kidd.web.pages.introduction.steps.step import Introduction, Step

__all__ = ["INTRODUCTIONS", "Introduction", "Step"]

INTRODUCTIONS = {one.slug: one for one in (LOYAL_CAPTAIN, QUEDAH_MERCHANT, MADAGASCAR)}
