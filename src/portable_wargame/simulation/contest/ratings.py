"""How much better each player is: shares with their intervals for every pair, and one Elo scale for all."""

import math
import statistics
from dataclasses import dataclass

from ...ai.opponents.players import LEVELS
from ..statistics import wilson
from .arena import Result

LOGISTIC = math.log(10) / 400  # Elo to natural logarithms of odds
STEPS = 200
SETTLED = 1e-9


@dataclass(frozen=True)
class Row:
    """What one player scored against another."""

    name: str
    against: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    even: float  # the score without luck
    even_low: float
    even_high: float


def table(results: list[Result]) -> list[Row]:
    """A row for every pair, the better one first."""
    pairs = sorted({tuple(sorted(result.players)) for result in results})
    rows: list[Row] = []
    for first, second in pairs:
        met = [result for result in results if sorted(result.players) == [first, second]]
        if sum(result.score(result.players.index(first)) for result in met) * 2 < len(met):
            first, second = second, first  # noqa: PLW2901
        rows.append(row(first, second, met))
    return sorted(rows, key=lambda one: (rank(one.name), rank(one.against)))


def by_book(results: list[Result]) -> dict[str, list[Row]]:
    """The same for each book; nothing if there is only one. Each pair is in its order over all books."""
    books = sorted({result.book for result in results})
    if len(books) < 2:
        return {}
    pairs = [(one.name, one.against) for one in table(results)]
    found: dict[str, list[Row]] = {book: [] for book in books}
    for book in books:
        for name, against in pairs:
            met = [
                result
                for result in results
                if result.book == book and sorted(result.players) == sorted((name, against))
            ]
            if met:
                found[book].append(row(name, against, met))
    return found


def rank(name: str) -> int:
    level = name.partition(":")[0]
    return list(LEVELS).index(level) if level in LEVELS else len(LEVELS)


def row(name: str, against: str, met: list[Result]) -> Row:
    scores = [result.score(result.players.index(name)) for result in met]
    games = len(scores)
    score = sum(scores) / games
    low, high = wilson(score, games)
    return Row(
        name,
        against,
        games,
        scores.count(1.0),
        scores.count(0.5),
        scores.count(0.0),
        score,
        low,
        high,
        *without_luck(name, met),
    )


def without_luck(name: str, met: list[Result]) -> tuple[float, float, float]:
    """The score if the dice had favoured neither, and its 95% interval, from pairs of battles with the sides swapped.

    It takes off the share of luck that explains the scores best, because an early stroke of luck often evens out.
    """
    pairs: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for result in met:
        number = result.players.index(name)
        pairs.setdefault((result.scenario, result.seed), []).append((result.score(number), result.luck_of(number)))
    scores = [statistics.mean(score for score, _ in pair) for pair in pairs.values()]
    lucks = [statistics.mean(luck for _, luck in pair) for pair in pairs.values()]
    mean, luck = statistics.mean(scores), statistics.mean(lucks)
    if len(scores) < 3:
        return mean, 0.0, 1.0
    share = statistics.linear_regression(lucks, scores).slope if len(set(lucks)) > 1 else 0.0
    even = mean - share * luck
    rest = sum((one - mean - share * (its - luck)) ** 2 for one, its in zip(scores, lucks, strict=True))
    spread = 1.96 * math.sqrt(rest / (len(scores) - 2) / len(scores))
    return even, max(0.0, even - spread), min(1.0, even + spread)


# -- one scale for all


@dataclass(frozen=True)
class Rating:
    name: str
    elo: float  # on a scale where the mean of all players is 0
    low: float
    high: float
    games: int


def ratings(results: list[Result]) -> list[Rating]:
    """The Elo of all players at once under which these results are likeliest, the best first; with 95% intervals.

    Every pair that met gets one extra drawn game, so that a clean sweep has a finite rating.
    """
    names = sorted({name for result in results for name in result.players})
    number = {name: index for index, name in enumerate(names)}
    games = [[0.0] * len(names) for _ in names]
    scores = [0.0] * len(names)
    for result in results:
        first, second = (number[name] for name in result.players)
        games[first][second] += 1
        games[second][first] += 1
        scores[first] += result.score(0)
        scores[second] += result.score(1)
    fought = [int(sum(row)) for row in games]
    for first, row in enumerate(games):
        for second, met in enumerate(row):
            if met:
                games[first][second] += 1
                scores[first] += 0.5
    strengths = likeliest(games, scores)
    errors = standard_errors(games, strengths)
    found = [
        Rating(name, elo, elo - 1.96 * error, elo + 1.96 * error, count)
        for name, elo, error, count in zip(names, strengths, errors, fought, strict=True)
    ]
    return sorted(found, key=lambda one: -one.elo)


def expected_score(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def likeliest(games: list[list[float]], scores: list[float]) -> list[float]:
    """Newton's method on the likelihood, one player at a time; the mean is held at 0."""
    elos = [0.0] * len(scores)
    for _ in range(STEPS):
        moved = 0.0
        for one, row in enumerate(games):
            chances = [expected_score(elos[one] - elo) for elo in elos]
            slope = sum(met * chance * (1 - chance) for met, chance in zip(row, chances, strict=True))
            surplus = scores[one] - sum(met * chance for met, chance in zip(row, chances, strict=True))
            step = surplus / (slope * LOGISTIC) if slope else 0.0
            elos[one] += max(-200.0, min(200.0, step))
            moved = max(moved, abs(step))
        mean = sum(elos) / len(elos)
        elos = [elo - mean for elo in elos]
        if moved < SETTLED:
            break
    return elos


def standard_errors(games: list[list[float]], elos: list[float]) -> list[float]:
    """Each player's standard error against the mean of all, from the curvature of the likelihood."""
    size = len(elos)
    information = [[1.0 / size] * size for _ in range(size)]  # holds the mean, which the results leave open
    for one in range(size):
        for other in range(size):
            chance = expected_score(elos[one] - elos[other])
            weight = games[one][other] * chance * (1 - chance)
            information[one][other] -= weight
            information[one][one] += weight
    covariance = inverse(information)
    return [math.sqrt(max(0.0, covariance[one][one] - 1.0 / size)) / LOGISTIC for one in range(size)]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss–Jordan elimination; fine for a few players."""
    size = len(matrix)
    rows = [[*row, *(float(one == other) for other in range(size))] for one, row in enumerate(matrix)]
    for one in range(size):
        pivot = max(range(one, size), key=lambda row: abs(rows[row][one]))
        rows[one], rows[pivot] = rows[pivot], rows[one]
        rows[one] = [value / rows[one][one] for value in rows[one]]
        for other in range(size):
            if other != one:
                factor = rows[other][one]
                rows[other] = [mine - factor * its for mine, its in zip(rows[other], rows[one], strict=True)]
    return [row[size:] for row in rows]
