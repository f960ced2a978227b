"""``--help`` in the reader's language: what the program and each command are for, and the words they take.

The texts are docstrings of commands and the helps of their words. ``tools.words`` gathers them from ``texts``.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from game.core.message import Message, Text, say
from game.i18n.words import said


class Command(TyperCommand):
    """A command whose page of help is translated."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """How it is written."""
        _write_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The whole page."""
        _write_page(self, ctx, formatter)


class Program(TyperGroup):
    """The program itself: its page lists the commands."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """How it is written."""
        _write_usage(self, ctx, formatter, "[COMMAND ...]")

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The whole page. A command is listed with the first paragraph of what it is for."""
        _write_page(self, ctx, formatter)
        rows = [(name, said(Message(next(_paragraphs(command.help))))) for name, command in self.commands.items()]
        _write_rows(formatter, say("Commands"), rows)


def texts(app: typer.Typer) -> Iterator[str]:
    """Everything that the pages of a program say, but for their headings."""
    program: Any = typer.main.get_command(app)
    for command in (program, *program.commands.values()):
        yield from _paragraphs(command.help)
        for word in command.get_params(typer.Context(command)):
            yield from _paragraphs(word.help)


def _paragraphs(text: str | None) -> Iterator[str]:
    """The paragraphs of a docstring, each on one line."""
    return (" ".join(part.split()) for part in inspect.cleandoc(text or "").split("\n\n") if part)


def _write_usage(command: Any, ctx: Any, formatter: Any, *more: str) -> None:
    """The line that shows how a command is written; the library prints it above its complaints, too."""
    arguments = [_name(word) for word in _words(command, ctx, "argument")]
    formatter.write_usage(ctx.command_path, " ".join(["[OPTIONS]", *arguments, *more]), said(say("Usage:")) + " ")


def _write_page(command: Any, ctx: Any, formatter: Any) -> None:
    command.format_usage(ctx, formatter)
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text("\n\n".join(said(Message(text)) for text in _paragraphs(command.help)))
    for heading, kind in ((say("Arguments"), "argument"), (say("Options"), "option")):
        rows = [(_name(word), " ".join(said(Message(text)) for text in _paragraphs(word.help)))
                for word in _words(command, ctx, kind)]
        _write_rows(formatter, heading, rows)


def _write_rows(formatter: Any, heading: Text, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(said(heading)):
            formatter.write_dl(rows)


def _words(command: Any, ctx: Any, kind: str) -> list[Any]:
    return [word for word in command.get_params(ctx) if word.param_type_name == kind]


def _name(word: Any) -> str:
    """A word as it is written; in brackets where it may be left out, as options always may."""
    value = word.metavar or word.name.upper()
    if word.param_type_name == "argument":
        return value if word.required else f"[{value}]"
    return ", ".join(word.opts) if word.is_flag else f"{', '.join(word.opts)} {value}"
