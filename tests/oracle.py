"""The slow, independent oracle of the rules of Skat: one deal from the auction to the score."""

from collections.abc import Iterable, Sequence

SUITS = "DHSC"
RANKS = "789QKTAJ"
CARDS = [suit + rank for suit in SUITS for rank in RANKS]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULL_VALUE = {"null": 23, "null hand": 35, "null ouvert": 46, "null ouvert hand": 59}
BID_VALUES = sorted(
    {base * levels for base in (9, 10, 11, 12) for levels in range(2, 19)}
    | {24 * levels for levels in range(2, 12)}
    | set(NULL_VALUE.values())
)

PASS, BID, PICK_UP, FIRST_CONTRACT, FIRST_JUMP = 32, 33, 34, 35, 64
FORMS = ["plain", "hand", "hand schneider", "hand schwarz", "hand ouvert"]
CONTRACTS = [(game, form) for game in "DHSCG" for form in FORMS]
CONTRACTS += [("N", form) for form in NULL_VALUE]

FOREHAND, MIDDLEHAND, REARHAND, NOBODY = 0, 1, 2, -1

Result = dict[str, int | bool]


def card_points(cards: Iterable[int]) -> int:
    """Add up the card points."""
    return sum(POINTS[CARDS[number][1]] for number in cards)


def trumps(game: str) -> list[str]:
    """List the trumps of a game from the highest down."""
    if game == "N":
        return []
    jacks = ["CJ", "SJ", "HJ", "DJ"]
    if game == "G":
        return jacks
    return jacks + [game + rank for rank in "ATKQ987"]


def class_of(number: int, game: str) -> str:
    """Name the class of a card that has to be followed: trump or its suit."""
    name = CARDS[number]
    return "trump" if name in trumps(game) else name[0]


def class_order(card_class: str, game: str) -> list[str]:
    """List the cards of one class from the highest down."""
    if card_class == "trump":
        return trumps(game)
    ranks = "AKQJT987" if game == "N" else "ATKQ987"
    return [card_class + rank for rank in ranks]


def legal_cards(hand: Iterable[int], led: int | None, game: str) -> list[int]:
    """List the cards of a hand that may be played to the card led, or as the lead."""
    everything = sorted(hand)
    if led is None:
        return everything
    following = [c for c in everything if class_of(c, game) == class_of(led, game)]
    return following if following else everything


def trick_winner(cards: Sequence[int], game: str) -> int:
    """Give the index, in order of play, of the card that wins the trick."""
    classes = [class_of(number, game) for number in cards]
    winning_class = "trump" if "trump" in classes else classes[0]
    names = [CARDS[number] for number in cards]
    for name in class_order(winning_class, game):
        if name in names:
            return names.index(name)
    raise ValueError("a trick needs cards")


def matadors(cards: Iterable[int], game: str) -> int:
    """Count the unbroken run of highest trumps held (positive) or missing (negative)."""
    names = {CARDS[number] for number in cards}
    order = trumps(game)
    if not order:
        return 0
    with_them = order[0] in names
    run = 0
    for trump in order:
        if (trump in names) != with_them:
            break
        run += 1
    return run if with_them else -run


def score_game(
    game: str,
    hand: bool,
    schneider_announced: bool,
    schwarz_announced: bool,
    ouvert: bool,
    matadors: int,
    bid: int,
    points: int,
    tricks: int,
) -> Result:
    """Settle a finished game: levels, value, won or lost, declarer's list score."""
    if game == "N":
        base = NULL_VALUE["null" + (" ouvert" if ouvert else "") + (" hand" if hand else "")]
        multiplier = 0
        value = base
        made = tricks == 0
        schneider = schwarz = False
    else:
        # The announcements chain: ouvert implies schwarz, schwarz implies schneider.
        schwarz_announced = schwarz_announced or ouvert
        schneider_announced = schneider_announced or schwarz_announced
        if schneider_announced and not hand:
            raise ValueError("announcements belong to hand games")
        base = BASE[game]
        schneider = points <= 30 or points >= 90
        schwarz = tricks == 0 or tricks == 10
        levels = [
            hand,
            schneider or schneider_announced,
            schneider_announced,
            schwarz or schwarz_announced,
            schwarz_announced,
            ouvert,
        ]
        multiplier = abs(matadors) + 1 + sum(levels)
        value = base * multiplier
        needed = 90 if schneider_announced else 61
        made = points >= needed and (tricks == 10 or not schwarz_announced)
    overbid = value < bid
    while value < bid:
        value += base
    won = made and not overbid
    return {
        "multiplier": multiplier,
        "value": value,
        "won": won,
        "overbid": overbid,
        "schneider": schneider,
        "schwarz": schwarz,
        "score": value if won else -2 * value,
    }


def list_scores(declarer: int, score: int) -> list[int]:
    """Give the list score of every seat: only the declarer scores."""
    return [score if seat == declarer else 0 for seat in range(3)]


def seeger_fabian_scores(declarer: int, score: int) -> list[int]:
    """Give the Seeger-Fabian score of every seat: a thrown-in deal pays nobody."""
    if declarer == NOBODY:
        return [0, 0, 0]
    own, others = (score + 50, 0) if score > 0 else (score - 50, 40)
    return [own if seat == declarer else others for seat in range(3)]


class OracleDeal:
    """One deal, played action by action."""

    def __init__(self, cards: Sequence[int]) -> None:
        if sorted(cards) != list(range(32)):
            raise ValueError("a deal is 32 distinct cards: 10 + 10 + 10 + 2")
        self.hands: list[set[int]] = [set(cards[10 * s : 10 * s + 10]) for s in range(3)]
        self.skat: set[int] = set(cards[30:])
        self.put_down: set[int] = set()
        self.history: list[tuple[int, int]] = []
        self.trick_winners: list[int] = []
        self.phase = "auction"
        self.declarer = NOBODY
        self.bid = 0
        self.contract = -1
        self.seat = MIDDLEHAND
        self._dealt = [set(hand) for hand in self.hands]
        self._speaker = MIDDLEHAND
        self._listener = FOREHAND  # of no meaning while forehand, left alone, speaks

    # What may be done.

    def legal(self) -> list[int]:
        """List the legal actions of the 64-action space."""
        if self.phase == "auction":
            if self.seat == self._speaker and not self._speakable():
                return [PASS]
            return [PASS, BID]
        if self.phase == "choice":
            return [PICK_UP, *self._declarable(hand=True)]
        if self.phase == "put_down":
            return sorted(self.hands[self.seat])
        if self.phase == "declare":
            return self._declarable(hand=False)
        if self.phase == "play":
            trick = self._open_trick()
            led = trick[0][1] if trick else None
            return legal_cards(self.hands[self.seat], led, self._game())
        return []

    def jump_bids(self) -> list[int]:
        """List the actions 64+k for every value that the speaker may say now."""
        if self.phase != "auction" or self.seat != self._speaker:
            return []
        return [FIRST_JUMP + BID_VALUES.index(value) for value in self._speakable()]

    def _speakable(self) -> list[int]:
        if self._speaker == FOREHAND:
            return [18]
        return [value for value in BID_VALUES if value > self.bid]

    def _declarable(self, hand: bool) -> list[int]:
        actions = []
        for index, (game, form) in enumerate(CONTRACTS):
            if ("hand" in form) != hand:
                continue
            if game == "N" and NULL_VALUE[form] < self.bid:
                continue
            actions.append(FIRST_CONTRACT + index)
        return actions

    # What then happens.

    def apply(self, action: int) -> None:
        """Carry out a legal action of the seat to act."""
        if action not in self.legal() and action not in self.jump_bids():
            raise ValueError(f"action {action} is illegal in phase {self.phase}")
        if self.phase == "auction":
            if self.seat == self._speaker:
                self._speak(action)
            else:
                self._answer(action)
        elif self.phase == "choice" and action == PICK_UP:
            self.hands[self.declarer] |= self.skat
            self.phase = "put_down"
        elif self.phase == "put_down":
            self.hands[self.declarer].remove(action)
            self.put_down.add(action)
            if len(self.put_down) == 2:
                self.phase = "declare"
        elif self.phase in ("choice", "declare"):
            self.contract = action - FIRST_CONTRACT
            self.phase = "play"
            self.seat = FOREHAND
        else:
            self._play(action)

    def _speak(self, action: int) -> None:
        if action != PASS:
            if action == BID:
                self.bid = self._speakable()[0]
            else:
                self.bid = BID_VALUES[action - FIRST_JUMP]
            if self._speaker == FOREHAND:
                self._end_auction(FOREHAND)
            else:
                self.seat = self._listener
        elif self._speaker == MIDDLEHAND:
            self._speaks_next(REARHAND, to=FOREHAND)
        elif self._speaker == REARHAND and self.bid > 0:
            self._end_auction(self._listener)
        elif self._speaker == REARHAND:
            self._speaks_next(FOREHAND, to=NOBODY)
        else:
            self.phase = "over"
            self.seat = NOBODY

    def _answer(self, action: int) -> None:
        if action == BID:
            self.seat = self._speaker
        elif self._speaker == MIDDLEHAND:
            self._speaks_next(REARHAND, to=MIDDLEHAND)
        else:
            self._end_auction(REARHAND)

    def _speaks_next(self, speaker: int, to: int) -> None:
        self._speaker = speaker
        self._listener = to
        self.seat = speaker

    def _end_auction(self, declarer: int) -> None:
        self.declarer = declarer
        self.seat = declarer
        self.phase = "choice"

    def _play(self, played: int) -> None:
        self.hands[self.seat].remove(played)
        self.history.append((self.seat, played))
        trick = self.history[-3:]
        if len(self.history) % 3 != 0:
            self.seat = (self.seat + 1) % 3
            return
        index = trick_winner([number for _, number in trick], self._game())
        winner = trick[index][0]
        self.trick_winners.append(winner)
        self.seat = winner
        null_lost = self._game() == "N" and winner == self.declarer
        if len(self.trick_winners) == 10 or null_lost:
            self.phase = "over"
            self.seat = NOBODY

    def _open_trick(self) -> list[tuple[int, int]]:
        return self.history[3 * len(self.trick_winners) :]

    def _game(self) -> str:
        return CONTRACTS[self.contract][0]

    # What it comes to.

    def result(self) -> Result | None:
        """Give the settlement of the deal, or None before its end."""
        if self.phase != "over":
            return None
        if self.declarer == NOBODY:
            numbers = "bid contract matadors multiplier value points tricks score"
            nothing: Result = {name: 0 for name in numbers.split()}
            no = {name: False for name in ("won", "overbid", "schneider", "schwarz")}
            return {"declarer": NOBODY} | nothing | no
        game, form = CONTRACTS[self.contract]
        hand = "hand" in form
        taken = set(self.skat if hand else self.put_down)
        for number, winner in enumerate(self.trick_winners):
            if winner == self.declarer:
                taken |= {played for _, played in self.history[3 * number : 3 * number + 3]}
        tops = matadors(self._dealt[self.declarer] | self.skat, game)
        points, tricks = card_points(taken), self.trick_winners.count(self.declarer)
        settled = score_game(
            game, hand, "schneider" in form, "schwarz" in form, "ouvert" in form,
            tops, self.bid, points, tricks,
        )  # fmt: skip
        return settled | {
            "declarer": self.declarer,
            "bid": self.bid,
            "contract": self.contract,
            "matadors": tops,
            "points": points,
            "tricks": tricks,
        }

    def scores(self) -> list[int]:
        """Give the list scores of the three seats."""
        return list_scores(self.declarer, self._final_score())

    def seeger_fabian(self) -> list[int]:
        """Give the Seeger-Fabian scores of the three seats."""
        return seeger_fabian_scores(self.declarer, self._final_score())

    def _final_score(self) -> int:
        result = self.result()
        if result is None:
            raise ValueError("the deal is not over")
        return result["score"]
