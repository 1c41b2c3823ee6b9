"""The search: numba kernels that take arrays and numbers, and import nothing of the rest.

encoding   the bitboard and its drawing; rules and deals as arrays; moves on them
shuffle    deal numbers -> decks
bytewise   bytes side by side: 8 in a word, 64 in a vector
arrivals   draws folded into plays: when each card can be played
bounds     the counting bound
walk       once the stock is gone: one walk round the ranks
patterns   pattern tables
filling    how they are filled, a row of eight states at a time
table      the transposition table
line       what all searches have in common: status, prunes, the line of play
column_search  depth-first search for at most seven columns and a stock
place_search   the same for any layout with a stock
dry_search     the same for games without a stock
both_ends  such games from both ends
solve      many deals one after the other: effort in stages, restarts
best       the best score by search, with ever harder goals
exact      the whole-table pass: best score and best line, without search
players    players who cannot see the stock
columns    boards of columns as numbers, and which of them matter without sight of the stock
lanes      eight numbers at a time
replacement  the player who takes drawn cards for put back
erring     how likely a good player who errs is to win a fixed order
odds_boards   for the exact odds without sight of the stock: all boards, and how cards come to the waste
odds_unseen   multisets of unseen cards as numbers, sets of them as bits
odds_sets     which states matter: possible from below, reached from above
odds_values   what each of them is worth
vectors    eight single-precision numbers at once
jit        how kernels are compiled
cache      where the compiled code is kept
"""
