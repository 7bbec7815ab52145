"""Compiles the modules that have a `.pxd` beside them; all else about the package stands in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "building"))

from extensions import BuildExtensions, extensions

setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExtensions})
