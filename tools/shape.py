"""Prints figures on the structure of the program: ``make shape``.

``python -m tools.shape tests/ui`` lists the assertions below a folder that compare sentences.

Assertions are counted in the syntax trees of ``tests/``, all other figures in those of ``game/``; nothing is imported
or run. The decisions of a system are the subclasses of ``Decision``.
"""

from __future__ import annotations

import ast
import gc
import io
import re
import sys
import tokenize
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ("kassala", "africa", "tours", "adua", "renaissance")
CONTRACT = ("Rules", "Codec", "Presenter")
"""The classes that every system implements. The rest are capabilities: subclasses of ``Capability``."""
INDEX_NAMES = frozenset({
    "slot", "area", "seat", "hex_", "here", "there", "at", "place", "unit", "target", "attacker", "defender", "leader",
    "node", "near", "end", "origin", "where",
})
"""Names of parameters that are indices if annotated as bare ``int``."""
SHORT_MODULE = 70
"""Lines below which a module of the screen counts as short."""


@dataclass(frozen=True)
class Module:
    """A Python file and its syntax tree."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its path in the repository."""
        return str(self.path.relative_to(ROOT))

    @property
    def lines(self) -> int:
        """The number of its lines."""
        return self.text.count("\n")

    @property
    def code_lines(self) -> int:
        """The number of lines that are neither empty, nor comments, nor docstrings."""
        code: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
                                  tokenize.ENDMARKER):
                code.update(range(token.start[0], token.end[0] + 1))
        for node in ast.walk(self.tree):
            match node:
                case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=last):
                    code.difference_update(range(first, (last or first) + 1))
        return len(code)


def modules(folder: Path) -> list[Module]:
    """The modules below a folder, in the order of their paths."""
    texts = ((path, path.read_text("utf-8")) for path in sorted(folder.rglob("*.py")))
    collecting = gc.isenabled()
    gc.disable()  # a million nodes and no garbage: collecting takes twice as long as reading
    try:
        return [Module(path, text, ast.parse(text)) for path, text in texts]
    finally:
        if collecting:
            gc.enable()


def _without_expressions(tree: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it except expressions, in the order of ``ast.walk``. Classes, functions and assertions are
    found much faster than in all nodes."""
    waiting = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        waiting.extend(each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr))


# --- decisions


def decisions(system: Sequence[Module]) -> frozenset[str]:
    """The classes of pending decisions of a system."""
    return subclasses(system, "Decision")


def subclasses(source: Iterable[Module], base: str) -> frozenset[str]:
    """The names of the classes in some modules that derive from a class, directly or indirectly."""
    bases = _bases(source)
    derived = {base}
    while more := {name for name, own_bases in bases.items() if own_bases & derived} - derived:
        derived |= more
    return frozenset(derived - {base})


def ancestors(source: Iterable[Module]) -> dict[str, frozenset[str]]:
    """The names of the classes in some modules, each with those from which it derives, directly or indirectly, as far
    as they are in these modules."""
    bases = _bases(source)

    def above(name: str) -> frozenset[str]:
        own = bases[name] & bases.keys() - {name}
        return own.union(*map(above, own))

    return {name: above(name) for name in bases}


def _bases(source: Iterable[Module]) -> dict[str, frozenset[str]]:
    """The names of the classes in some modules, each with those of its direct bases."""
    return {node.name: frozenset(map(_name, node.bases)) for module in source for node in classes(module)}


def classes(module: Module) -> Iterator[ast.ClassDef]:
    """The classes of a module, at any depth."""
    return (node for node in _without_expressions(module.tree) if isinstance(node, ast.ClassDef))


def _name(node: ast.AST) -> str:
    """The last name of an expression, without its subscript."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return _name(value)
    return ""


def dispatches(module: Module, classes: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Line and class of each place where a module tests for the class of the pending decision.

    :param classes: the names of the classes of decisions.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and _name(node.func) == "isinstance" and len(node.args) == 2:
            tested = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else list(_members(node.args[1]))
            yield from ((node.lineno, _name(each)) for each in tested if _name(each) in classes)
        elif isinstance(node, ast.MatchClass) and _name(node.cls) in classes:
            yield node.lineno, _name(node.cls)


def _members(node: ast.expr) -> Iterator[ast.expr]:
    """The members of a union; any other expression itself."""
    if isinstance(node, ast.BinOp):
        yield from _members(node.left)
        yield from _members(node.right)
    else:
        yield node


def modules_naming(system: Iterable[Module], classes: frozenset[str]) -> Counter[str]:
    """The number of modules that name or define each of some classes."""
    counts: Counter[str] = Counter()
    for module in system:
        names = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
        defined = {node.name for node in module.tree.body if isinstance(node, ast.ClassDef)}
        counts.update(name for name in classes if name in names | defined)
    return counts


# --- other figures


def methods(module: Module, name: str) -> int:
    """The number of methods and properties that a class of a module declares, except those with a leading
    underscore."""
    return sum(isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
               for node in module.tree.body if isinstance(node, ast.ClassDef) and node.name == name
               for part in node.body)


def chains(module: Module) -> int:
    """The number of chains of at least three names that begin with a whole game, e.g. ``self.game.view.rect``: the name
    ``game`` or ``_game``, perhaps after ``self``."""
    inner: set[int] = set()
    count = 0
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Attribute) or id(node) in inner:
            continue
        names: list[str] = []
        link: ast.expr = node
        while isinstance(link, ast.Attribute):
            inner.add(id(link))
            names.append(link.attr)
            link = link.value
        if isinstance(link, ast.Name):
            names.append(link.id)
        names.reverse()
        chain = names[1:] if names[:1] == ["self"] else names
        count += chain[:1] in (["game"], ["_game"]) and len(chain) >= 3
    return count


def takes_whole_game(module: Module) -> bool:
    """Whether a function of a module takes the whole game or its screen."""
    kinds = {"GameInPlay", "GameScreen"}
    return any(_annotated(arg) in kinds for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)
               for arg in node.args.args)


def _annotated(arg: ast.arg) -> str:
    """The name of a parameter's type; empty without one."""
    return _name(arg.annotation) if arg.annotation is not None else ""


def bare_indices(module: Module) -> int:
    """The number of parameters that are indices, annotated as a bare ``int``."""
    return sum(arg.arg in INDEX_NAMES and _annotated(arg) == "int" for node in ast.walk(module.tree)
               if isinstance(node, ast.FunctionDef) for arg in node.args.args)


def ground_and_state_functions(module: Module) -> int:
    """The number of functions that take ``(ground, state, ...)``."""
    return sum([arg.arg for arg in node.args.args if arg.arg not in ("self", "cls")][:2] == ["ground", "state"]
               for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef))


COMMON = re.compile(r"\b(a|an|and|are|at|by|can|for|from|has|in|is|it|may|must|no|not|of|on|only|the|to|with|your)\b")
"""Words that tell a sentence from notation, if a string has at least three words."""
NOTATION = re.compile(r"[a-z-]+ [a-z]+-[a-z0-9-]+( |$)")
"""A verb and the id of a unit, e.g. ``fire s-cuenca a with s-prim``."""


def sentences(module: Module) -> Iterator[int]:
    """The lines of assertions that compare an English sentence. Messages of assertions do not count."""
    for node in _without_expressions(module.tree):
        if isinstance(node, ast.Assert):
            texts = [each.value for each in ast.walk(node.test) if isinstance(each, ast.Constant)]
            if any(isinstance(text, str) and len(text.split()) >= 3 and COMMON.search(text)
                   and not NOTATION.match(text) for text in texts):
                yield node.lineno


def duplicate_classes(source: Iterable[Module]) -> dict[str, int]:
    """Names of classes that are defined more than once in some modules, and how often."""
    counts = Counter(node.name for module in source for node in classes(module))
    return {name: count for name, count in sorted(counts.items()) if count > 1}


def redefined_names(module: Module) -> dict[str, list[int]]:
    """Names that a module, or a class in it, defines more than once, each with its lines: the last definition hides the
    others. Overloads, setters and registered variants share their name on purpose.

    The report does not show it: ``tests/docs/test_shape.py`` fails if the program has such a name.
    """
    lines: dict[tuple[int, str], list[int]] = {}
    scopes: list[ast.Module | ast.ClassDef] = [module.tree, *classes(module)]
    for index, scope in enumerate(scopes):
        for statement in _statements(scope.body):
            for name in _defined_names(statement):
                lines.setdefault((index, name), []).append(statement.lineno)
    return {name: numbers for (_, name), numbers in lines.items() if len(numbers) > 1}


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body and of the ``with`` blocks in it. Branches are left out: they may be alternatives."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.With):
            yield from _statements(statement.body)


def _defined_names(statement: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        decorators = [ast.unparse(decorator) for decorator in statement.decorator_list]
        shares_name = any(text == "overload" or text.endswith((".setter", ".register")) for text in decorators)
        return [] if shares_name else [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [each.asname or each.name for each in statement.names]
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(
        statement, ast.AnnAssign) else []
    return [node.id for target in targets for node in ast.walk(target)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def report() -> Table:
    """The table of all figures."""
    game = modules(ROOT / "game")
    rules = {name: [m for m in game if f"game/rules/{name}/" in m.name] for name in SYSTEMS}
    without_renaissance = [m for m in game if m not in rules["renaissance"]]
    screen = [m for m in game if m.name.startswith("game/ui/")]
    table = Table("measured", "now", "of which")

    sites = {name: sum(len(list(dispatches(m, decisions(rules[name])))) for m in rules[name]) for name in SYSTEMS}
    table.add_row("sites that dispatch on a pending decision", str(sum(sites.values())),
                  ", ".join(f"{name} {sites[name]}" for name in SYSTEMS))
    counts = {name: sorted(modules_naming(rules[name], decisions(rules[name])).values()) for name in SYSTEMS}
    table.add_row("modules that know one decision class (median, most)", "",
                  ", ".join(f"{name} {each[len(each) // 2]}, {each[-1]}" for name, each in counts.items() if each))
    texts = [m for m in without_renaissance if m.name.startswith("game/rules/")
             and any(part in m.path.stem for part in ("position", "scenario", "actions"))]
    table.add_row("lines of positions, notation and scenarios (without Renaissance)",
                  str(sum(m.lines for m in texts)), "")
    core = [m for m in game if m.name.startswith("game/core/")]
    # A subclass of System, e.g. DecisionSystem, is a whole system that has a capability, not a capability itself.
    capabilities = subclasses(core, "Capability") - subclasses(core, "System")
    for title, names in (("methods of the contract", CONTRACT), ("methods of capabilities", sorted(capabilities))):
        parts = {name: sum(methods(m, name) for m in core) for name in names}
        table.add_row(title, str(sum(parts.values())), ", ".join(f"{name} {number}" for name, number in parts.items()))
    table.add_row("chains game.x.y in the screen", str(sum(map(chains, screen))),
                  f"modules that take the whole game {sum(map(takes_whole_game, screen))}")
    table.add_row("bare int parameters that are indices", str(sum(map(bare_indices, game))), "")
    table.add_row("functions that take (ground, state, ...)", str(sum(map(ground_and_state_functions, game))), "")
    short = sum(m.lines < SHORT_MODULE for m in screen)
    table.add_row("modules of game/ui", str(len(screen)), f"under {SHORT_MODULE} lines {short}")
    depths = {name: len(above) for name, above in ancestors(screen).items()}
    table.add_row("most ancestors of a class of the screen", str(max(depths.values())),
                  ", ".join(name for name, depth in depths.items() if depth == max(depths.values())))
    table.add_row("lines of a system", "", ", ".join(f"{name} {sum(m.lines for m in rules[name])}" for name in SYSTEMS))
    table.add_row("product lines (without Renaissance)", str(sum(m.lines for m in without_renaissance)),
                  f"code {sum(m.code_lines for m in without_renaissance)}")
    tests = modules(ROOT / "tests")
    assertions = {part: sum(len(list(sentences(m))) for m in tests if m.path.parts[len(ROOT.parts) + 1] == part)
                  for part in sorted({m.path.parts[len(ROOT.parts) + 1] for m in tests})}
    table.add_row("assertions that compare sentences", str(sum(assertions.values())),
                  ", ".join(f"{part} {number}" for part, number in assertions.items() if number))
    duplicates = duplicate_classes(game)
    table.add_row("class names defined more than once", str(len(duplicates)), ", ".join(duplicates))
    return table


def sentence_assertions(folder: Path) -> Iterator[str]:
    """The assertions below a folder that compare sentences, as file and line."""
    for module in modules(folder):
        yield from (f"{module.name}:{line}" for line in sentences(module))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(*sentence_assertions(ROOT / sys.argv[1]), sep="\n")
        sys.exit()
    Console(width=160 if not sys.stdout.isatty() else None).print(report())
