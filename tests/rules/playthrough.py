"""Whole deals as text, ply by ply: what is legal, what is done, what it comes to.

After a change of the rules or of the text: python tests/rules/playthrough.py
writes all of tests/data/playthroughs anew, each from its own first line (a title after "#") and
last line (the deal in text, after "text"). A new file needs these two lines only.
"""

from pathlib import Path

from skat_gym.rules import SEAT_NAMES, Deal, Phase, action_text
from skat_gym.rules.card import card_set, points_of, sorted_for
from skat_gym.rules.deal import replay

FOLDER = Path(__file__).resolve().parents[1] / "data" / "playthroughs"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.txt"))


def playthrough(name: str) -> str:
    """Writes the playthrough of the deal that a file holds."""
    first, *_, last = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return "\n".join([first, *story(Deal.parse(last.removeprefix("text")))]) + "\n"


def story(end: Deal) -> list[str]:
    """Tells the story of a deal, line by line."""
    deals = replay(Deal.of_cards(*(*end.dealt, end.skat)), end.actions)
    lines = [
        f"{name:10} {' '.join(map(str, sorted_for(cards)))}"
        for name, cards in zip((*SEAT_NAMES, "skat"), (*end.dealt, end.skat), strict=True)
    ]
    lines.append("")
    for ply, action in enumerate(end.actions):
        before, after = deals[ply], deals[ply + 1]
        legal = ", ".join(map(action_text, before.legal))
        done = action_text(action).removeprefix("bid ")
        if done == "bid" and before.record.seat == before.record.listener:
            done = "yes"
        who = SEAT_NAMES[before.seat]
        lines.append(f"{ply:3} {before.phase.name:8} {who:10} of {legal} -> {done}")
        lines += told(before, after)
    lines.append("")
    if end.result is not None:
        lines.append(f"result         {end.result}")
        lines.append(f"points         {end.result.scores()}")
        lines.append(f"seeger-fabian  {end.result.seeger_fabian()}")
    lines.append(f"text           {end}")
    return lines


def told(before: Deal, after: Deal) -> list[str]:
    """Tells what an action brought about."""
    lines = []
    if before.declarer is None and after.declarer is not None:
        lines.append(f"    {SEAT_NAMES[after.declarer]} plays at {after.bid}")
    contract = after.contract
    if contract is not None and before.contract is None:
        hand = " ".join(map(str, sorted_for(after.hands[before.seat], contract.game)))
        lines.append(f"    {contract} ({contract.iss}) with {hand}")
    if len(after.winners) > len(before.winners):
        trick = after.cards[-3:]
        number, winner = len(after.winners), SEAT_NAMES[after.winners[-1]]
        points = int(points_of(card_set(trick)))
        own, others = after.record.points
        lines.append(
            f"    trick {number}: {' '.join(map(str, trick))} to {winner}, {points} points; "
            f"declarer {own}, defenders {others}"
        )
    if after.phase is Phase.OVER and after.declarer is None:
        lines.append("    all passed: thrown in")
    return lines


def main() -> None:
    """Writes every file anew."""
    for name in SCRIPTS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
