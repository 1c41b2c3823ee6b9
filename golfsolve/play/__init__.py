"""For those who play: hints, reviews, the deal of a date, a round of nine holes.

hint    a game in play: what each move leads to
review  a finished game: what the moves have cost
unseen  a game without sight of the stock: what moves cost, and what the draws did
daily   the deal of a date, and the nine of its round, from a pool
round   the scorecard of a round
"""
