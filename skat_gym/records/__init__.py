"""Records of games in ISS SGF: read, write, replay, check against the rules.

`read` and `read_file` give `Record`s, `write` writes them, `record_of` makes one of a `Deal`,
`check` and `check_files` compare what they state with what the rules say.
"""

from skat_gym.records.check import CheckSummary, Difference, check, check_files
from skat_gym.records.record import PLACE, Ending, Move, Record, RecordError
from skat_gym.records.result_line import ResultLine
from skat_gym.records.sgf import holds_records, read, read_file
from skat_gym.records.write import record_of, write

__all__ = [
    "PLACE",
    "CheckSummary",
    "Difference",
    "Ending",
    "Move",
    "Record",
    "RecordError",
    "ResultLine",
    "check",
    "check_files",
    "holds_records",
    "read",
    "read_file",
    "record_of",
    "write",
]
