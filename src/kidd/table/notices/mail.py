"""Letters by SMTP: plain text and HTML in one, with headers that nobody can slip a line into."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import NamedTuple

TIMEOUT = 15.0  # seconds for each step
FOR_GOOD = range(500, 600)  # replies by which a server says that it will never take a letter


class BadLetter(ValueError):
    """A letter that cannot be sent, however often it is tried."""


class NoPost(Exception):
    """The letter was not taken, this time."""


class Letter(NamedTuple):
    """What is sent to one address."""

    to: str
    subject: str
    text: str
    html: str
    language: str
    mark: str
    """By which servers and programs know that it is the same one, should it come again."""
    stop: str = ""
    """The address by which its receiver wants no more of them."""


@dataclass(frozen=True)
class PostOffice:
    """The SMTP server that takes our letters; `security` is starttls, tls or none."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    security: str = "starttls"

    def send(self, letter: Letter, moment: datetime) -> None:
        """Have a letter taken."""
        message = written(letter, self.sender, moment)
        try:
            with self._line() as line:
                if self.security == "starttls":
                    line.starttls(context=ssl.create_default_context())
                if self.user:
                    line.login(self.user, self.password)
                line.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            code = next(iter(error.recipients.values()))[0]
            raise (BadLetter if code in FOR_GOOD else NoPost)(str(code)) from error
        except smtplib.SMTPResponseException as error:  # what a server says of us may be mended
            raise NoPost(str(error.smtp_code)) from error
        except (smtplib.SMTPException, OSError) as error:
            raise NoPost(str(error)) from error

    def _line(self) -> smtplib.SMTP:
        if self.security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
        return smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)


def is_address(text: str) -> bool:
    """Whether mail could be sent there: one address, nothing else, on one line."""
    with suppress(ValueError, IndexError, MessageError):
        return len(text) <= 254 and text.isascii() and text.isprintable() and "." in Address(addr_spec=text).domain
    return False


def is_sender(text: str) -> bool:
    """Whether letters can come from there: an address, perhaps with a name before it."""
    return text.isprintable() and is_address(parseaddr(text)[1])


def written(letter: Letter, sender: str, moment: datetime) -> EmailMessage:
    """The letter as it goes over the line; whatever would break a header is refused."""
    message = EmailMessage(policy=SMTP)
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    if not is_address(letter.to):
        raise BadLetter("address")
    try:
        message["From"] = sender
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message["Date"] = format_datetime(moment)
        message["Message-ID"] = f"<{letter.mark}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if letter.stop:
            message["List-Unsubscribe"] = f"<{letter.stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        message.add_alternative(letter.html, subtype="html")
        message["Content-Language"] = letter.language
    except (ValueError, IndexError, MessageError) as error:
        raise BadLetter(str(error)) from error
    return message
