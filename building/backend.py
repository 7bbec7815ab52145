"""The build backend: setuptools, with a C compiler from PyPI where the system has none."""

import shutil
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

import compiler

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return setuptools' own wishes and, where it would help, the wheel of zig."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *compiler.wanted()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return the same as for a wheel."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *compiler.wanted()]


def build_wheel(folder: str, config_settings: Settings = None, metadata: str | None = None) -> str:
    """Build from nothing: setuptools would also pack what an earlier build left behind."""
    shutil.rmtree("build", ignore_errors=True)
    return build_meta.build_wheel(folder, config_settings, metadata)
