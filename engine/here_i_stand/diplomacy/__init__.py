"""Chapter 9: negotiation, peace, ransom, absolution, declarations of war."""
