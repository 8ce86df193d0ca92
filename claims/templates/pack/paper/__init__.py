"""The legs of this pack in Python: witnesses, derivations and checks."""
