"""The R property of a record: `passed`, `unknown` or `d:K win v:V m:M bidok p:P t:T ...`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from skat_gym.rules import Result

_FORM = re.compile(
    r"d:(?P<d>-1|[012]) (?P<outcome>win|loss|penalty) v:(?P<v>-?\d+) m:(?P<m>-?\d+) "
    r"(?P<bid>bidok|overbid) p:(?P<p>\d+) t:(?P<t>\d+) s:(?P<s>[01]) z:(?P<z>[01]) "
    r"p0:(?P<p0>\d+) p1:(?P<p1>\d+) p2:(?P<p2>\d+) l:(?P<l>-1|[012]) to:(?P<to>-1|[012])"
    r"(?: r:(?P<r>[01]))?"
)
_NOBODY = -1


@dataclass(frozen=True)
class ResultLine:
    """Is a result as a record states it.

    >>> line = ResultLine.parse("d:1 win v:48 m:1 bidok p:84 t:5 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1")
    >>> line.declarer, line.score, line.resigned
    (1, 48, None)
    """

    outcome: str
    """One of win, loss, penalty, passed, unknown."""
    declarer: int = _NOBODY
    score: int = 0
    """What the declarer books, losses doubled."""
    matadors: int = 0
    """Positive with, negative without, 0 in null."""
    overbid: bool = False
    points: int = 0
    """The declarer's card points, skat included."""
    tricks: int = 0
    """The declarer's tricks."""
    schneider: bool = False
    schwarz: bool = False
    penalties: tuple[int, int, int] = (0, 0, 0)
    left: int = _NOBODY
    timeout: int = _NOBODY
    resigned: bool | None = False
    """Whether a side gave up; None in old records, which do not say."""

    @classmethod
    def parse(cls, text: str) -> ResultLine:
        """Reads the value of an R property; raises ValueError on anything else."""
        words = " ".join(text.split())
        if words in ("passed", "unknown"):
            return cls(words)
        match = _FORM.fullmatch(words)
        if match is None:
            raise ValueError(
                f"R[{words}] is not a result: passed, unknown or 'd:K win|loss|penalty v: m: "
                "bidok|overbid p: t: s: z: p0: p1: p2: l: to: r:' is accepted"
            )
        part = match.groupdict()
        return cls(
            outcome=part["outcome"],
            declarer=int(part["d"]),
            score=int(part["v"]),
            matadors=int(part["m"]),
            overbid=part["bid"] == "overbid",
            points=int(part["p"]),
            tricks=int(part["t"]),
            schneider=part["s"] == "1",
            schwarz=part["z"] == "1",
            penalties=(int(part["p0"]), int(part["p1"]), int(part["p2"])),
            left=int(part["l"]),
            timeout=int(part["to"]),
            resigned=None if part["r"] is None else part["r"] == "1",
        )

    @classmethod
    def of(
        cls,
        result: Result,
        *,
        left: int = _NOBODY,
        timeout: int = _NOBODY,
        resigned: bool = False,
    ) -> ResultLine:
        """States a result; left and timeout are the seat that ended the game so, or -1."""
        if result.contract is None:
            return cls("passed")
        return cls(
            outcome="win" if result.won else "loss",
            declarer=result.declarer,
            score=result.score,
            matadors=result.matadors,
            overbid=result.overbid,
            points=result.points,
            tricks=result.tricks,
            schneider=result.schneider,
            schwarz=result.schwarz,
            left=left,
            timeout=timeout,
            resigned=resigned,
        )

    def fields(self) -> dict[str, str]:
        """Returns what is stated field by field, in the order and the words of the format."""
        if self.outcome in ("passed", "unknown"):
            return {"result": self.outcome}
        told = {
            "declarer": f"d:{self.declarer}",
            "won or lost": self.outcome,
            "score": f"v:{self.score}",
            "matadors": f"m:{self.matadors}",
            "overbid": "overbid" if self.overbid else "bidok",
            "points": f"p:{self.points}",
            "tricks": f"t:{self.tricks}",
            "schneider": f"s:{self.schneider:d}",
            "schwarz": f"z:{self.schwarz:d}",
        }
        for seat, penalty in enumerate(self.penalties):
            told[f"penalty {seat}"] = f"p{seat}:{penalty}"
        told |= {"left": f"l:{self.left}", "timeout": f"to:{self.timeout}"}
        if self.resigned is not None:
            told["resigned"] = f"r:{self.resigned:d}"
        return told

    def __str__(self) -> str:
        return " ".join(self.fields().values())
