"""Counts how many small faults the tests find: `python -m tools.mutants --seed 24 --number 300`.

Mutants are drawn by a hash of the seed and of what each changes. Each runs in a process of its own the test
files that cover the line, quickest first, until one fails. Which do comes from coverage's data with test
files as contexts; without it, from imports. Results are kept in a JSON file, and a cut-off run goes on.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import resource
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
DRAWN_FROM = ("bot/rules", "bot/tables")
SECONDS = 120
"""Processor time the tests of one mutant may take; a test that never ends has found it."""

SWAPPED: dict[type, type] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """A fault: `number` is which one of its function, in the order of `faults`."""

    path: str
    function: str
    line: int
    operator: str
    number: int
    statement: str

    def drawn_by(self, seed: int) -> str:
        """What it is drawn by; not by its file or line."""
        what = f"{seed}|{self.function}|{self.operator}|{self.statement}"
        return hashlib.sha256(what.encode()).hexdigest()


def faults(function: ast.AST) -> Iterator[tuple[ast.stmt, ast.AST, str]]:
    """Every place in a function where something can be changed: its statement, the node and the operator."""
    for statement in ast.walk(function):
        if not isinstance(statement, ast.stmt) or isinstance(
            statement, ast.FunctionDef | ast.AsyncFunctionDef
        ):
            continue
        for node in _own(statement):
            match node:
                case ast.Compare(ops=[op]) if type(op) in SWAPPED:
                    yield statement, node, f"{type(op).__name__} to {SWAPPED[type(op)].__name__}"
                case ast.BoolOp(op=op):
                    yield statement, node, f"{type(op).__name__} to {SWAPPED[type(op)].__name__}"
                case ast.BinOp(op=op, left=left, right=right) if type(op) in SWAPPED and not _text(
                    left, right
                ):
                    yield statement, node, f"{type(op).__name__} to {SWAPPED[type(op)].__name__}"
                case ast.UnaryOp(op=ast.Not()):
                    yield statement, node, "not dropped"
                case ast.Constant(value=bool()):
                    yield statement, node, "bool turned"
                case ast.Constant(value=int()):
                    yield statement, node, "one more"
                case ast.Return(value=ast.expr() as value) if not _is_none(value):
                    yield statement, node, "None returned"
                case ast.IfExp():
                    yield statement, node, "condition turned"


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement that belong to no statement within it."""
    yield statement
    waiting = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting[:0] = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _text(*operands: ast.expr) -> bool:
    return any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in operands
    )


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def change(node: ast.AST) -> None:
    """Put the fault in."""
    match node:
        case ast.Compare():
            node.ops = [SWAPPED[type(node.ops[0])]()]
        case ast.BoolOp() | ast.BinOp():
            node.op = SWAPPED[type(node.op)]()
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant():
            node.value = node.value + 1  # type: ignore[operator]
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Functions and methods by qualified name; those inside a function belong to it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def drawn(seed: int, number: int) -> list[Mutant]:
    """So many mutants, by the seed; the words of a game and what only raises are left out."""
    found = []
    for folder in DRAWN_FROM:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.stem.endswith("text") or "text" in path.parent.name:
                continue
            for name, function in functions(ast.parse(path.read_text())):
                for count, (statement, _, operator) in enumerate(faults(function)):
                    found.append(
                        Mutant(
                            str(path.relative_to(ROOT)),
                            name,
                            statement.lineno,
                            operator,
                            count,
                            ast.unparse(statement).partition("\n")[0],
                        )
                    )
    return sorted(found, key=lambda one: one.drawn_by(seed))[:number]


def source(mutant: Mutant) -> str:
    """The module with the fault in it."""
    tree = ast.parse((ROOT / mutant.path).read_text())
    function = dict(functions(tree))[mutant.function]
    _, node, operator = list(faults(function))[mutant.number]
    assert operator == mutant.operator
    change(node)
    return ast.unparse(ast.fix_missing_locations(tree))


def covering(data: Path) -> dict[tuple[str, int], set[str]]:
    """The test files that reach each line."""
    found: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    with sqlite3.connect(data) as base:
        rows = base.execute(
            "SELECT file.path, context.context, arc.fromno, arc.tono FROM arc "
            "JOIN file ON file.id = arc.file_id JOIN context ON context.id = arc.context_id "
            "WHERE context.context != ''"
        )
        for path, context, first, second in rows:
            for line in (abs(first), abs(second)):
                found[path.partition("/bot/")[2], line].add(context)
    return found


PLAY_EVERYTHING = (
    "tests/rules/test_golden.py",
    "tests/matches/test_matches.py",
    "tests/rules/test_conformance.py",
)


@cache
def imported_by() -> dict[str, str]:
    """What each test file of rules and tables imports, as text."""
    files = [file for folder in ("tests/rules", "tests/tables") for file in (ROOT / folder).glob("test_*.py")]
    return {
        str(file.relative_to(ROOT)): "\n".join(
            line for line in file.read_text().splitlines() if line.startswith(("from bot.", "import bot."))
        )
        for file in files
    }


def nearest(mutant: Mutant) -> list[str]:
    """The test files most likely to find it."""
    module = mutant.path.removesuffix(".py").replace("/", ".")
    package, _, name = module.rpartition(".")
    found: dict[str, None] = {}
    itself = rf"{re.escape(module)} |{re.escape(package)} import .*\b{name}\b"
    for wanted in (itself, rf"{re.escape(package)}\b"):
        near = {test for test, imports in imported_by().items() if re.search(wanted, imports)}
        found |= dict.fromkeys(in_order(near))
    return list(found | dict.fromkeys(test for test in PLAY_EVERYTHING if (ROOT / test).exists()))


def found_by(mutant: Mutant, tests: list[str]) -> str | None:
    """The test file that finds it, or None; "?" where the time was too short to play every game."""
    written, told = os.pipe()
    child = os.fork()
    if child == 0:
        _run(mutant, tests, told)
    os.close(told)
    with os.fdopen(written) as answers:
        run = answers.read().split()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "?" if run[-1] in PLAY_EVERYTHING else run[-1]
    return run[-2] if run[-1] == "found" else None


def _run(mutant: Mutant, tests: list[str], told: int) -> None:
    """In a child: run the tests with the fault in its module."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    from importlib.machinery import SourceFileLoader

    import pytest

    path, text = str(ROOT / mutant.path), source(mutant)
    get_code = SourceFileLoader.get_code

    def mutated(self: SourceFileLoader, name: str):  # type: ignore[no-untyped-def]
        return compile(text, path, "exec") if self.path == path else get_code(self, name)

    SourceFileLoader.get_code = mutated  # type: ignore[method-assign, assignment]
    for test in tests:
        os.write(told, f"{test}\n".encode())
        arguments = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "--tb=no", test]
        if test in PLAY_EVERYTHING[1:]:
            arguments += ["-k", "usual"]
        if pytest.main(arguments) not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            os.write(told, b"found\n")
            break
    else:
        os.write(told, b"survived\n")
    os._exit(0)


def in_order(tests: set[str]) -> list[str]:
    """The tests of rules first, which start quickest, then those of tables; of each the shortest first."""
    there = [test for test in tests if (ROOT / test).exists()]
    folders = ("tests/rules", "tests/tables", "tests/")
    rank = {test: next(at for at, folder in enumerate(folders) if test.startswith(folder)) for test in there}
    return sorted(there, key=lambda test: (rank[test], (ROOT / test).stat().st_size))


def main() -> None:
    """Draw mutants, run their tests, and print which survive."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--number", type=int, default=300, help="mutants to draw")
    parser.add_argument("--most", type=int, default=20, help="test files to run for each")
    parser.add_argument("--minutes", type=float, default=600.0, help="begin no mutant after so many")
    parser.add_argument("--coverage", type=Path, help="coverage's data, with contexts")
    parser.add_argument("--results", type=Path, required=True, help="where results are kept")
    chosen = parser.parse_args()
    os.nice(5)
    os.chdir(ROOT)
    reached = covering(chosen.coverage) if chosen.coverage else None
    known = json.loads(chosen.results.read_text()) if chosen.results.exists() else {}
    until = time.monotonic() + 60 * chosen.minutes
    for mutant in drawn(chosen.seed, chosen.number):
        key = mutant.drawn_by(chosen.seed)
        if key in known or time.monotonic() > until:
            continue
        line = (mutant.path.removeprefix("bot/"), mutant.line)
        tests = nearest(mutant) if reached is None else in_order(reached.get(line, set()))
        if len(tests) > chosen.most:
            tests = tests[: chosen.most - 3] + tests[-3:]
        found = found_by(mutant, tests) if tests else None
        if not tests:
            result = "not reached"
        elif found == "?":
            result = "unknown"
        else:
            result = "killed" if found else "survived"
        known[key] = {
            "result": result, "by": found, "where": f"{mutant.path}:{mutant.line} {mutant.function}",
            "what": f"{mutant.operator}: {mutant.statement}",
        }  # fmt: skip
        chosen.results.write_text(json.dumps(known, indent=1))
        print(result, known[key]["where"], known[key]["what"], flush=True)
    print(dict(Counter(one["result"] for one in known.values())))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
