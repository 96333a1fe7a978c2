"""The list of a match: who deals, who is first, when it is over."""

import pytest

from skat_gym.rules import Contract, Match, Result
from skat_gym.rules.match import ranking


def won(seat: int) -> Result:
    return Result.settled(seat, Contract(0), bid=18, matadors=1, points=61, tricks=5)


def lost(seat: int) -> Result:
    return Result.settled(seat, Contract(0), bid=18, matadors=1, points=60, tricks=5)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_everybody_deals_four_times_in_twelve(first: int) -> None:
    match = Match(first_dealer=first)
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        assert match.player_at(2) == match.dealer, "the dealer is rearhand"
        assert match.player_at(0) == (match.dealer + 1) % 3
        assert [match.player_at(match.seat_of(player)) for player in range(3)] == [0, 1, 2]
        match.book(Result.thrown_in())
    assert dealers == [(first + number) % 3 for number in range(12)]
    assert match.number == 12
    assert match.ranking() == [[0, 1, 2]]
    assert match.scores() == match.scores("points") == match.won() == match.lost() == (0, 0, 0)
    with pytest.raises(ValueError, match="the match is over: its 12 deals are booked"):
        match.book(Result.thrown_in())


def test_scores_go_to_players_and_not_to_seats() -> None:
    match = Match(deals=4, first_dealer=1)
    for result in (won(0), lost(0), Result.thrown_in(), won(2)):
        match.book(result)
    assert [line.dealer for line in match.lines] == [1, 2, 0, 1]
    assert [line.declarer for line in match.lines] == [2, 0, None, 1]
    assert match.scores("points") == (-36, 18, 18)
    assert match.scores() == (-86, 108, 108)
    assert (match.won(), match.lost()) == ((0, 1, 1), (1, 0, 0))
    assert match.ranking() == [[1, 2], [0]]


def test_ties_share_a_place() -> None:
    assert ranking([5, 5, 5]) == [[0, 1, 2]]
    assert ranking([1, 9, 1]) == [[1], [0, 2]]
    assert ranking([-3, -7, -3]) == [[0, 2], [1]]
    assert ranking([1, 2, 3]) == [[2], [1], [0]]


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one deal, not 0"):
        Match(deals=0)
    with pytest.raises(ValueError, match="the first dealer is player 0, 1 or 2, not 3"):
        Match(first_dealer=3)
    with pytest.raises(ValueError, match="'points' or 'seeger-fabian', not 'skat'"):
        Match().scores("skat")
