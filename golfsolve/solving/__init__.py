"""Deals in, results out: the only importer of the engine.

engine_arrays  variants and deals as the arrays that the engine works on
compiled       loading the engine, and saying that it is compiled
ahead          compiling it ahead
solver         one deal, or a row of numbers, in one thread
unknown        deals with cards that are not known
workers        many deals: threads, order, interrupts
cluster        many deals on many machines
guard          what is handed over is checked; one thread at a time
checked        solutions replayed at once; results searched on with a larger budget
simulator      players who cannot see the stock, at work
odds           the exact chance to win without sight of the stock
hindsight      a player who has sampled stocks solved
rating         how hard a deal is
"""
