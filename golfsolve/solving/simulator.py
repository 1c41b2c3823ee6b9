"""Playing deals without seeing the stock: deal + player -> engine -> golf scores."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from golfsolve.errors import Stopped
from golfsolve.game.deal import Deal
from golfsolve.game.numbering import DealNumber, deal_number
from golfsolve.game.players import Player, check_player
from golfsolve.game.variants import Variant, checked_variant
from golfsolve.solving import engine_arrays as arrays
from golfsolve.solving import guard, hindsight
from golfsolve.solving.compiled import load_engine
from golfsolve.solving.solver import Solver

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from golfsolve.engine.replacement import Tables

# How many games a kernel may play before Python looks at Ctrl-C: some tenths of a second.
_GAMES_A_CALL = {
    Player.RANDOM: 10_000,
    Player.GREEDY: 5_000,
    Player.CAREFUL: 10,
    Player.HINDSIGHT: 1,
    Player.REPLACEMENT: 1,
}


_BY_DEAL = (Player.HINDSIGHT, Player.REPLACEMENT)  # who play deal by deal


class Simulator:
    """Memory for playing deals of one variant; threads that share it wait for each other.

    A game depends on the ranks of the deal, the player and the number of the game alone. ``stop``, when
    set from another thread, ends the work soon with :class:`golfsolve.errors.Stopped`.
    """

    def __init__(self, variant: Variant, stop: threading.Event | None = None) -> None:
        load_engine()
        from golfsolve.engine import players

        self.variant = checked_variant(variant)
        self._lock = threading.RLock()
        self.stop = stop or threading.Event()
        self._rules = arrays.rules(variant)
        self._table = players.new_table()
        self._tables: Tables | None = None  # of replacement
        self._solver: Solver | None = None  # of hindsight

    @guard.one_at_a_time
    def play(self, deal: Deal, player: Player, games: int) -> npt.NDArray[np.int64]:
        """The golf scores of games 1 to ``games`` of a deal or position."""
        import numpy as np

        from golfsolve.engine import encoding, players

        guard.checked_position(deal, self.variant)
        if player in _BY_DEAL:
            return np.array(
                [self._play_deal(deal, player, part.start + 1) for part in self._parts(player, games)]
            )
        encoding.load(self._rules, self._table.deal, *arrays.deal_ranks(deal, self.variant))
        scores = np.zeros(games, np.int64)
        for part in self._parts(player, games):
            players.play_deal(self._rules, self._table, _code(player), part.start + 1, scores[part])
        return scores

    @guard.one_at_a_time
    def play_numbers(self, player: Player, first: int, count: int) -> npt.NDArray[np.int64]:
        """The golf scores of game 1 of the deals ``first`` .. ``first + count - 1`` of our own numbering."""
        import numpy as np

        from golfsolve.engine import players

        guard.checked_numbers(first, count)
        if player in _BY_DEAL:
            return np.concatenate(
                [
                    self.play(deal_number(DealNumber(first + part.start), self.variant), player, 1)
                    for part in self._parts(player, count)
                ]
            )
        numbers = np.arange(first, first + count, dtype=np.uint64)
        deck, named, opening = arrays.dealing(self.variant)
        how = deck, np.array(named, np.int64), opening
        scores = np.zeros(count, np.int64)
        for part in self._parts(player, count):
            players.play_numbers(self._rules, self._table, _code(player), numbers[part], *how, scores[part])
        return scores

    def _play_deal(self, deal: Deal, player: Player, game: int) -> int:
        """The golf score of one game of a player who is not the engine's players.py's."""
        from golfsolve.engine import replacement

        check_player(player, self.variant)
        if player is Player.HINDSIGHT:
            self._solver = self._solver or Solver(self.variant, stop=self.stop)
            return hindsight.play(deal, self._solver, game)
        position = arrays.columns(deal, self.variant, self._rules)
        if self._tables is None:
            self._tables = replacement.new_tables(arrays.heights(self.variant), self.variant.stock)
        return int(replacement.play_position(position, self._tables))

    def _parts(self, player: Player, count: int) -> Iterator[slice]:
        """``count`` games in slices, with a look at ``stop`` before each."""
        size = _GAMES_A_CALL[player]
        for start in range(0, count, size):
            if self.stop.is_set():
                raise Stopped
            yield slice(start, min(start + size, count))


def _code(player: Player) -> int:
    """The engine's name for a player."""
    return list(Player).index(player)
