"""The command `tprog`. Ctrl-C ends it with one line and status 130, also while it still imports."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; gives the exit status."""
    try:
        from .cli import main as command

        return command()
    except KeyboardInterrupt:  # before or after the command itself listens
        print("tprog: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
