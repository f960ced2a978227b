"""The key table: keystrokes and their commands for every screen, from which the page of keys is generated."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.message import Text, say

PLAYING, LOOKING, REACTING, PROGRAM = say("Playing"), say("View"), say("Out of turn"), say("Game")
WATCHING, PRESENTING, SETTING_UP = say("Step by step"), say("Presenting"), say("Setting up a position")
CAPTIONS = say("Editing captions")
HEADINGS = PLAYING, WATCHING, PRESENTING, SETTING_UP, CAPTIONS, LOOKING, REACTING, PROGRAM
"""The headings of the page of keys, in order."""
GAME_SCREENS = "game replay example"
"""The screens that play or show a game on a map."""
MAP_SCREENS = "game replay example editor captions"
"""All screens with a map and cards beside it."""
ALL_FEATURES = frozenset(("hex", "area", "plane", "reactions", "moments", "facings", "layers", "overview", "salvo",
                          "remaining", "matchups", "people", "computers"))
"""All features of a game that a key can depend on; ``strokes.MISSING_FEATURES`` says what a game without one lacks."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A row of the table: keystrokes for a command on some screens."""

    command: str
    """The command; empty if only the mouse does it. Several rows may have the same command."""
    keys: str
    """The keystrokes, named as by ``strokes``, separated by blanks."""
    screens: str
    """The screens, separated by blanks."""
    text: Text = ""
    """The description on the page of keys; if empty, the row is not shown there."""
    heading: Text = PLAYING
    """Its heading on the page."""
    needs: str = ""
    """The features the game must have, separated by blanks; ``a|b`` means either."""
    lacks: str = ""
    """The features it must not have, separated by blanks."""
    mouse: tuple[Text, ...] = ()
    """Equivalent mouse actions, as printed on the page."""
    also: str = ""
    """Further keystrokes, not shown on the page."""
    decides: bool = False
    """Whether the command answers a decision of the game; other commands only change what is shown."""

    @property
    def keystrokes(self) -> list[str]:
        """All its keystrokes, on the page of keys or not."""
        return f"{self.keys} {self.also}".split()

    @property
    def screen_names(self) -> frozenset[str]:
        """The screens on which it applies."""
        return frozenset(self.screens.split())

    def unmet_needs(self, features: frozenset[str]) -> list[tuple[str, ...]]:
        """Its needs that a game with these features does not meet, each as the features of which one would do."""
        needs = [tuple(need.split("|")) for need in self.needs.split()]
        return [need for need in needs if features.isdisjoint(need)]

    def applies(self, features: frozenset[str]) -> bool:
        """Whether the row applies to a game with these features."""
        return not self.unmet_needs(features) and features.isdisjoint(self.lacks.split())


NUMBER_KEYS = "1 2 3 4 5 6 7 8 9"
_SHIFTED_NUMBER_KEYS = " ".join(f"shift+{digit}" for digit in NUMBER_KEYS.split())
ARROWS = "up down left right"
STRIDES = "shift+up shift+down shift+left shift+right"
"""Arrow keys with Shift, for ten times the distance."""
_CURSOR_KEYS = f"{ARROWS} q w e a s d"
"""The arrows, and six letters that lie on the keyboard as the six hexsides around a hex."""
_DOUBLE_CLICK = (say("Double click"),)

TABLE = (
    # every screen; a screen's own rows come first
    Binding("full-screen", "f11", "everywhere"),
    Binding("quit", "ctrl+q", "everywhere"),
    Binding("unlock", "ctrl+l", "everywhere"),
    Binding("back", "escape", "everywhere"),
    Binding("next-button", "tab down right", "everywhere"),
    Binding("previous-button", "shift+tab up left", "everywhere"),
    Binding("press-button", "enter space", "everywhere"),
    Binding("press-golden", "enter", "everywhere"),
    Binding("leave-entry", "tab shift+tab escape", "entry"),

    # a game
    Binding("next-counter", "tab shift+tab", "game", say("next or previous unit that can act"),
            needs="people hex|area"),
    Binding("next-counter", "tab shift+tab", "game", say("next or previous base that can act"), needs="people plane",
            lacks="hex area"),
    Binding("cursor", _CURSOR_KEYS, "game", say("move the hex cursor"), needs="people hex",
            lacks="plane salvo"),
    Binding("cursor", _CURSOR_KEYS, "game", say("move the cursor; A on a map of areas lists all guns"),
            needs="people hex salvo", lacks="plane"),
    Binding("cursor", _CURSOR_KEYS, "game", say("move the cursor; on a table: select, push and turn a base"),
            needs="people hex plane"),
    Binding("cursor", ARROWS, "game", say("move the cursor to the next area in that direction"), needs="people area",
            lacks="hex"),
    Binding("cursor", ARROWS, "game", say("go to the next base that way; push the selected base"), needs="people plane",
            lacks="hex area"),
    Binding("stride", STRIDES, "game", needs="people plane"),
    Binding("cursor", "q e", "game", say("turn the selected base"), needs="people plane", lacks="hex",
            mouse=(say("Mouse wheel"),)),
    Binding("turn", ", .", "game", say("change facing (pointer over the unit or its destination)"),
            needs="people facings", mouse=(say("Mouse wheel"),)),
    Binding("", "", "game", say("move to that hex and face the corner you drag to"), needs="people facings",
            mouse=(say("Drag within a hex"),)),
    Binding("plan", "c", "game", say("plan a path with shots; Space executes it"), needs="people facings",
            lacks="overview", mouse=(say("Ctrl+click"),)),
    Binding("plan", "c", "game",
            say("plan the path and shots of the selected unit; with no unit selected: next in the list"),
            needs="people facings overview", mouse=(say("Ctrl+click"),)),
    Binding("whole-hint", "shift+enter", "game", decides=True, needs="people", lacks="lesson"),
    Binding("confirm", "enter", "game", say("pick up, move, fire, roll; next step of a hint"), needs="people",
            decides=True),
    Binding("", "shift+enter", "game", say("carry out the hint, up to a roll or the end of the phase"), needs="people",
            lacks="lesson"),
    Binding("type-dice", f"{NUMBER_KEYS} 0", "game", needs="people", decides=True, lacks="lesson"),
    Binding("choose", NUMBER_KEYS, "game", say("choose the numbered option; with Shift: change facing only"),
            needs="people facings", also=_SHIFTED_NUMBER_KEYS, decides=True),
    Binding("choose", NUMBER_KEYS, "game", say("choose the numbered option; with Shift: move the whole stack"),
            needs="people area", lacks="facings", also=_SHIFTED_NUMBER_KEYS,
            decides=True),
    Binding("choose", NUMBER_KEYS, "game", say("choose the numbered option"), needs="people", lacks="facings area",
            also=_SHIFTED_NUMBER_KEYS, decides=True),
    Binding("dice-pad", "y", "game", say("open the keypad for real dice or coins, or just type the digits"),
            needs="people", lacks="lesson"),
    Binding("whole-stack", "g", "game", say("pick up a whole stack; again: the next stack"), needs="people hex|area",
            lacks="facings", mouse=(say("Ctrl+click"), *_DOUBLE_CLICK)),
    Binding("whole-stack", "g", "game", say("pick up a whole stack; again: the next stack"), needs="people facings",
            mouse=_DOUBLE_CLICK),
    Binding("whole-stack", "g", "game", say("pick up a whole group; again: the next group"), needs="people plane",
            lacks="hex area", mouse=_DOUBLE_CLICK),
    Binding("", "", "game", say("carry the counter, or its whole stack"), needs="people hex|area",
            mouse=(say("Drag"), say("Ctrl+drag"))),
    Binding("", "", "game", say("pick up another counter of the stack as well"), needs="people hex|area",
            mouse=(say("Shift+click"),)),
    Binding("", "", "game", say("pick up a base or put it down; carry it"), needs="people plane", lacks="hex area",
            mouse=(say("Click"), say("Drag"))),
    Binding("grow", "shift+g", "game", say("add another base to the group, and those between"), needs="people plane",
            lacks="hex area", mouse=(say("Shift+click"),)),
    Binding("change-way", "c", "game", say("form a column, or move as a group again"), needs="people plane",
            lacks="hex area"),
    Binding("snap", "s", "game", say("snap the selected base into contact or into line"), needs="people plane",
            lacks="hex area"),
    Binding("bend", "n", "game", say("bend the path of the selected base"), needs="people plane", lacks="hex area",
            mouse=(say("Ctrl+click"),)),
    Binding("type-pose", "t", "game", say("type the place and facing of the selected base"), needs="people plane",
            lacks="hex area"),
    Binding("", "", "game", say("wheel or turn about the other front corner"), needs="people plane", lacks="hex area",
            mouse=(say("Drag a corner"),)),
    Binding("", "", "game", say("pick up all bases in a box"), needs="people plane", lacks="hex area",
            mouse=(say("Drag on the table"),)),
    Binding("next-line", "shift+c", "game", say("previous entry in the list"), needs="people facings overview",
            also="c"),
    Binding("next-line", "c shift+c", "game", say("go through the list: orders, forces, combats"),
            needs="people overview", lacks="facings"),
    Binding("top", "t", "game", say("put the counter on top of its stack"), needs="people area"),
    Binding("salvo", "a", "game", say("list all guns with their best targets, to fire them together"),
            needs="people salvo", lacks="hex lesson"),
    Binding("finish", "v", "game",
            say("do the rest at once (same as the button marked V); V again skips to the end"),
            needs="people remaining", decides=True, lacks="lesson"),
    Binding("finish-phase", "shift+v", "game", say("do the rest at once, and end the phase"),
            needs="people remaining area", decides=True, lacks="lesson"),
    Binding("finish", "v", "game", decides=True, lacks="lesson"),
    Binding("finish-phase", "shift+v", "game", decides=True, lacks="lesson"),
    Binding("press", "space", "game",
            say("press the highlighted button; press twice to end the phase; speed up automatic play"),
            decides=True, needs="people"),
    Binding("press", "space", "game", say("pause, or resume"), decides=True, lacks="people"),
    Binding("press-main", "0", "game", say("press the button below the prompt, even if another is highlighted"),
            decides=True, needs="people"),
    Binding("back", "escape", "game", say("deselect; stop automatic play; otherwise Esc opens the menu"),
            mouse=(say("Right click"),), needs="people", lacks="lesson"),
    Binding("back", "escape", "game", say("the menu"), lacks="people lesson"),
    Binding("undo", "backspace ctrl+z", "game", say("undo"), needs="people", lacks="lesson"),
    Binding("redo", "shift+backspace ctrl+y", "game", say("redo"), needs="people", also="ctrl+shift+z", lacks="lesson"),
    Binding("", "ctrl+d ctrl+r", "game menu", say("offer a draw; resign"), needs="people", lacks="lesson"),
    Binding("offer-draw", "ctrl+d", "game menu", lacks="lesson"),
    Binding("resign", "ctrl+r", "game menu", lacks="lesson"),
    Binding("hint", "h", "game", say("a hint from the computer"), needs="people", lacks="lesson"),
    Binding("move-now", "x", "game", say("make the computer move now"), needs="computers", lacks="lesson"),

    # acting out of turn
    Binding("interrupt", "b", "game", say("interrupt"), REACTING, needs="people moments", decides=True, lacks="lesson"),
    Binding("moments", "shift+b", "game", say("set when the game asks whether you want to interrupt or react"),
            REACTING, needs="people moments|reactions", lacks="lesson"),
    Binding("pass-phase", "shift+space", "game", say("when asked: pass for the rest of the phase"), REACTING,
            needs="people moments|reactions", decides=True, lacks="lesson"),
    Binding("never-react", "shift+p", "game", say("never ask again: always decline this kind of reaction"), REACTING,
            needs="people reactions", lacks="lesson"),
    Binding("always-react", "ctrl+p", "game", say("never ask again: always carry out this kind of reaction"), REACTING,
            needs="people reactions", lacks="lesson"),

    # setting up a position
    Binding("next-counter", "tab shift+tab", "editor", say("next or previous unit"), SETTING_UP),
    Binding("cursor", _CURSOR_KEYS, "editor", say("move the hex cursor"), SETTING_UP, needs="hex"),
    Binding("cursor", ARROWS, "editor", say("move the cursor to the next area in that direction"), SETTING_UP,
            needs="area", lacks="hex"),
    Binding("cursor", f"{ARROWS} q e", "editor", say("push the selected base; turn it"), SETTING_UP, needs="plane",
            lacks="hex area"),
    Binding("stride", STRIDES, "editor", say("push it ten times as far"), SETTING_UP, needs="plane",
            lacks="hex area"),
    Binding("confirm", "enter space", "editor", say("put down the held unit, or pick one up"),
            SETTING_UP, mouse=(say("Click"), say("Drag"))),
    Binding("turn", ", .", "editor", say("turn the selected unit"), SETTING_UP, needs="facings|plane",
            mouse=(say("Mouse wheel"),)),
    Binding("mark", NUMBER_KEYS, "editor", say("mark the selected unit, or unmark it"), SETTING_UP,
            mouse=(say("Click a box"),), also="0"),
    Binding("remove", "delete", "editor", say("take the selected unit off the map"), SETTING_UP, also="x",
            mouse=(say("Drag it off"),)),
    Binding("turn-number", "t shift+t", "editor", say("next or previous turn"), SETTING_UP),
    Binding("phase", "p shift+p", "editor", say("next or previous phase"), SETTING_UP),
    Binding("position-options", "o", "editor", say("options"), SETTING_UP),
    Binding("position-status", "g", "editor", say("status: orders, control, dice"), SETTING_UP),
    Binding("size", "[ ]", "editor", say("make the selected terrain smaller, larger"), SETTING_UP, needs="plane"),
    Binding("undo", "backspace ctrl+z", "editor", say("undo"), SETTING_UP),
    Binding("redo", "shift+backspace ctrl+y", "editor", say("redo"), SETTING_UP, also="ctrl+shift+z"),
    Binding("save", "ctrl+s", "editor", say("save the position in a file"), SETTING_UP),
    Binding("play-position", "ctrl+enter", "editor", say("play a game from here"), SETTING_UP),
    Binding("back", "escape", "editor", say("deselect the unit; leave"), SETTING_UP),

    # editing the captions of a lesson
    Binding("next-turn", "down up", "captions", say("next or previous step"), CAPTIONS, also="pagedown pageup",
            mouse=(say("Click in the list"),)),
    Binding("start", "home end", "captions", say("the first step; the last"), CAPTIONS),
    Binding("type", "enter 1 2 3", "captions", say("type the caption, the notes, the question"), CAPTIONS),
    Binding("ring", "g", "captions", say("ring a counter or a place by keys; Esc: done"), CAPTIONS,
            mouse=(say("Click"), say("Shift+click"))),
    Binding("add-step", "a", "captions", say("add a step after this one"), CAPTIONS),
    Binding("delete-step", "delete", "captions", say("delete a step that only shows something"), CAPTIONS),
    Binding("save", "ctrl+s", "captions", say("save the file"), CAPTIONS),
    Binding("present", "f5", "captions", say("save it and present it from this step"), CAPTIONS, also="shift+f5"),
    Binding("next-entry", "tab shift+tab", "captions-entry"),
    Binding("save", "ctrl+s", "captions-entry"),
    Binding("edit-captions", "e", "presentations"),

    # watching
    Binding("forward", "right", "replay", say("one step on"), WATCHING, also="pagedown"),
    Binding("forward", "right enter", "example", say("one step on"), WATCHING, also="pagedown"),
    Binding("back-step", "left", "replay example", say("one step back"), WATCHING, also="pageup"),
    Binding("next-turn", "down up", "replay", say("next or previous turn"), WATCHING),
    Binding("start", "home end", "replay example", say("the start; the end"), WATCHING),
    Binding("", "", "replay example", say("go to the step of that line"), WATCHING,
            mouse=(say("Click in the log"),)),
    Binding("run", "space", "replay example", say("play or pause"), WATCHING),
    Binding("branch", "enter", "replay", say("new game from here"), WATCHING),

    Binding("recap", "t", "replay", say("what was done in the last turn, step by step"), WATCHING),
    Binding("mark-lesson", "e", "replay", say("begin a lesson here; end it here"), WATCHING),

    # presenting
    Binding("next-slide", "pagedown right down space", "presenting", say("next"), PRESENTING,
            mouse=(say("Click"),)),
    Binding("previous-slide", "pageup left up backspace", "presenting", say("back; undoes what the slide did"),
            PRESENTING, mouse=(say("Right click"),)),
    Binding("first-slide", "home end", "presenting", say("the first slide; the last"), PRESENTING),
    Binding("jump", "enter", "presenting"),
    Binding("attract", "a", "presenting", say("play automatically until a key is pressed"), PRESENTING),
    Binding("play-step", "enter", "presenting"),
    Binding("", "enter", "presenting", say("on a step that the audience plays: play it by hand"), PRESENTING,
            mouse=(say("Click"),)),
    Binding("next-slide", "enter", "presenting"),
    Binding("digit", f"{NUMBER_KEYS} 0", "presenting",
            say("and Enter: go to that slide; at a question: record the room's guess"), PRESENTING),
    Binding("whole", "f 0", "presenting",
            say("show the whole map, or zoom back in; 0 while no number is typed"), PRESENTING),
    Binding("black", "b .", "presenting", say("black screen on or off"), PRESENTING),
    Binding("white", "w", "presenting", say("white screen on or off"), PRESENTING, also=","),
    Binding("ask-rules", "shift+r", "presenting",
            say("ask what the rules say: click a unit, then a unit or a place"), PRESENTING),
    Binding("projector", "c", "presenting", say("high-contrast display for a lit room, on or off"), PRESENTING),
    Binding("notes", "n", "presenting", say("the speaker's notes"), PRESENTING),
    Binding("second-window", "t", "presenting", say("open or close a second window for the audience"), PRESENTING),
    Binding("freeze", "z", "presenting", say("freeze or unfreeze the audience's window"), PRESENTING),
    Binding("point", "s", "presenting", say("point with a ring, a spotlight, a magnifying glass, or nothing"),
            PRESENTING),
    Binding("", "", "presenting", say("draw an arrow; the next slide wipes it"), PRESENTING, mouse=(say("Drag"),)),
    Binding("play-on", "p", "presenting", say("play from this position; F5 returns to the slide"), PRESENTING),
    Binding("lock", "ctrl+l", "presenting", say("lock or unlock all keys but next, back, black, white"), PRESENTING),
    Binding("present", "f5", "presenting", say("return from black or white; at the end, play in a loop"), PRESENTING,
            also="shift+f5"),
    Binding("back", "escape", "presenting", say("leave"), PRESENTING),
    Binding("next-slide", "pagedown right down", "presentations"),
    Binding("previous-slide", "pageup left up", "presentations"),
    Binding("first-slide", "home end", "presentations"),
    Binding("present", "f5 enter space", "presentations", also="shift+f5"),
    Binding("present", "f5", "title", also="shift+f5"),
    Binding("present", "f5", GAME_SCREENS, say("present this game or lesson to an audience; Esc to return"), PROGRAM,
            also="shift+f5"),
    Binding("lock", "ctrl+l", "replay example", say("lock or unlock all keys but single steps"), WATCHING),
    Binding("lock", "ctrl+l", "game", say("lock or unlock the screen of a game between computers"), WATCHING,
            lacks="people"),
    Binding("keys", "?", "presenting", say("this list of keys"), PRESENTING, also="f1"),

    # a lesson played by hand: its own keys come before those of the game
    Binding("next-step", "pagedown", "lesson", say("next step; your move is made for you"), WATCHING),
    Binding("step-back", "pageup backspace", "lesson", say("one step back"), WATCHING, also="ctrl+z"),
    Binding("start-over", "home", "lesson", say("start the lesson over"), WATCHING),
    Binding("lesson-hint", "h", "lesson", say("a hint"), WATCHING),
    Binding("back", "escape", "lesson", say("deselect; with nothing selected Esc leaves the lesson"),
            mouse=(say("Right click"),)),

    Binding("recap", "pagedown pageup", "game", say("opponents' actions, step by step"), WATCHING, needs="people",
            lacks="lesson"),

    # looking at a map
    Binding("pause", "p", "game", say("pause the computer players, or resume"), PROGRAM, needs="computers",
            lacks="lesson"),
    Binding("pause", "p", "game", lacks="lesson"),
    Binding("move-now", "x", "game", lacks="lesson"),
    Binding("speed", "[ ]", GAME_SCREENS, say("play slower, faster"), PROGRAM),
    Binding("zoom", "+ -", MAP_SCREENS, say("zoom"), LOOKING, lacks="facings plane", mouse=(say("Mouse wheel"),),
            also="= −"),
    Binding("zoom", "+ -", MAP_SCREENS, say("zoom"), LOOKING, needs="facings|plane", mouse=(say("Ctrl+wheel"),),
            also="= −"),
    Binding("fit", "f", "game editor", say("fit the map; again: zoom to combats, one after another"), LOOKING),
    Binding("fit", "f", "replay example", say("fit the map; again: follow the steps, then zoom to combats"), LOOKING),
    Binding("pan", STRIDES, MAP_SCREENS, say("scroll the map"), LOOKING, lacks="plane", mouse=(say("Right drag"),)),
    Binding("pan", STRIDES, "replay example", say("scroll the map"), LOOKING, needs="plane",
            mouse=(say("Right drag"),)),
    Binding("pan", STRIDES, "game", say("scroll the map; with a base selected, push it ten times as far"), LOOKING,
            needs="plane", mouse=(say("Right drag"),)),
    Binding("legend", "k", MAP_SCREENS, say("hide or show the legend"), LOOKING),
    Binding("minimap", "j", "game replay", say("a small map while zoomed in; click it to go there"), LOOKING),
    Binding("zones", "z", MAP_SCREENS, say("zones of control"), LOOKING, needs="layers"),
    Binding("turn-sheet", "u", MAP_SCREENS, say("turn the map a quarter turn, or back"), LOOKING, needs="hex"),
    Binding("numbers", "n", MAP_SCREENS, say("hex numbers"), LOOKING, needs="hex"),
    Binding("unit-symbols", "b", MAP_SCREENS, say("unit symbols or figures on the bases"), LOOKING, needs="plane",
            lacks="hex area moments reactions"),
    Binding("measure", "d", "game", say("a ruler, between points or bases"), LOOKING, needs="people plane",
            lacks="hex"),
    Binding("matchups", "w", "game", say("who beats whom, type by type"), LOOKING, needs="matchups", lacks="hex"),
    Binding("objectives", "o", GAME_SCREENS, say("show or hide the victory conditions"), LOOKING),
    Binding("panel", "shift+l", GAME_SCREENS),
    Binding("", "shift+l", GAME_SCREENS, say("fold or unfold the log"), LOOKING, lacks="drawer"),
    Binding("", "shift+l", GAME_SCREENS, say("show or hide the cards over the map"), LOOKING, needs="drawer"),
    Binding("log", "l", GAME_SCREENS, say("full log"), LOOKING),
    Binding("roster", "i", MAP_SCREENS, say("roster of units; losses of both sides"), LOOKING),
    Binding("rulebook", "r", MAP_SCREENS, say("open the rulebook at the rule shown"), LOOKING),
    Binding("ask-rules", "shift+r", MAP_SCREENS,
            say("ask what the rules say: click a unit, then a target, or use arrows, Tab and Enter"), LOOKING),
    Binding("ask-move", _CURSOR_KEYS, "asking", needs="hex"),
    Binding("ask-move", ARROWS, "asking", lacks="hex"),
    Binding("ask-move", STRIDES, "asking", needs="plane", lacks="hex area"),
    Binding("ask-next", "tab shift+tab", "asking"),
    Binding("ask-take", "enter space", "asking"),
    Binding("sound", "m", MAP_SCREENS, say("sound on or off"), PROGRAM),
    Binding("", "f11", MAP_SCREENS, say("full screen"), PROGRAM),
    Binding("save", "ctrl+s", "game menu", say("save a named copy"), PROGRAM, lacks="lesson"),
    Binding("restart", "ctrl+n", "game menu", say("restart this battle"), PROGRAM, lacks="lesson"),
    Binding("", "ctrl+q", GAME_SCREENS, say("quit; the game is already saved"), PROGRAM, lacks="lesson"),
    Binding("press-button", "space", "menu"),
    Binding("press-golden", "space", "menu"),
    Binding("keys", "?", "game replay example editor captions menu title", say("this list of keys"), PROGRAM,
            also="f1"),

    # the title and the sheets
    Binding("set-up", NUMBER_KEYS, "title"),
    Binding("start", "enter", "title new-game fork"),
    Binding("resume", "c", "title"),
    Binding("saves", "l", "title"),
    Binding("settings", "s", "title"),
    Binding("positions", "p", "title"),
    Binding("turn-battles", ", .", "title"),
    Binding("open", NUMBER_KEYS, "positions"),
    Binding("edit-position", "e", "menu"),
    Binding("accept", "enter", "question shares salvo dice saves victory leader name"),
    Binding("accept", "enter space", "message shares salvo"),
    Binding("accept", "pagedown space", "remote-question"),
    Binding("refuse", "pageup", "remote-question"),
    Binding("present", "f5", "remote-question", also="shift+f5"),
    Binding("from-play", "space pageup pagedown home end", "victory"),
    Binding("log", "l", "victory"),
    Binding("accept-twice", "shift+enter shift+space", "salvo"),
    Binding("previous-page", "pageup", "pages"),
    Binding("next-page", "pagedown", "pages"),
    Binding("previous-page", "left", "keys"),
    Binding("next-page", "right", "keys"),
    Binding("option", NUMBER_KEYS, "options"),
    Binding("player", "f2 f3 f4 ctrl+f2 ctrl+f3 ctrl+f4 shift+f2 shift+f3 shift+f4", "seating"),
    Binding("scenario", "f6", "new-game position-options"),
    Binding("present", "f5", "new-game", also="shift+f5"),
    Binding("dice", "d", "fork"),
    Binding("watch", NUMBER_KEYS, "examples"),
    Binding("line", "up down pageup pagedown home end", "log rulebook roster"),
    Binding("line", "up down pageup pagedown", "saves"),
    Binding("line", "up down", "shares list"),
    Binding("choose", "enter space", "list"),
    Binding("close", "l", "log"),
    Binding("copy", "ctrl+c", "log"),
    Binding("close", "i", "roster"),
    Binding("close", "w", "matchups"),
    Binding("go", "enter", "roster"),
    Binding("side", "left right", "roster"),
    Binding("filter", NUMBER_KEYS, "roster"),
    Binding("close", "r", "rulebook"),
    Binding("close", "g", "position-fields"),
    Binding("section", "left right", "rulebook"),
    Binding("find", "f ctrl+f", "rulebook"),
    Binding("replay", "r", "saves"),
    Binding("rename", "n", "saves"),
    Binding("delete", "delete", "saves"),
    Binding("column", "left right", "choice"),
    Binding("amount", "left right 0 1 2 3 4 5 6 7 8 9", "shares"),
    Binding("undo", "backspace", "dice"),
    Binding("field", "tab shift+tab", "dice"),
    Binding("done", "space , ;", "dice"),
    Binding("row", "up down", "dice"),
    Binding("step", "left right", "dice"),
    Binding("strike", f"0 {NUMBER_KEYS} - h c", "dice"),
)
"""All keys of all screens. If rows share a keystroke, the first applicable command is run. A row without text and
``needs`` after one with them catches its key in all other games, where the screen says why the key does nothing."""
