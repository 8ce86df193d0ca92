"""``python -m claims``: the same command line as the ``claims`` script."""

from claims.cli import main

if __name__ == "__main__":
    main()
