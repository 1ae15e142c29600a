"""The command `tprog`. Ctrl-C ends it with one line and status 130, also during imports."""

from __future__ import annotations

import sys

try:
    from .cli import main
except KeyboardInterrupt:
    print("tprog: interrupted", file=sys.stderr)
    sys.exit(130)

if __name__ == "__main__":
    sys.exit(main())
