"""The decorator of everything compiled: a numba kernel with a cache that notices edited callees."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import caching, event, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import NumbaTypeError
from numba.core.typed_passes import NopythonTypeInference

F = TypeVar("F")

PACKAGE = Path(__file__).resolve().parents[1]


def kernel(function: F) -> F:
    """Compiles a function with numba on its first call and keeps the result on disk.

    With NUMBA_DISABLE_JIT=1 the function stays plain Python. To run both ways, kernels keep
    integers within int64 (see `wrap` in `bits`) and read small integer arrays through `int()`.
    They work on the arrays they are handed and make none (see `allocating`), so that nobody need
    count who holds an array. A kernel that does make one, or is handed a new one by a callee, does
    not compile: it raises numba's NumbaError.
    """
    compiled: F = numba.njit(cache=True, _nrt=False, pipeline_class=_Compiler)(function)
    return compiled


def allocating(function: F) -> F:
    """Compiles a kernel that makes an array or a list, or calls one that returns what it made."""
    compiled: F = numba.njit(cache=True, _nrt=True)(function)
    return compiled


def inlined(function: F) -> F:
    """Compiles a kernel into the body of each caller, where handing over arguments is the cost."""
    compile_it: Callable[[F], F] = numba.njit(cache=True, forceinline=True)
    return compile_it(function)


def threaded(function: F) -> F:
    """Compiles a kernel that lets other threads run meanwhile (it lets go of Python's lock).

    Threads of Python, each with its share of the rows, instead of numba's own `prange`: nothing
    is compiled twice, and processes forked afterwards (AsyncVectorEnv) find no dead thread pool.
    """
    compile_it: Callable[[F], F] = numba.njit(cache=True, nogil=True)
    return compile_it(function)


@register_pass(mutates_CFG=False, analysis_only=True)
class _NothingToFree(AnalysisPass):  # type: ignore[misc]
    """Refuses what a kernel that counts no holders would leak, or return wrongly.

    Numba itself refuses to make arrays there, but lets a callee make them, and returns the whole
    array in place of a slice that stands in a tuple.
    """

    _name = "skat_gym_nothing_to_free"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Raises NumbaTypeError where an array would pass; changes nothing."""
        models = state.targetctx.data_model_manager
        returned = state.return_type
        if not isinstance(returned, types.Array) and models[returned].contains_nrt_meminfo():
            raise NumbaTypeError("a kernel returns numbers, not arrays in a tuple")
        for call, signature in state.calltypes.items():
            if not (isinstance(call, ir.Expr) and call.op == "call"):
                continue
            callee = state.typemap[call.func.name]
            if not isinstance(callee, types.Dispatcher):
                continue
            counts = callee.dispatcher.targetoptions.get("_nrt", True)
            if counts and models[signature.return_type].contains_nrt_meminfo():
                raise NumbaTypeError(
                    f"{callee.dispatcher.py_func.__name__} returns an array that nobody frees: "
                    "its caller is to be @allocating"
                )
        return False


class _Compiler(CompilerBase):  # type: ignore[misc]
    """Compiles as numba does, and checks that nothing is left to free."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_NothingToFree, NopythonTypeInference)
        passes.finalize()
        return [passes]


@cache
def source_stamp() -> str:
    """Returns a hash of every source in the folders that hold kernels.

    Whole folders, since kernels freeze the constants that their neighbours define.
    """
    sources = {path: path.read_bytes() for path in sorted(PACKAGE.rglob("*.py"))}
    folders = {
        path.parent
        for path, source in sources.items()
        if any(
            word in source
            for word in (b"\n@kernel", b"\n@threaded", b"\n@allocating", b"\n@inlined")
        )
    }
    digest = hashlib.sha256()
    for path, source in sources.items():
        if path.parent in folders:
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()


_LOCATORS = list(caching.CacheImpl._locator_classes)


class _StampedLocator(caching._CacheLocator):  # type: ignore[misc]
    """Places cache files where numba would, but stamps them with all sources of kernels.

    Numba's own stamp covers the file of the kernel alone: after an edit of a callee in another
    file, cached callers would go on running the old code.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def get_cache_path(self) -> str:
        return str(self._inner.get_cache_path())

    def get_source_stamp(self) -> str:
        return source_stamp()

    def get_disambiguator(self) -> str:
        return str(self._inner.get_disambiguator())

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _StampedLocator | None:
        if PACKAGE not in Path(py_file).resolve().parents:
            return None
        for locator in _LOCATORS:
            inner = locator.from_function(py_func, py_file)
            if inner is not None:
                return cls(inner)
        return None


caching.CacheImpl._locator_classes = [_StampedLocator, *_LOCATORS]


class _Announcer(event.Listener):  # type: ignore[misc]
    """Says once, on standard error, that kernels are being compiled for this machine."""

    said = False

    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__
        if not _Announcer.said and module.startswith("skat_gym."):
            _Announcer.said = True
            print(
                "skat_gym: compiling the rules for this machine, once (up to half a minute) ...",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Does nothing: later kernels may follow."""


event.register("numba:compile", _Announcer())
