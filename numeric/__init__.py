"""Numeric legs of this pack: enclosures at exact samples, float runs with a derived budget."""
