"""Win rates and scores of many deals (docs/formats.md).

blocks        blocks of consecutive deals, and the record of what the solver found of one
scores        how golf scores are spread
player_games  the same for the games of a player
totals        sums of block records, and what is reported of them
intervals     rates and their confidence intervals
measure       solving or playing deals, block by block
file          statistics files: beginning, continuing, merging, sampling
compare       files side by side: differences from pairs, tests against published figures
export        blocks as CSV
published     win rates that others have published
odds_bounds   bounds on the chance to win without sight of the stock
plot          pictures, to a file or as axes for a notebook
panels        what is drawn on them
"""
