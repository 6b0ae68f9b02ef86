"""Every custom_id is read by one item, which writes it again."""

from typing import Any

import pytest

from cogs.answering.menus import MENUS, MoveMenu
from cogs.daily.actions import DAILY_ITEMS
from cogs.opening.actions import DOOR_ITEMS, GamesMenu, GuideMenu, HelpButton, OpenButton
from cogs.proposals.actions import (
    CONSENT_ITEMS,
    AbandonButton,
    AgreeButton,
    CallButton,
    ClaimButton,
    ClaimMenu,
    ConcedeButton,
    MoreButton,
    ProposeButton,
    RefuseButton,
    RestButton,
    ResumeButton,
    SubstituteButton,
    WithdrawButton,
)
from cogs.result.actions import RESULT_BUTTONS, AnalysisButton, PlayAgainButton, ShareButton
from cogs.standings.actions import STANDINGS_ITEMS
from cogs.table.actions import (
    BUTTONS,
    GuidePageButton,
    JoinButton,
    LeaveButton,
    LookingButton,
    MoreRulesButton,
    MoveButton,
    MyHandButton,
    RulesButton,
    SitButton,
    SwitchButton,
)
from cogs.ui.open_options import OpenOptions

ITEMS: tuple[Any, ...] = (*BUTTONS, *RESULT_BUTTONS, *CONSENT_ITEMS, *DOOR_ITEMS, *MENUS)
EXAMPLES: dict[str, Any] = {
    "c:12:57:play QH": MoveButton,
    "c:9:3:declare sequence AD TD KD/1 QD/1 JD/1": MoveButton,
    "c:12:0:!sit:2": SitButton,
    "c:12:0:!leave:": LeaveButton,
    "c:12:57:!hand:": MyHandButton,
    "c:12:57:!best:3": AnalysisButton,
    "c:12:57:!share:3": ShareButton,
    "c:12:57:!again:": PlayAgainButton,
    "c:0:0:!page:bishops-whist.2": GuidePageButton,
    "c:12:57:!more:": MoreButton,
    "c:12:57:!propose:undo": ProposeButton,
    "c:12:57:!propose:pause": ProposeButton,
    "c:12:57:!propose:abandon": ProposeButton,
    "c:12:57:!resume:": ResumeButton,
    "c:12:57:!agree:1800000000250": AgreeButton,
    "c:12:57:!refuse:1800000000250": RefuseButton,
    "c:12:57:!withdraw:": WithdrawButton,
    "c:12:57:!call:2": CallButton,
    "c:12:57:!substitute:2": SubstituteButton,
    "c:12:57:!concede:": ConcedeButton,
    "c:12:57:!abandon:": AbandonButton,
    "c:12:57:!claim:5": ClaimButton,
    "c:12:57:!rest:5": RestButton,
    "m:12:57:!claim:": ClaimMenu,
    "m:12:57:!move:1": MoveMenu,
    "c:12:0:!join:": JoinButton,
    "c:12:0:!looking:": LookingButton,
    "c:12:0:!switch:match.1": SwitchButton,
    "c:12:0:!rules:": RulesButton,
    "c:12:0:!more-rules:": MoreRulesButton,
    "d:open:slow:bob-short:5:old-maid": OpenButton,
    "d:open:::0:bezique": OpenButton,
    "d:games:live::0": GamesMenu,
    "d:games:live::0:2": GamesMenu,
    "d:guide:": GuideMenu,
    "d:guide::1": GuideMenu,
    "d:help:play": HelpButton,
}


async def read(custom_id: str) -> Any:
    """The item that answers for it, and no other does."""
    (kind,) = [kind for kind in ITEMS if kind.__discord_ui_compiled_template__.fullmatch(custom_id)]
    match = kind.__discord_ui_compiled_template__.fullmatch(custom_id)
    return await kind.from_custom_id(None, None, match)


@pytest.mark.asyncio
@pytest.mark.parametrize("custom_id", EXAMPLES)
async def test_each_item_has_arguments_of_its_own(custom_id: str) -> None:
    item = await read(custom_id)
    assert item.custom_id == custom_id
    assert type(item) is EXAMPLES[custom_id]


@pytest.mark.asyncio
async def test_arguments_are_read_as_what_they_are() -> None:
    assert (await read("c:12:57:play QH")).move == "play QH"
    sit = await read("c:12:0:!sit:2")
    assert (sit.table, sit.chair) == (12, 2)
    assert (await read("c:12:57:!best:3")).hand == 3
    page = await read("c:0:0:!page:bishops-whist.2")
    assert (page.game, page.page) == ("bishops-whist", 2)
    assert (await read("c:1:0:!switch:match.1")).choice == 1
    assert (await read("d:open:slow:bob-short:5:old-maid")).wishes == OpenOptions("slow", "bob-short", 5)


def test_nothing_else_is_taken_for_an_item() -> None:
    for custom_id in (
        "c:1:0:!dance:",
        "c:x:0:play QH",
        "m:1:0:play QH",
        "c:1:0:",
        "c:1:0:!sit:",
        "c:1:0:!sit:x",
    ):
        assert not [k for k in ITEMS if k.__discord_ui_compiled_template__.fullmatch(custom_id)], custom_id


@pytest.mark.parametrize("period", ["000000", "000101", "202600", "202613", "999912"])
def test_a_month_that_no_calendar_has_is_in_no_custom_id(period: str) -> None:
    items: tuple[Any, ...] = (*DAILY_ITEMS, *STANDINGS_ITEMS)
    for custom_id in (
        "c:0:0:!daily-table:game.english-whist.{}.0",
        "c:0:0:!board-turn:english-whist.{}.all.players.0",
    ):
        templates = [kind.__discord_ui_compiled_template__ for kind in items]
        assert not [one for one in templates if one.fullmatch(custom_id.format(period))]
