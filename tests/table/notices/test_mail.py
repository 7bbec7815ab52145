"""Letters as they go over the line, and addresses that nothing is sent to."""

from __future__ import annotations

import socket
from datetime import UTC, datetime

import pytest

from kidd.table.notices.addresses import BadAddress, Unreachable, is_public, post, read_place
from kidd.table.notices.mail import BadLetter, Letter, is_address, is_sender, written
from kidd.table.notices.push import Pusher, checked_device
from kidd.table.notices.stopping import read_stop_token, stop_token
from tests.table.notices.servers import Browser, PushService

pytestmark = pytest.mark.once

MOMENT = datetime(2031, 5, 6, tzinfo=UTC)
PLAIN = Letter("bea@example.org", "Hello", "text\n", "<p>text</p>", "en", "mark")


class TestHeaders:
    """`written`."""

    def test_a_letter(self):
        """Has both texts, and says what it is."""
        made = written(PLAIN, "Kidd <club@example.org>", MOMENT)
        assert [part.get_content_type() for part in made.iter_parts()] == ["text/plain", "text/html"]
        assert (made["message-id"], made["content-language"]) == ("<mark@example.org>", "en")

    @pytest.mark.parametrize("text", ["x\r\nBcc: all@example.org", "x\nBcc: all@example.org", "x\rBcc: all"])
    def test_nobody_slips_in_a_line(self, text: str):
        """Neither by a name nor by an address."""
        with pytest.raises(BadLetter):
            written(PLAIN._replace(subject=text), "club@example.org", MOMENT)
        with pytest.raises(BadLetter):
            written(PLAIN._replace(to=f"bea@example.org{text[1:]}"), "club@example.org", MOMENT)
        with pytest.raises(BadLetter):
            written(PLAIN._replace(stop=text), "club@example.org", MOMENT)

    @pytest.mark.parametrize(
        "text",
        ["", "bea", "bea@", "@example.org", "a@b", "a@example.org, b@example.org", "A <a@example.org>", "ä@b.de"],
    )
    def test_addresses_that_are_none(self, text: str):
        """One address, and nothing else."""
        assert not is_address(text)
        with pytest.raises(BadLetter):
            written(PLAIN._replace(to=text), "club@example.org", MOMENT)

    def test_senders(self):
        """May have a name."""
        assert is_sender("Kidd <club@example.org>")
        assert not is_sender("Kidd <club@example.org>\r\nBcc: x@example.org")


class TestAddresses:
    """Where notices go: out of the house."""

    @pytest.mark.parametrize(
        "text",
        [
            "http://push.example.org/x",
            "https://127.0.0.1/x",
            "https://10.1.2.3/x",
            "https://169.254.169.254/latest",
            "https://[::1]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://2130706433/x",
            "https://localhost/x",
            "https://push.example.org:22/x",
            "https://user:word@push.example.org/x",
            "https://push.example.org/x\r\nHost: inner",
            "ftp://push.example.org/x",
            "https://push.example.org/" + "x" * 1000,
            "https://[half/x",
            "",
        ],
    )
    def test_refused(self, text: str):
        """Other schemes, inner numbers however they are written, other ports, and what is no address."""
        with pytest.raises(BadAddress):
            read_place(text)

    def test_a_name_that_stands_for_an_inner_machine(self, monkeypatch: pytest.MonkeyPatch):
        """Is looked up when something is sent, and nothing is."""
        inner = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inner)
        with pytest.raises(Unreachable, match="not a public address"):
            post(read_place("https://push.example.org/x"), b"", {})

    def test_numbers(self):
        """That the world sees, and others."""
        assert is_public("9.9.9.9")
        assert not any(
            map(is_public, ("192.168.0.1", "fe80::1%eth0", "100.64.0.1", "224.0.0.1", "0.0.0.0", "2002:a00:1::"))
        )

    def test_keys_that_are_none(self):
        """Are refused before they are kept."""
        fine = Browser(PushService(url="https://push.example.org"))
        said = {"endpoint": fine.endpoint, "keys": fine.keys}
        assert checked_device("ann", said, "en", local=False).endpoint == fine.endpoint
        for bad in ({"auth": "x"}, {"p256dh": "x" * 87}, {"p256dh": None}, {"auth": 3}, {"auth": "ü" * 22}):
            with pytest.raises(BadAddress):
                checked_device("ann", {**said, "keys": {**fine.keys, **bad}}, "en", local=False)


def test_the_same_secret_has_the_same_key():
    """So that servers that share it send to the same browsers."""
    keys = {Pusher(secret, "mailto:a@b.org").public_key for secret in (b"one secret", b"one secret", b"another one")}
    assert len(keys) == 2
    assert {len(key) for key in keys} == {87}


def test_tokens_to_stop():
    """Stand for one person and one kind, and nobody makes one up."""
    token = stop_token(b"secret", "visitor-ann", "digest")
    assert read_stop_token(b"secret", token) == ("visitor-ann", "digest")
    first, second = token.split(".")
    other = stop_token(b"secret", "visitor-bea", "digest").split(".")[0]
    for bad in (
        "",
        ".",
        token[:-2],
        f"{other}.{second}",
        first,
        "ü.ü",
        "x" * 400,
        stop_token(b"other", "visitor-ann", "digest"),
    ):
        assert read_stop_token(b"secret", bad) is None
