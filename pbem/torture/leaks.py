"""What must stand nowhere: secrets in letters to somebody else, and in the log secrets, addresses and words at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SECRET = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{20})(?![0-9a-f])")
"""As reply addresses and games have them."""
_SOFT_BREAK = re.compile(rb"=\r?\n")
SHOWN = 20


@dataclass(slots=True)
class Leaks:
    """`owners`: each secret and the address that may read it, "" for nobody. `found`: a sentence for each leak."""

    owners: Mapping[str, str]
    found: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """Secrets that came to their owners: the search does find."""

    def look_into_letter(self, recipient: str, raw: bytes) -> None:
        """A letter of the judge that has gone out."""
        for secret in _SECRET.findall(_SOFT_BREAK.sub(b"", raw).decode("latin-1").lower()):
            owner = self.owners.get(secret)
            if owner == recipient:
                self.seen.add(secret)
            elif owner is not None:
                self.found.append(f"a secret of {owner or 'a game'} stands in a letter to {recipient}")

    def look_into_log(self, lines: Iterable[str], forbidden: Iterable[str]) -> int:
        """All that the judge has said, and words that never stand in a log; how many lines there were."""
        patterns = [re.compile(one) for one in forbidden]
        count = 0
        failing: list[str] | None = None
        for line in lines:
            count += 1
            if failing is not None:
                failing.append(line.strip())
                if not line.startswith(" ") and line.strip():
                    # Where it was and what it was: without that nobody can mend it.
                    self.found[-1] += " ... " + " | ".join(failing[-5:])[:600]
                    failing = None
            told = any(secret in self.owners for secret in _SECRET.findall(line.lower()))
            if told or any(pattern.search(line) for pattern in patterns):
                self.found.append(f"the log says: {line.strip()[:200]}")
                failing = [] if "Traceback" in line else failing
        return count
