"""Systems made up for a test: copies of the template with other names and titles, and any number of scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path

TEMPLATE = Path(__file__).resolve().parents[1] / "docs" / "template"

BUILD = '''

def _more(built: Template) -> Template:
    from dataclasses import replace

    first, number = built.scenarios[0], {scenarios}
    built.scenarios = tuple(
        replace(first, name=first.name + "-" + str(n) if n else first.name, title="The long field, day " + str(n + 1))
        for n in range(number))
    return built
'''


def copied(folder: Path, name: str, title: str, scenarios: int = 1) -> Path:
    """Put a copy of the template into a folder of systems; return the copy's folder."""
    copy = folder / name
    shutil.copytree(TEMPLATE, copy, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    for path in copy.rglob("*.*"):
        text = path.read_text("utf-8").replace("template", name).replace('title="Template"', f'title="{title}"')
        text = text.replace('if scenario != "field" or', 'if not scenario.startswith("field") or')
        path.write_text(text, "utf-8")
    build = copy / "__init__.py"
    text = build.read_text("utf-8").replace("return Template(boards(", "return _more(Template(boards(")
    text = text.replace('.tmx"))', '.tmx")))')
    build.write_text(text + BUILD.format(scenarios=scenarios), "utf-8")
    return copy
