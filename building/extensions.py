"""Compiles every module that has a `.pxd` beside it; where that fails, the same modules run as they are."""

import os
import shlex
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from textwrap import shorten

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError

import compiler

SOURCES = Path("src")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # C types stand in the .pxd; annotations are for people and mypy
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


def modules() -> list[Path]:
    """Return the modules to compile; one whose C is a header of its own (X.h beside X.pxd) needs no extension."""
    twins = [pxd.with_suffix(".py") for pxd in SOURCES.rglob("*.pxd") if not pxd.with_suffix(".h").exists()]
    return sorted(module for module in twins if module.exists())


def extensions() -> list[Extension]:
    """Return an extension for each module to compile, whether or not something here can compile it."""
    headers = sorted({str(header.parent) for header in SOURCES.rglob("*.h")})
    return [Extension(dotted(module), [str(module)], include_dirs=[str(SOURCES), *headers]) for module in modules()]


def dotted(module: Path) -> str:
    """Return a module's name for import."""
    return ".".join(module.relative_to(SOURCES).with_suffix("").parts)


class BuildExtensions(build_ext):
    """Builds all extensions or none: compiled modules look into each other and cannot do so across the two speeds."""

    def run(self) -> None:
        """Never fail: a package that is slow is better than none."""
        home = SOURCES if self.inplace else Path(self.build_lib)
        remove(home)  # those of an earlier build would hide their newer sources
        try:
            self.chosen = compiler.find()
            super().run()
            load(home, [extension.name for extension in self.extensions])
            say(f"compiled {len(self.extensions)} modules with {self.chosen.name}")
        except compiler.NoCompiler as why:
            self.give_up(home, str(why))
        except (CompileError, LinkError):
            self.give_up(home, f"{self.chosen.name} failed")
        except (Exception, SystemExit) as why:  # noqa: BLE001 - whatever went wrong, the interpreted modules work
            self.give_up(home, f"{type(why).__name__}: {why}")

    def build_extensions(self) -> None:
        from Cython.Build import cythonize

        translated = cythonize(  # type: ignore[no-untyped-call]
            self.extensions,
            build_dir="build/cython",
            include_path=[str(SOURCES)],
            compiler_directives=DIRECTIVES,
            force=True,
            quiet=True,
        )
        for extension, c in zip(self.extensions, translated, strict=True):
            extension.sources = c.sources
        command = [*self.chosen.command, *self.chosen.flags, *shlex.split(os.environ.get("KIDD_CFLAGS", ""))]
        link = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
        self.compiler.set_executables(compiler_so=command, linker_so=[*command, *link])
        self.parallel = os.cpu_count()
        super().build_extensions()

    def give_up(self, home: Path, why: str) -> None:
        """Leave the interpreted modules, and say so in one line."""
        remove(home)
        self.extensions = []
        say(f"interpreted, which is slow: {shorten(why, 200, placeholder=' ...')}")


def load(home: Path, names: list[str]) -> None:
    """Import what was built in a process of its own: a module that does not load must not be installed."""
    if not (home / "kidd" / "__init__.py").exists():
        return  # build_ext on its own, without the rest of the package
    program = f"import sys; sys.path.insert(0, {str(home)!r}); import {', '.join(names)}"
    environment = {name: value for name, value in os.environ.items() if name != "KIDD_PURE"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ImportError(f"what was compiled does not load: {done.stderr.rstrip().rpartition(chr(10))[2]}")


def remove(folder: Path) -> None:
    """Delete the extension modules of this Python under a folder."""
    for built in folder.rglob(f"*{EXTENSION_SUFFIXES[0]}"):
        built.unlink()


def say(text: str) -> None:
    """Print a line of the build's own, found by its first word among all that the tools print."""
    print(f"kidd: {text}", flush=True)
