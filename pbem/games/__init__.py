"""The games as the judge uses them, a package each; pbem/boxes.py lists them."""
