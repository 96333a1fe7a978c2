"""Records as plain integers of Python, read in one go: a record's own attributes are slow."""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Callable
from typing import Any

_LETTERS = {"int64": "q", "int8": "b"}


def reader(name: str, dtype: Any) -> Callable[[Any], Any]:
    """Returns a function that reads an array of one record as a named tuple.

    Its fields are those of the record: integers, and tuples of integers where the record has an
    array.

    >>> import numpy as np
    >>> dtype = np.dtype([("bid", np.int64), ("points", np.int8, (2,))])
    >>> reader("Score", dtype)(np.array([(18, (61, 59))], dtype))
    Score(bid=18, points=(61, 59))
    """
    named: Any = namedtuple
    row = named(name, dtype.names)
    letters, places, at = "=", [], 0
    for field in dtype.names:
        base, shape = dtype[field].subdtype or (dtype[field], ())
        size = int(shape[0]) if shape else 1
        letters += f"{size}{_LETTERS[base.name]}"
        places.append((at, at + size if shape else -1))
        at += size
    unpack = struct.Struct(letters).unpack
    assert struct.calcsize(letters) == dtype.itemsize

    def read(array: Any) -> Any:
        flat = unpack(array.tobytes())
        return row._make([flat[k] if end < 0 else flat[k:end] for k, end in places])

    return read
