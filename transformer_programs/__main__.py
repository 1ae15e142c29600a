"""The command `tprog` from its first moment on: Ctrl-C ends it with one line and status 130.

Imports are mostly other people's code, where an exception may end up anywhere. So until the command
itself listens, an interrupt ends the process there and then.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

INTERRUPTED = b"tprog: interrupted\n"


def main() -> int:
    """Run the command line; gives the exit status."""
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        signal.signal(signal.SIGINT, _leave)
    from .cli import main as command

    if not listens:  # in the background of a shell, where Ctrl-C is not meant for it
        return command()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        status = command()
    except KeyboardInterrupt:  # in the moments before the command listens, and after
        _leave(signal.SIGINT, None)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback while Python cleans up
    return status


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    os.write(2, INTERRUPTED)
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
