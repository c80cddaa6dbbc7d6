"""Reports: PDF with map, and the same as plain text."""

from pbem.reports.facts import Asked, Coming, Rendered, ReportFacts, SeatStatus
from pbem.reports.pdf import render
from pbem.reports.words import Catalogue

__all__ = ["Asked", "Catalogue", "Coming", "Rendered", "ReportFacts", "SeatStatus", "render"]
