"""Reports: PDF with map, and the same as plain text. What all games share; a game's own parts are in pbem/games."""

from pbem.reports.facts import Asked, Coming, Rendered, ReportFacts, SeatStatus
from pbem.reports.words import Catalogue

__all__ = ["Asked", "Catalogue", "Coming", "Rendered", "ReportFacts", "SeatStatus"]
