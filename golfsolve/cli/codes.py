"""Exit codes: each has one meaning, in every command."""

from __future__ import annotations

YES = 0  # done; the answer is yes
NO = 1  # the answer is no: a deal is unwinnable, a pool is not what it says
INVALID = 2  # the command line or some input could not be understood
UNDECIDED = 3  # a search ended at its limit
DEFECT = 70  # a fault of the program itself
INTERRUPTED = 130  # Ctrl-C
CLOSED_PIPE = 141  # whoever read the output stopped reading
