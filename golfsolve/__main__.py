"""``python -m golfsolve``, and the program that pip installs."""

from __future__ import annotations

import contextlib
import os
import signal
from types import FrameType
from typing import NoReturn


def main() -> NoReturn:
    """Run the program. While it is still being loaded, Ctrl-C already ends it in the way it should."""
    python_own = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # and not ignored, as by nohup
    if python_own:
        signal.signal(signal.SIGINT, _leave)
    from golfsolve.cli import main

    if python_own:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    main()


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    with contextlib.suppress(OSError):
        os.write(2, b"Interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    main()
