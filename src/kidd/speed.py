"""Which of two speeds runs: the compiled modules where they were built; with KIDD_PURE=1 the same, interpreted."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class Interpreted:
    """Finds the source of every module of the package, blind to compiled modules beside it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("kidd."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def choose() -> None:
    """Obey KIDD_PURE; to be called before any module with two speeds is imported."""
    if pure() and Interpreted not in sys.meta_path:
        sys.meta_path.insert(0, Interpreted)


def pure() -> bool:
    """Whether the environment asks for the interpreted modules."""
    return os.environ.get("KIDD_PURE", "") not in {"", "0"}


def compiled() -> bool:
    """Whether compiled modules run."""
    if Interpreted in sys.meta_path:
        return False
    package = os.path.dirname(__file__)
    return any(name.endswith(EXTENSION_SUFFIXES[0]) for _, _, names in os.walk(package) for name in names)
