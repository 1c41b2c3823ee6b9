"""``python -m golfsolve``."""

from golfsolve.cli import main

if __name__ == "__main__":
    main()
