"""The layout of encodings: a named table from which shape, documentation and tests follow."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """Is one named part of an encoding: where it stands and what it says."""

    name: str
    start: int
    width: int
    meaning: str

    @property
    def slice(self) -> slice:
        """The columns of the block."""
        return slice(self.start, self.start + self.width)


def layout(rows: list[tuple[str, int, str]]) -> dict[str, Block]:
    """Lays named blocks one after the other; takes (name, width, meaning) for each."""
    blocks: dict[str, Block] = {}
    start = 0
    for name, width, meaning in rows:
        blocks[name] = Block(name, start, width, meaning)
        start += width
    return blocks


V1 = layout(
    [
        ("hand", 32, "own cards, by card number"),
        ("winning", 32, "own cards that would take the trick as it lies (none when leading)"),
        ("high", 32, "own cards that no unseen or open card of their class beats"),
        ("first", 32, "the card led to the trick on the table"),
        ("second", 32, "the second card of the trick on the table"),
        ("unseen", 32, "cards neither held, put down, open nor played, as far as this seat knows"),
        ("by_me", 32, "cards this seat has played"),
        ("by_next", 32, "cards the next seat clockwise has played"),
        ("by_previous", 32, "cards the previous seat has played"),
        ("open_hand", 32, "the declarer's cards in an ouvert game"),
        ("found", 32, "the skat as found, for the declarer who picked it up"),
        ("put_down", 32, "own put-downs"),
        ("in_trick_1", 32, "cards played in tricks 1 3 5 7 9 (these four give the number in bits)"),
        ("in_trick_2", 32, "cards played in tricks 2 3 6 7 10"),
        ("in_trick_4", 32, "cards played in tricks 4 5 6 7"),
        ("in_trick_8", 32, "cards played in tricks 8 9 10"),
        ("middlehand_said", 63, "values spoken by middlehand"),
        ("forehand_said", 1, "forehand, left alone, said 18"),
        ("rearhand_said", 63, "values spoken by rearhand"),
        ("picked_up", 1, "the declarer took the skat"),
        ("reach_me", 18, "values 18 to 55 this seat said or held"),
        ("reach_next", 18, "values 18 to 55 the next seat said or held"),
        ("reach_previous", 18, "values 18 to 55 the previous seat said or held"),
        ("declarer_trick", 1, "the declarer has a trick"),
        ("defender_trick", 1, "the defenders have a trick"),
        ("phase", 7, "auction, choice, first put-down, second, declare, play, over"),
        ("to_act", 3, "who is to act: me, next, previous"),
        ("seat", 3, "own seat: forehand, middlehand, rearhand"),
        ("declarer", 3, "who declares: me, next, previous"),
        ("game", 6, "diamonds, hearts, spades, clubs, grand, null"),
        ("announced", 4, "hand, schneider, schwarz, ouvert"),
        ("passed", 3, "who has passed: me, next, previous"),
        ("first_out", 3, "who passed first: me, next, previous"),
        ("speaker", 3, "who speaks in the auction: me, next, previous"),
        ("listener", 3, "who listens: me, next, previous"),
        ("leader", 3, "who led the trick on the table, or is to lead: me, next, previous"),
        ("takes", 3, "whose card takes the trick as it lies: me, next, previous"),
        ("trick", 10, "the number of the trick on the table"),
        ("void_next", 5, "classes the next seat has shown not to hold: D H S C, trumps"),
        ("void_previous", 5, "the same for the previous seat"),
        ("declarer_points", 12, "the declarer's points as known here: 1 11 21 ... 81 90 105 120"),
        ("defender_points", 12, "the defenders' points, the same steps"),
    ]
)
"""The encoding "v1"."""
V1_WIDTH = sum(block.width for block in V1.values())
