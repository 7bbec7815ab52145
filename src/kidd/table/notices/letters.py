"""Letters as they are sent: the words of `words.notices` as plain text and as HTML."""

from __future__ import annotations

from html import escape

from kidd.table.notices.mail import Letter
from kidd.words.club.notices import Paper, signed
from kidd.words.language import Tongue
from kidd.words.names import SITE

PAGE = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{subject}</title></head>'
    '<body style="font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#2b2118;background:#f6efe2;'
    'margin:0;padding:24px"><div style="max-width:34em;margin:auto">{body}</div></body></html>'
)
WEB = ("https://", "http://")
LINK = '<a href="{href}" style="color:#7a2e12">{text}</a>'


def letter_of(paper: Paper, to: str, mark: str, _: Tongue, stop: str = "") -> Letter:
    """A letter to an address."""
    return Letter(to, signed(paper), _plain(paper, stop), _html(paper, _, stop), _.code, mark, stop)


def plain_letter(subject: str, text: str, to: str, mark: str, _: Tongue) -> Letter:
    """A letter that was written as plain text, the addresses in it as links."""
    parts = [_link(part, part) if part.startswith(WEB) else escape(part) for part in text.strip().split("\n\n")]
    body = "".join(f"<p>{part}</p>" for part in parts).replace("\n", "<br>")
    return Letter(to, subject, text, PAGE.format(language=_.code, subject=escape(subject), body=body), _.code, mark)


def _plain(paper: Paper, stop: str) -> str:
    lines = [paper.greeting, "", paper.opening, ""]
    for text, link in paper.lines:
        lines += [f"* {text}", f"  {link}"]
    lines += ["", paper.closing, "", SITE]
    if stop:
        lines += ["", f"{paper.stop}: {stop}"]
    return "\n".join(lines) + "\n"


def _html(paper: Paper, _: Tongue, stop: str) -> str:
    parts = [f"<p>{escape(paper.greeting)}</p>", f"<p>{escape(paper.opening)}</p>", "<ul>"]
    parts += [f"<li>{_link(link, text)}</li>" for text, link in paper.lines]
    parts += ["</ul>", f"<p>{escape(paper.closing)}</p>", f"<p>{escape(SITE)}</p>"]
    if stop:
        parts.append(f'<p style="font-size:13px">{_link(stop, paper.stop)}</p>')
    return PAGE.format(language=_.code, subject=escape(signed(paper)), body="".join(parts))


def _link(href: str, text: str) -> str:
    return LINK.format(href=escape(href), text=escape(text))
