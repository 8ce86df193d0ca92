"""``python -m claims`` and the ``claims`` script: the version at once, everything else by the command line."""

from __future__ import annotations

import os
import sys

from claims import __version__


def main() -> None:
    """Run the command line; the version is told without importing it."""
    if sys.argv[1:] == ["--version"]:
        try:
            print(f"claims {__version__}", flush=True)
        except BrokenPipeError:  # whoever asked has stopped listening
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return
    from claims.cli import main as command_line

    command_line()


if __name__ == "__main__":
    # `python -m` looks in the current folder first: a `json.py` of a pack would stand in for Python's own.
    if not sys.flags.safe_path and sys.path[0] == os.getcwd():  # noqa: PTH109 -- pathlib is not to be imported yet
        del sys.path[0]
    main()
