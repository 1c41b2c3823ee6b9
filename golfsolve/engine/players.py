"""Players who do not see the stock: what becomes of a deal in their hands.

They know the tableau, the waste and which cards are still in the stock, but not their order. Games are
played to their end; what counts is the golf score.

    random    draws only when nothing plays, and else plays any card that plays
    greedy    looks for the longest run of plays, up to ``HORIZON`` cards ahead, plays it to its end,
              and draws only when nothing plays; of several longest runs it takes any
    careful   tries each move, draws among them, in ``SAMPLES`` games that ``random`` plays on from there
              with the unseen cards in a new order each time, and makes the move with the best average

``careful`` is a rollout policy (Tesauro and Galperin, NIPS 1996; for a solitaire, Yan, Diaconis,
Rusmevichientong and Van Roy, NIPS 2004). All moves are tried on the same stock orders: what is compared
are differences, and those vary less.

Chance is SplitMix64, seeded by the ranks of the deal and the number of the game, so that a deal meets
the same games wherever it comes from.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from golfsolve.engine.encoding import (
    I64,
    ONE,
    OPENING,
    RANKS,
    STOCK,
    STOCK_SIZE,
    U8,
    U64,
    ZERO,
    Deal,
    Rules,
    exposed_places,
    load,
    new_deal,
    newly_exposed,
)
from golfsolve.engine.jit import count_bits, highest_bit, kernel
from golfsolve.engine.shuffle import deal_out, mix, next_random

RANDOM, GREEDY, CAREFUL = 0, 1, 2
HORIZON = 8
SAMPLES = 100
DRAW = -1
NEVER = 1 << 62  # more than any sum of scores


class Table(NamedTuple):
    """All memory that playing needs, reused from game to game; one for each thread.

    ``state`` is that of the generator. The others are the longest run found and the stack of the search
    for it, and the stock orders that ``careful`` makes up.
    """

    deal: Deal
    state: U64  # [1]
    run: I64  # [HORIZON]
    board: U64  # [HORIZON + 1]
    exposed: U64  # [HORIZON + 1]
    todo: U64  # [HORIZON + 1]
    place: I64  # [HORIZON]
    orders: I64  # [SAMPLES, STOCK]


def new_table() -> Table:
    """Memory for playing."""
    return Table(
        new_deal(),
        np.zeros(1, np.uint64),
        np.zeros(HORIZON, np.int64),
        np.zeros(HORIZON + 1, np.uint64),
        np.zeros(HORIZON + 1, np.uint64),
        np.zeros(HORIZON + 1, np.uint64),
        np.zeros(HORIZON, np.int64),
        np.zeros((SAMPLES, STOCK), np.int64),
    )


@kernel
def play_deal(rules: Rules, table: Table, player: int, first_game: int, scores: I64) -> None:
    """Play the deal that is loaded, games ``first_game`` and following, and write their golf scores."""
    deal, state = table.deal, table.state
    seed = deal_seed(rules, deal)
    board = deal.board[0]
    exposed = exposed_places(rules, board)
    rank = deal.start[OPENING]
    stock = deal.stock[: deal.start[STOCK_SIZE]]
    for game in range(scores.size):
        state[0] = mix(seed + np.uint64(first_game + game))
        if player == RANDOM:
            scores[game] = random_game(rules, deal, state, board, exposed, rank, stock, 0)
        elif player == GREEDY:
            scores[game] = greedy_game(rules, table, board, exposed, rank, stock)
        else:
            scores[game] = careful_game(rules, table, board, exposed, rank, stock)


@kernel
def play_numbers(
    rules: Rules, table: Table, player: int, numbers: U64, deck: U8, named: I64, opening: int, scores: I64
) -> None:
    """Deal each number and play game 1 of it; deck and opening as for solve.solve_batch."""
    cards = np.empty(deck.size, np.uint8)
    tableau = np.empty(rules.size, np.uint8)
    stock = np.empty(STOCK, np.uint8)
    for i in range(numbers.size):
        waste, size = deal_out(numbers[i], deck, named, opening, cards, tableau, stock)
        load(rules, table.deal, tableau, waste, stock[:size])
        play_deal(rules, table, player, 1, scores[i : i + 1])


@kernel
def deal_seed(rules: Rules, deal: Deal) -> np.uint64:
    """A hash of the ranks of a deal."""
    seed = mix(np.uint64(deal.start[OPENING]))
    for place in range(rules.size):
        seed = mix(seed + np.uint64(deal.rank[place]))
    for drawn in range(deal.start[STOCK_SIZE]):
        seed = mix(seed + np.uint64(deal.stock[drawn]))
    return seed


# --- the players ---------------------------------------------------------------------------------


@kernel
def random_game(
    rules: Rules,
    deal: Deal,
    state: U64,
    board: np.uint64,
    exposed: np.uint64,
    rank: int,
    stock: I64,
    drawn: int,
) -> int:
    """The golf score of a game that ``random`` plays on from a position."""
    while board != ZERO:
        plays = exposed & deal.plays_on[rank]
        if plays != ZERO:
            place = any_place(state, plays)
            bit = ONE << np.uint64(place)
            board ^= bit
            exposed = (exposed ^ bit) | newly_exposed(rules, board, place)
            rank = deal.rank[place]
        elif drawn < stock.size:
            rank = stock[drawn]
            drawn += 1
        else:
            break
    return golf_score(board, stock.size - drawn)


@kernel
def greedy_game(
    rules: Rules, table: Table, board: np.uint64, exposed: np.uint64, rank: int, stock: I64
) -> int:
    """The golf score of a game of ``greedy``."""
    deal = table.deal
    drawn = 0
    while board != ZERO:
        length = longest_run(rules, table, board, exposed, rank)
        for step in range(length):
            place = table.run[step]
            bit = ONE << np.uint64(place)
            board ^= bit
            exposed = (exposed ^ bit) | newly_exposed(rules, board, place)
            rank = deal.rank[place]
        if length == 0:
            if drawn == stock.size:
                break
            rank = stock[drawn]
            drawn += 1
    return golf_score(board, stock.size - drawn)


@kernel
def longest_run(rules: Rules, table: Table, board: np.uint64, exposed: np.uint64, rank: int) -> int:
    """Write the longest run of plays, of ``HORIZON`` at most, to ``table.run``; its length.

    Depth-first, taking plays in random order: that decides between runs of the same length.
    """
    deal = table.deal
    table.board[0] = board
    table.exposed[0] = exposed
    table.todo[0] = exposed & deal.plays_on[rank]
    level = 0
    longest = 0
    while longest < HORIZON:
        todo = table.todo[level]
        if todo == ZERO:
            if level == 0:
                break
            level -= 1
            continue
        place = any_place(table.state, todo)
        bit = ONE << np.uint64(place)
        table.todo[level] = todo ^ bit
        table.place[level] = place
        left = table.board[level] ^ bit
        free = (table.exposed[level] ^ bit) | newly_exposed(rules, left, place)
        level += 1
        table.board[level] = left
        table.exposed[level] = free
        table.todo[level] = free & deal.plays_on[deal.rank[place]]
        if level > longest:
            longest = level
            for play in range(level):
                table.run[play] = table.place[play]
    return longest


@kernel
def careful_game(
    rules: Rules, table: Table, board: np.uint64, exposed: np.uint64, rank: int, stock: I64
) -> int:
    """The golf score of a game of ``careful``."""
    deal = table.deal
    drawn = 0
    while board != ZERO:
        plays = exposed & deal.plays_on[rank]
        if plays == ZERO and drawn == stock.size:
            break
        place = DRAW
        if plays != ZERO:
            place = best_on_average(rules, table, board, exposed, rank, stock[drawn:])
        if place == DRAW:
            rank = stock[drawn]
            drawn += 1
        else:
            bit = ONE << np.uint64(place)
            board ^= bit
            exposed = (exposed ^ bit) | newly_exposed(rules, board, place)
            rank = deal.rank[place]
    return golf_score(board, stock.size - drawn)


@kernel
def best_on_average(
    rules: Rules, table: Table, board: np.uint64, exposed: np.uint64, rank: int, unseen: I64
) -> int:
    """The move of ``careful`` where some card plays: its place, or DRAW.

    The first of equally good moves is taken, a draw last.
    """
    deal = table.deal
    plays = exposed & deal.plays_on[rank]
    if plays & (plays - ONE) == ZERO and unseen.size == 0:
        return highest_bit(plays)
    imagine(table.state, unseen, table.orders)
    best = DRAW
    least = np.int64(NEVER)
    while plays != ZERO:
        bit = plays & (ZERO - plays)
        plays ^= bit
        place = highest_bit(bit)
        left = board ^ bit
        free = (exposed ^ bit) | newly_exposed(rules, left, place)
        total = total_score(rules, table, left, free, deal.rank[place], unseen.size, 0)
        if total < least:
            least = np.int64(total)
            best = place
    if unseen.size and total_score(rules, table, board, exposed, rank, unseen.size, 1) < least:
        best = DRAW
    return best


@kernel
def total_score(
    rules: Rules, table: Table, board: np.uint64, exposed: np.uint64, rank: int, unseen: int, drawn: int
) -> int:
    """The sum of the golf scores of random games from a position, one for each imagined stock.

    ``drawn`` is 1 where its first card is to lie on the waste instead of ``rank``.
    """
    total = 0
    for sample in range(SAMPLES):
        order = table.orders[sample, :unseen]
        waste = order[0] if drawn else rank
        total += random_game(rules, table.deal, table.state, board, exposed, waste, order, drawn)
    return total


@kernel
def imagine(state: U64, unseen: I64, orders: I64) -> None:
    """Fill each row of ``orders`` with the unseen cards, shuffled. Their true order has no influence."""
    count = 0
    for rank in range(RANKS):
        for card in unseen:
            if card == rank:
                for sample in range(orders.shape[0]):
                    orders[sample, count] = rank
                count += 1
    for sample in range(orders.shape[0]):
        for i in range(count - 1, 0, -1):
            j = below(state, i + 1)
            orders[sample, i], orders[sample, j] = orders[sample, j], orders[sample, i]


# --- chance and score ----------------------------------------------------------------------------


@kernel
def below(state: U64, size: int) -> np.int64:
    """A random number from 0 to ``size - 1``."""
    # Sizes are below 128: what the remainder favours is less than one in 2**57.
    return np.int64(next_random(state) % np.uint64(size))


@kernel
def any_place(state: U64, places: np.uint64) -> int:
    """A random one of the places in a mask that is not empty; no chance is used up where there is one."""
    count = count_bits(places)
    if count > 1:
        for _ in range(below(state, count)):
            places &= places - ONE
    return highest_bit(places & (ZERO - places))


@kernel
def golf_score(board: np.uint64, stock_left: int) -> int:
    """A point for each card left or, where none is, -1 for each stock card left."""
    left = count_bits(board)
    return left if left else -stock_left
