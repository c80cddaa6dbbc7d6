"""`pbem torture`: the judge at work while everything that can break does, and an exact account of each letter."""
