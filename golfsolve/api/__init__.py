"""What the command line does, as functions: ``import golfsolve`` offers them (docs/api.md).

They take what is at hand: a variant as :class:`Variant` or by name, moves as numbers or as text, files as
:class:`Path` or text. A deal carries the variant it was dealt or read for, so that it need not be given
again. Whatever is not what was expected raises a :class:`GolfsolveError` that says so.

deals      variants, deals, moves
solving    verdicts, best scores, hints, reviews, ratings
files      pools and statistics
arguments  what may be handed over, and errors for the rest
"""
