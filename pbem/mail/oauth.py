"""Access tokens for mail servers that take no password any more (XOAUTH2), got by a refresh token.

The host obtains the refresh token once, in a browser; here it is only exchanged for access tokens, which are kept until
shortly before they run out. A refusal of the token server is ImapRefused-like trouble for the host, never an exception
of a library: `OAuthRefused` (new consent is needed) or `OAuthLost` (try again).
"""

from __future__ import annotations

import asyncio
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Protocol

LIMIT = 20.0
EARLY = 120.0
"""Seconds before its end at which a token is no longer used."""
USUAL_LIFE = 600.0
"""Seconds that a token is used whose life the server does not tell."""
ANSWER_LIMIT = 100_000

TOKEN_URLS = {
    "google": "https://oauth2.googleapis.com/token",
    "microsoft": "https://login.microsoftonline.com/common/oauth2/v2.0/token",
}
SCOPES = {
    "google": "",
    "microsoft": "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
}


class OAuthRefused(Exception):
    """The token server says no: the consent was withdrawn or has run out. The text has its reason, no secret."""


class OAuthLost(Exception):
    """The token server can't be reached or talks nonsense."""


class TokenSource(Protocol):
    """Where IMAP and SMTP get their access tokens from."""

    async def token(self) -> str:
        """A token that is good for some minutes. Raises OAuthRefused, OAuthLost."""
        ...

    def forget(self) -> None:
        """The mail server did not take the token: get another next time."""
        ...


@dataclass(frozen=True)
class OAuthSettings:
    """The judge's registration at the provider. A public client has no secret."""

    token_url: str
    client_id: str
    refresh_token: str = field(repr=False)
    client_secret: str = field(default="", repr=False)
    scope: str = ""
    ca_file: Path | None = None


@dataclass
class RefreshedTokens:
    """A TokenSource by a refresh token. One exchange at a time; IMAP and SMTP share the token."""

    settings: OAuthSettings
    limit: float = LIMIT
    tick: Callable[[], float] = time.monotonic
    _token: str = field(default="", repr=False)
    _until: float = 0.0
    _refresh: str = field(default="", repr=False)
    _exchanging: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    async def token(self) -> str:
        """A token that is good for some minutes. Raises OAuthRefused, OAuthLost."""
        async with self._exchanging:
            if not self._token or self.tick() >= self._until:
                try:
                    async with asyncio.timeout(2 * self.limit):
                        answer = await asyncio.to_thread(self._exchange)
                except TimeoutError:
                    raise OAuthLost(f"{_host(self.settings.token_url)} does not answer in time") from None
                self._keep(answer)
            return self._token

    def forget(self) -> None:
        """The mail server did not take the token: get another next time."""
        self._token = ""

    def _keep(self, answer: dict[str, Any]) -> None:
        token, life = answer.get("access_token"), answer.get("expires_in")
        if not isinstance(token, str) or not token or not token.isascii() or not token.isprintable():
            raise OAuthLost(f"{_host(self.settings.token_url)} answers without an access token")
        try:
            seconds = float(life) if life is not None else USUAL_LIFE
        except (TypeError, ValueError):
            seconds = USUAL_LIFE
        self._token, self._until = token, self.tick() + max(seconds - EARLY, seconds / 2)
        # Some providers give a new refresh token with each exchange; the old one stays good for the next start.
        if isinstance(fresh := answer.get("refresh_token"), str) and fresh:
            self._refresh = fresh

    def _exchange(self) -> dict[str, Any]:
        settings = self.settings
        fields = {
            "grant_type": "refresh_token",
            "client_id": settings.client_id,
            "refresh_token": self._refresh or settings.refresh_token,
        }
        if settings.client_secret:
            fields["client_secret"] = settings.client_secret
        if settings.scope:
            fields["scope"] = settings.scope
        host = _host(settings.token_url)
        request = urllib.request.Request(
            settings.token_url,
            urllib.parse.urlencode(fields).encode("ascii"),
            {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"},
        )
        context = ssl.create_default_context(cafile=settings.ca_file) if settings.ca_file else None
        try:
            with urllib.request.urlopen(request, timeout=self.limit, context=context) as response:
                body = response.read(ANSWER_LIMIT)
        except urllib.error.HTTPError as fault:
            raise _refusal(host, fault) from None
        except (OSError, HTTPException, ValueError) as fault:
            raise OAuthLost(f"{host} can't be reached: {getattr(fault, 'reason', fault)}") from None
        return _json(host, body)


def _refusal(host: str, fault: urllib.error.HTTPError) -> Exception:
    try:
        told = json.loads(fault.read(ANSWER_LIMIT))
        code = str(told.get("error", ""))[:60]
    except (ValueError, AttributeError, OSError, HTTPException):
        code = ""
    if fault.code in (400, 401, 403) and code not in ("temporarily_unavailable", "slow_down"):
        return OAuthRefused(f"{host} gives no access token: {code or fault.code}")
    return OAuthLost(f"{host} answers {fault.code} {code}".strip())


def _json(host: str, body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise OAuthLost(f"{host} answers something that is not JSON")
    return answer


def _host(url: str) -> str:
    return urllib.parse.urlsplit(url).netloc or "the token server"
