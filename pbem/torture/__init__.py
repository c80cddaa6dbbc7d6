"""`pbem torture`: the judge at work while everything that can break does, and an exact account of each letter."""

from pbem.torture.harness import Outcome, Plan, Stuck, torture

__all__ = ["Outcome", "Plan", "Stuck", "torture"]
