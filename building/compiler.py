"""Which C compiler builds the fast modules: the system's, else zig from its PyPI wheel, else none."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ZIG = "ziglang>=0.13"
PROGRAM = "#include <Python.h>\nunsigned __int128 wide; int ones(void) { return __builtin_popcountll(wide); }\n"
COMMON = ("-fPIC", "-fwrapv", "-O3", "-DNDEBUG")
X86 = platform.machine() in {"x86_64", "AMD64"} and sys.maxsize > 2**32


class NoCompiler(Exception):
    """Nothing here turns C into an extension module; the message says why."""


class Compiler(NamedTuple):
    """A C compiler's command, and the flags with which its code runs on other machines of the same kind too."""

    name: str
    command: tuple[str, ...]
    flags: tuple[str, ...]


def find() -> Compiler:
    """Return the compiler to use, or raise NoCompiler."""
    if os.name == "nt":
        raise NoCompiler("there is no compiled build for Windows yet")
    if not headers().exists():
        raise NoCompiler("Python's C headers are missing (on Debian and its kin: apt install python3-dev)")
    found = system() or zig()
    if found is None:
        raise NoCompiler("no working C compiler (CC, cc, gcc or clang) and no ziglang from PyPI")
    return found


def system() -> Compiler | None:
    """Return the first compiler of this system that works."""
    named = os.environ.get("CC")
    for text in [named] if named else [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]:
        command = tuple(shlex.split(text))
        if not command or not shutil.which(command[0]):
            continue
        # The second level of x86-64 (2009 and later) counts bits with an instruction instead of a call.
        for flags in [(*COMMON, "-march=x86-64-v2"), COMMON] if X86 else [COMMON]:
            if works(compiler := Compiler(Path(command[0]).name, command, flags)):
                return compiler
    return None


def zig() -> Compiler | None:
    """Return zig's C compiler where its wheel is installed and works."""
    if refused() or not find_spec("ziglang"):
        return None
    # zig builds for the very machine it runs on unless told otherwise.
    flags = (*COMMON, "-mcpu=x86_64_v2" if X86 else "-mcpu=baseline", "-fno-sanitize=undefined")
    compiler = Compiler("zig", (sys.executable, "-m", "ziglang", "cc"), flags)
    return compiler if works(compiler) else None


def works(compiler: Compiler) -> bool:
    """Whether it compiles all that the fast modules need: on some systems `cc` only says where to get a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(PROGRAM)
        target = source.with_suffix(".o")
        command = [*compiler.command, *compiler.flags, f"-I{headers().parent}", "-c", str(source), "-o", str(target)]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def wanted() -> list[str]:
    """Return what the build needs from PyPI besides its fixed requirements: zig, where nothing else compiles."""
    possible = sys.platform in {"linux", "darwin"} and headers().exists() and not refused()
    return [ZIG] if possible and system() is None else []


def headers() -> Path:
    """Return where this Python's main C header should be."""
    return Path(sysconfig.get_path("include")) / "Python.h"


def refused() -> bool:
    """Whether KIDD_NO_ZIG=1 says to do without zig."""
    return os.environ.get("KIDD_NO_ZIG", "") not in {"", "0"}
