"""Heads of State (P. Hawes, 2008) as flows on the kernel."""
