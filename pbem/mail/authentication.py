"""What our own mail server found out about the sender of a letter (RFC 8601), read for one question: is it genuine?"""

from __future__ import annotations

import re

_COMMENT = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_RESULT = re.compile(r"^(dmarc|dkim)\s*(?:/\s*\d+\s*)?=\s*([a-z]+)(?=\s|$)(.*)$", re.DOTALL)
_PROPERTY = re.compile(r"(?<!\S)(header\.(?:from|d|i))\s*=\s*(\S+)")
LIMIT = 8000


def is_authentic(field: str, authserv_id: str, address: str) -> bool:
    """Whether the server `authserv_id` says that a letter comes from the domain of its sender `address`.

    `field` is the topmost Authentication-Results field. `dmarc=pass`, or `dkim=pass` of the very domain or one above
    it, counts. Words in comments and quotes count for nothing: their text can come from the sender.
    """
    if not authserv_id or len(field) > LIMIT:
        return False
    plain = _QUOTED.sub(" ", field.lower())
    for _ in range(10):
        shorter = _COMMENT.sub(" ", plain)
        if shorter == plain:
            break
        plain = shorter
    if any(sign in plain for sign in '()"'):
        return False
    who, *results = plain.split(";")
    if who.split()[:1] != [authserv_id.lower()] or not results:
        return False
    domain = address.rpartition("@")[2]
    return any(_passes(result.strip(), domain) for result in results)


def _passes(result: str, domain: str) -> bool:
    match = _RESULT.match(result)
    if match is None or match[2] != "pass":
        return False
    properties: dict[str, str] = dict(_PROPERTY.findall(match[3]))
    if match[1] == "dmarc":
        return properties.get("header.from", domain) == domain
    signer = properties.get("header.d") or properties.get("header.i", "").rpartition("@")[2]
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))
