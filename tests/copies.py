"""Systems made up for a test: copies of the template with other names and titles, and any number of scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path

TEMPLATE = Path(__file__).resolve().parents[1] / "docs" / "template"

BUILD = '''

def _with_scenarios(built: Template) -> Template:
    from dataclasses import replace

    first, number = built.scenarios[0], {scenarios}
    built.scenarios = tuple(
        replace(first, name=first.name + "-" + str(n) if n else first.name, title="The long field, day " + str(n + 1))
        for n in range(number))
    return built
'''
"""Code added to a copy's ``__init__.py`` to give it that many scenarios, all on the template's map."""


def copy_template(folder: Path, name: str, title: str, scenarios: int = 1) -> Path:
    """Write a copy of the template into a folder of systems; return the copy's folder."""
    copy = folder / name
    shutil.copytree(TEMPLATE, copy, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    for path in copy.rglob("*.*"):
        path.write_text(path.read_text("utf-8").replace("template", name), "utf-8")
    _replace(copy / "theme.py", 'title="Template"', f'title="{title}"')
    _replace(copy / "system.py", 'if scenario != "field" or', 'if not scenario.startswith("field") or')
    build = copy / "__init__.py"
    made = f'Template(boards("{name}/field.tmx"))'
    _replace(build, f"return {made}", f"return _with_scenarios({made})")
    with build.open("a", encoding="utf-8") as file:
        file.write(BUILD.format(scenarios=scenarios))
    return copy


def _replace(path: Path, old: str, new: str) -> None:
    """Replace a text that must occur once in a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{path.name}: {old}"
    path.write_text(text.replace(old, new), "utf-8")
