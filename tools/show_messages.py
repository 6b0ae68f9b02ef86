"""What players see at the tables of a database, as plain text, so that two versions can be compared.

    python -m tools.show_messages cardinal.db --out FOLDER

One file a game: the table message, the hand panels, the posts still owed, the house rules and the guide.
A table is shown as it stands, and one match a game from its beginning, at the first moment at which each
kind of move is asked for. The database is copied first; the original stays as it is.
"""

import argparse
import asyncio
import gettext
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

from bot.rules.catalogue import DOMAIN, ENGLISH, LOCALES, Catalogue
from bot.rules.options import Offer
from bot.rules.records.history import History
from bot.rules.registry import GAMES
from bot.tables.judging.records import record_of
from bot.tables.state.chairs import Person
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Status
from cogs import actions as _declared  # noqa: F401 - buttons can be drawn once their actions are declared
from cogs.hand.panel import draw_hand_panel
from cogs.opening.house_rules import RulesForm, draw_options
from cogs.settings.help import draw_guide
from cogs.table.post import post_text
from cogs.table.table_message import draw_table_message
from cogs.ui.glyphs import plainly
from cogs.ui.guides import guide
from cogs.ui.layout import Drawing, note
from storage.connection.database import open_database
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore

ROOT: Final = Path(__file__).parents[1]
_TEXT, _BUTTON, _GALLERY, _LABEL = 10, 2, 12, 18
_CHOICES = (3, 21, 22)
"""A menu, a radio group, a checkbox group."""


def catalogue(language: str) -> Catalogue:
    """The messages of a language, by the name of its folder. Raises OSError if it is not compiled."""
    if language == ENGLISH.language:
        return ENGLISH
    return Catalogue(gettext.translation(DOMAIN, ROOT / LOCALES, [language]), language)


async def shown(
    database_url: str, key: str, words: Catalogue = ENGLISH, *, with_pictures: bool = False
) -> list[str]:
    """Everything there is to see of one game, line by line."""
    database = await open_database(database_url)
    try:
        tables, posts = SqlTableStore(database), SqlPostStore(database)
        lines: list[str] = []
        number = 0
        followed = False
        while (stored := await tables.load(number := number + 1)) is not None:
            table, log = stored
            if table.game != key:
                continue
            snapshot = restore(table, log, await tables.last_post(number))
            if table.status is Status.FINISHED and not followed:
                followed = True
                for earlier in _moments(snapshot):
                    lines += await table_lines(earlier, words, with_pictures=with_pictures)
            lines += await table_lines(snapshot, words, with_pictures=with_pictures)
            if table.status is Status.LOBBY:
                lines += ["-- house rules, of the host", *_filled_in(snapshot, words)]
                lines += ["-- house rules, of a guest", *drawn(draw_options(snapshot, words))]
            for post in await posts.owed(number):
                lines += [f"-- post {post.number}, owed", *drawn(note(post_text(post, snapshot, words)))]
            if snapshot.state is not None:
                lines += ["-- record", f"{len(record_of(snapshot).moves)} of {snapshot.step} moves"]
        for page in range(len(guide(key, words.language))):
            lines += [f"== guide, page {page + 1}", *drawn(await draw_guide(key, page, words))]
        return lines
    finally:
        await database.close()


def _moments(snapshot: TableSnapshot) -> Iterator[TableSnapshot]:
    seen: set[frozenset[str]] = set()
    game, table = snapshot.game, replace(snapshot.table, status=Status.PLAYING)
    history = History.begin(game, game.options(table.options))
    for step, entry in enumerate(snapshot.log[:-1], 1):
        history = history.apply(entry.seat, history.parse(entry.text)).history
        under_way = TableSnapshot(table, snapshot.log[:step], history, snapshot.posts)
        legal = [move for seat in under_way.awaited for move in game.legal(history.state, seat)]
        verbs = frozenset(str(move).split()[0] for move in legal)
        if verbs and verbs not in seen:
            seen.add(verbs)
            yield under_way


async def table_lines(snapshot: TableSnapshot, words: Catalogue, *, with_pictures: bool) -> list[str]:
    """The table message, and the panels of those who are to move and of one who is not."""
    table = snapshot.table
    lines = [f"== table {table.id}, {table.status.value}, after {snapshot.step} moves"]
    lines += [
        "-- table message",
        *drawn(await draw_table_message(snapshot, words, with_pictures=with_pictures)),
    ]
    awaited = snapshot.players_awaited()
    others = [seat for seat in range(len(table.chairs)) if seat not in awaited]
    for seat in (*awaited, *others[:1]):
        occupant = table.chairs[seat].occupant
        if isinstance(occupant, Person) and snapshot.state is not None:
            drawing = await draw_hand_panel(snapshot, seat, words, with_pictures=with_pictures)
            lines += [f"-- panel of {occupant.name}", *drawn(drawing)]
    return lines


def _filled_in(snapshot: TableSnapshot, words: Catalogue) -> list[str]:
    # The form as it is shown, and the one with more house rules if the game has such.
    forms = [RulesForm(snapshot, words, more=False)]
    if snapshot.game.options_type.offered(Offer.MORE):
        forms.append(RulesForm(snapshot, words, more=True))
    parts = [part for form in forms for part in cast(Any, form).to_components()]
    return [plainly(line) for line in _lines(parts)]


def drawn(drawing: Drawing) -> list[str]:
    """The lines of a message, its buttons and menus, and the alt texts of its pictures."""
    return [plainly(line) for line in _lines(cast(Any, drawing.view).to_components())]


def _lines(components: Sequence[Any]) -> Iterator[str]:
    for part in components:
        kind = part.get("type")
        if kind == _TEXT:
            yield from part["content"].split("\n")
        elif kind == _BUTTON:
            off = ", off" if part.get("disabled") else ""
            yield f"  [{part.get('label')}] {part.get('custom_id')} (style {part.get('style')}{off})"
        elif kind == _LABEL:
            yield ": ".join(filter(None, [part["label"], part.get("description")]))
        elif kind in _CHOICES:
            yield f"  <{part.get('placeholder')}> {part['custom_id']}"
            for option in part["options"]:
                chosen = " *" if option.get("default") else ""
                yield f"    {option['value']}: {option['label']}{chosen}"
        elif kind == _GALLERY:
            for item in part["items"]:
                yield f"  (picture: {item.get('description')})"
        yield from _lines(part.get("components") or ())
        for inside in ("accessory", "component"):
            if part.get(inside):
                yield from _lines([part[inside]])


def main() -> None:
    """Print, or write one file a game."""
    parser = argparse.ArgumentParser(prog="python -m tools.show_messages", description="what players see")
    parser.add_argument("database", type=Path)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--language", default=ENGLISH.language, help="one of `locales`, such as fr")
    parser.add_argument("--out", type=Path, metavar="FOLDER")
    parser.add_argument("--pictures", action="store_true", help="with pictures, as their alt texts")
    arguments = parser.parse_args()
    words = catalogue(arguments.language)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(arguments.database, copy)
        for key in arguments.game or GAMES:
            url = f"sqlite+aiosqlite:///{copy}"
            text = "\n".join(asyncio.run(shown(url, key, words, with_pictures=arguments.pictures))) + "\n"
            if arguments.out:
                (arguments.out / f"{key}.txt").write_text(text)
            else:
                print(text, end="")


if __name__ == "__main__":
    main()
