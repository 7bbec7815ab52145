"""No secret has slipped into the project: keys, tokens and passwords of the kinds that are known by their looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).parent.parent
FOLDERS = (".ci", "bench", "building", "deploy", "docs", "scripts", "src", "tests")
BINARY = {".mo", ".so", ".png", ".woff2", ".db", ".sqlite", ".pyc", ".webp", ".jpg", ".gz", ".zip"}
LARGEST = 2_000_000  # bytes of a file that is looked at
NAMES = r"(?i:secret_?key|api_?key|access_?key|auth_?token|private_?key|client_?secret|passwd|smtp_password)"
KINDS = {
    "private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
    "token of this server": r"\bkidd_[0-9a-f]{64}\b",
    "AWS": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "GitHub": r"\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{50,})",
    "GitLab": r"\bglpat-[0-9A-Za-z_-]{20,}",
    "Slack": r"\bxox[abprs]-[0-9A-Za-z-]{20,}",
    "Google": r"\bAIza[0-9A-Za-z_-]{35}",
    "PyPI": r"\bpypi-[0-9A-Za-z_-]{50,}",
    "npm": r"\bnpm_[0-9A-Za-z]{36}\b",
    "JWT": r"\beyJ[0-9A-Za-z_-]{15,}\.eyJ[0-9A-Za-z_-]{15,}\.[0-9A-Za-z_-]{20,}",
    "password in an address": r"\b(?:postgres(?:ql)?|mysql|smtps?|https?)://[^\s/:@'\"{}]+:(?!password@|secret@|\*)[^\s/@'\"{}]{6,}@",
    "named": rf"\b{NAMES}\b['\"]?\s*[:=]\s*['\"](?=[^'\"]*\d)[0-9A-Za-z+/_=-]{{20,}}['\"]",
}
PATTERNS = {kind: re.compile(pattern) for kind, pattern in KINDS.items()}


def files() -> Iterator[Path]:
    """Everything that is written by hand or made for the project."""
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.is_file())


def found_in(text: str) -> list[str]:
    """Which kinds of secrets a text has."""
    return [kind for kind, pattern in PATTERNS.items() if pattern.search(text)]


def test_no_secrets_in_the_project():
    """Not in code, tests, docs or settings."""
    looked = 0
    for path in files():
        if path.suffix in BINARY or path.stat().st_size > LARGEST:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        assert not found_in(text), f"{path.relative_to(ROOT)}: {found_in(text)}"
        looked += 1
    assert looked > 500


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("private key", ("-----BEGIN EC", " PRIVATE KEY-----")),
        ("token of this server", ("kidd", "_" + "0a" * 32)),
        ("AWS", ("AKIA", "0123456789ABCDEF")),
        ("GitHub", ("gh", "p_" + "a1B2" * 9)),
        ("password in an address", ("postgresql://kidd:", "hunter2hunter2@db/kidd")),
        ("named", ("SECRET_KEY = '", "0123456789abcdef0123456789'")),
    ],
)
def test_secrets_would_be_found(kind: str, parts: tuple[str, str]):
    """Each kind is known by its looks; here in two parts, so that this file has none."""
    assert kind in found_in("".join(parts))


def test_what_is_none():
    """Words that stand for a secret, and hashes, are none."""
    for text in ("postgresql://user:password@host:5432/kidd", "KIDD_SECRET_KEY=", 'token = "kidd_…"', "0" * 64):
        assert not found_in(text)
