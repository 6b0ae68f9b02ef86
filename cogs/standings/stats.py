"""A person's record at one game."""

import asyncio
from dataclasses import replace
from typing import Final

from bot.art import Result as Column
from bot.art import form_picture
from bot.rules.catalogue import Catalogue, gettext_noop, ngettext_noop
from bot.rules.game import Ranking
from bot.rules.registry import game_named, text_for
from bot.tables.judging.skill.estimate import FEWEST
from bot.tables.judging.standings import Stats
from bot.tables.state.chairs import Person
from bot.tables.state.replays import Estimate, Skill
from bot.tables.state.results import FEWEST_HANDS, Measure, PersonalRecord, Standing
from cogs.ui.actions import PERSON
from cogs.ui.layout import BAIZE, Drawing, Layout, Picture, note
from cogs.ui.names import mention, plain_name, write_name
from cogs.words import amounts
from cogs.words.achievements import achievements_line
from cogs.words.periods import period_answers, period_name, season_name
from cogs.words.standings_text import chouettes, game_answers, plain, share, signed, tally

FEWEST_CHARTED: Final = 5  # the fewest results that make a chart; fewer are listed in words

_MOST_PARTNERS: Final = 8
_MOST_SEASONS: Final = 6


async def draw_stats(
    person: Person, stats: Stats, words: Catalogue, *, with_pictures: bool, own: bool, shared: bool
) -> Drawing:
    """The record, with its controls; `shared`: for everybody, without controls."""
    if not stats.games and (stats.skill is None or not stats.skill.hands):
        nothing = words.gettext("No finished hands at a table yet; `/table open` starts a game.")
        achieved = achievements_line(stats.achievements, words)
        return note("\n".join(filter(None, (f"### {write_name(person)}", nothing, achieved))))
    layout, record = Layout(BAIZE), stats.record
    values = {"game": text_for(stats.game, words).name, "period": period_name(stats.period, words)}
    title = words.gettext("{game} · {period}", **values)
    layout.text(f"### {write_name(person)} · {title}")
    if with_pictures and len(record.form) >= FEWEST_CHARTED:
        layout.picture(await _picture(person, stats, title, words))
    layout.text("\n".join(_totals(stats, words)))
    layout.text("\n".join(_skill(stats.skill, words, own=own and not shared)))
    layout.text("\n".join(_partners(stats, words)))
    layout.text("\n".join([*_details(record, words), *_given_away(stats, words), *_seasons(record, words)]))
    layout.text(achievements_line(stats.achievements, words))
    if not shared:
        _controls(layout, stats, words, own=own)
    return layout.drawing()


def _controls(layout: Layout, stats: Stats, words: Catalogue, *, own: bool) -> None:
    here = {"user": stats.user_id, "game": stats.game, "period": stats.period}
    if len(stats.games) > 1 or stats.game not in stats.games:
        games = game_answers(stats.game, stats.games, words)
        layout.menu(PERSON.menu("stats-game", words.pgettext("menu", "Which game?"), games, **here))
    periods = period_answers(stats.period, stats.season, stats.seasons, words)
    layout.menu(PERSON.menu("stats-period", words.pgettext("menu", "Which period?"), periods, **here))
    if own and stats.guild_id is not None:
        label = words.pgettext("button", "Show everybody")
        layout.buttons([PERSON.button("share-stats", label, game=stats.game, period=stats.period)])


def _totals(stats: Stats, words: Catalogue) -> list[str]:
    record, ranking = stats.record, game_named(stats.game).ranking
    if record.empty:
        return [words.gettext("Nothing in this period; choose another.")]
    lines = []
    if _played(record.people):
        told = tally(record.people, ranking, words)
        lines.append(words.gettext("**Among people**: {tally}", tally=told))
    if _played(record.house):
        told = tally(record.house, ranking, words)
        lines.append(words.gettext("**With the house**: {tally}", tally=told))
    staked = [line for line in (record.people, record.house) if line.chouettes]
    if staked:
        both = replace(
            staked[0],
            chouettes=sum(line.chouettes for line in staked),
            stakes=sum(line.stakes for line in staked),
        )
        told = chouettes(both, words)
        lines.append(words.gettext("**Chouette**: {tally}, a point of each on the other side", tally=told))
    return lines


def _skill(skill: Skill | None, words: Catalogue, *, own: bool) -> list[str]:
    if skill is None:
        return []
    if skill.estimate is None:
        values = {"needed": FEWEST, "hands": skill.hands}
        if own:
            return [words.gettext("**Skill**: {needed} hands are needed; you have {hands}", **values)]
        return [words.gettext("**Skill**: {needed} hands are needed; there are {hands}", **values)]
    compared = words.gettext(
        "Every hand is compared with what four Hoyles, and best play with all cards seen, make of the same"
        " deal, so that luck hardly counts. In 19 cases of 20 the truth is within ±."
    )
    return [_above_hoyle(skill, skill.estimate, words), f"-# {compared}"]


_ABOVE_HOYLE: Final = {
    ("tricks", True): gettext_noop("**Skill**: {value} tricks a hand above Hoyle, ± {margin} ({hands})"),
    ("tricks", False): gettext_noop("**Skill**: {value} tricks a hand below Hoyle, ± {margin} ({hands})"),
    ("points", True): gettext_noop("**Skill**: {value} points a hand above Hoyle, ± {margin} ({hands})"),
    ("points", False): gettext_noop("**Skill**: {value} points a hand below Hoyle, ± {margin} ({hands})"),
}


def _above_hoyle(skill: Skill, estimate: Estimate, words: Catalogue) -> str:
    hands = words.npgettext("amount", "{number} hand", "{number} hands", skill.hands)
    values = {
        "value": words.number(f"{abs(estimate.value):.2f}"),
        "margin": words.number(f"{estimate.margin:.2f}"),
        "hands": hands,
    }
    return words.gettext(_ABOVE_HOYLE[skill.unit, estimate.value >= 0], **values)


def _played(standing: Standing) -> bool:
    return any(standing.tally(measure)[1] for measure in Measure)


def _partners(stats: Stats, words: Catalogue) -> list[str]:
    ranking = game_named(stats.game).ranking
    best = _best_partner(stats.record)
    people = [line for line in stats.record.partners if line.partner_id]
    ordered = ([best] if best else []) + [line for line in people if line is not best]
    lines = []
    for line in ordered[:_MOST_PARTNERS]:
        values = {"partner": mention(line.partner_id), "tally": tally(line, ranking, words)}
        if line is best:
            lines.append(words.gettext("**Best partner**: {partner}: {tally}", **values))
        else:
            lines.append(words.gettext("with {partner}: {tally}", **values))
    for line in stats.record.partners:
        if not line.partner_id:
            told = tally(line, ranking, words)
            lines.append(words.gettext("with a house player: {tally}", tally=told))
    return lines


def _best_partner(record: PersonalRecord) -> Standing | None:
    # By the points ahead per hand, among partners with enough hands; else the first one.
    people = [line for line in record.partners if line.partner_id]
    known = [line for line in people if line.hands >= FEWEST_HANDS]
    if known:
        return max(known, key=lambda line: line.difference or 0.0)
    return people[0] if people else None


def _details(record: PersonalRecord, words: Catalogue) -> list[str]:
    found, lines = record.details, []
    if "saved" in found:
        (saved, number), (captured, _) = found["saved"], found["captured"]
        hands = words.npgettext("amount", "{number} hand", "{number} hands", number)
        lines.append(
            words.gettext(
                "**Bishops**, with partners: {saved} saved, {captured} captured in {hands}",
                saved=saved,
                captured=captured,
                hands=hands,
            )
        )
    if "brisques" in found:
        brisques, number = found["brisques"]
        lines.append(
            words.gettext("**Brisques**: {each} a hand", each=words.number(f"{brisques / number:.1f}"))
        )
    if "declared" in found:
        points, number = found["declared"]
        each = words.number(round(points / number))
        lines.append(words.gettext("**Declarations**: {each} points a hand", each=each))
    if "counters" in found:
        counters, number = found["counters"]
        each = words.number(f"{counters / number:.1f}")
        lines.append(words.gettext("**Brusquembilles**: {each} counters a hand", each=each))
    if "claims" in found:
        claims = words.ngettext(
            "**Claims**: {number} hand ended by one",
            "**Claims**: {number} hands ended by one",
            found["claims"][0],
        )
        lines.append(claims)
    return lines


def _seasons(record: PersonalRecord, words: Catalogue) -> list[str]:
    pgettext = words.pgettext
    places = {1: pgettext("place", "first"), 2: pgettext("place", "second"), 3: pgettext("place", "third")}
    told = [
        words.gettext(
            "{place} in {season}",
            place=places.get(winner.place, str(winner.place)),
            season=season_name(winner.season, words),
        )
        for winner in record.seasons[:_MOST_SEASONS]
    ]
    return [words.pgettext("line", "**Seasons**: {places}", places=", ".join(told))] if told else []


_LOST: Final = {
    "tricks": ngettext_noop(
        "Gives away {each} trick a hand, over {hands}", "Gives away {each} tricks a hand, over {hands}"
    ),
    "points": ngettext_noop(
        "Gives away {each} point a hand, over {hands}", "Gives away {each} points a hand, over {hands}"
    ),
}


def _given_away(stats: Stats, words: Catalogue) -> list[str]:
    lost = stats.given_away
    if lost is None:
        return []
    each = words.number(f"{lost.lost / lost.hands:.1f}")
    hands = words.ngettext("{number} analysed hand", "{number} analysed hands", lost.hands)
    return [words.ngettext(*_LOST[lost.unit], words.like(lost.lost / lost.hands), each=each, hands=hands)]


async def _picture(person: Person, stats: Stats, title: str, words: Catalogue) -> Picture:
    record, points = stats.record, game_named(stats.game).ranking is Ranking.WINS
    measure = Measure.HANDS if record.unit == "hand" else Measure.GAMES
    columns = [
        Column(one.difference, one.won, amounts.signed(one.difference, words))
        if points
        else Column(_step(one.won), one.won)
        for one in record.form
    ]
    caption = words.ngettext(*_CAPTIONS[points, measure], len(columns))
    won = share(sum(one.won is True for one in columns), len(columns), measure, words)
    told = words.pgettext("score", "Won {share}", share=won)
    lines = _picture_lines(record, words)
    heading = f"{plain_name(person)} · {title}"
    data = await asyncio.to_thread(form_picture, heading, columns, caption, told, lines)
    shown = ", ".join(one.figure or _outcome(one.won, words) for one in columns)
    alt = ". ".join([heading, words.line(caption, shown), told, *lines])
    return Picture("stats.png", data, f"{alt}.")


def _step(won: bool | None) -> int:
    return 0 if won is None else 1 if won else -1


def _outcome(won: bool | None, words: Catalogue) -> str:
    if won is None:
        return words.pgettext("score", "no winner")
    return words.pgettext("score", "won") if won else words.pgettext("score", "lost")


_CAPTIONS: Final = {
    (True, Measure.HANDS): ngettext_noop("Points ahead, last hand", "Points ahead, last {number} hands"),
    (True, Measure.GAMES): ngettext_noop("Points ahead, last game", "Points ahead, last {number} games"),
    # Translators: Title of a picture: which of them were won.
    (False, Measure.HANDS): ngettext_noop("Last hand", "Last {number} hands"),
    # Translators: Title of a picture: which of them were won.
    (False, Measure.GAMES): ngettext_noop("Last game", "Last {number} games"),
}


def _picture_lines(record: PersonalRecord, words: Catalogue) -> list[str]:
    lines, best = [], _best_partner(record)
    if best is not None:
        lines.append(
            words.gettext(
                "Best partner: {partner}, {share}",
                partner=plain(best.partner_id, best.partner_name, words),
                share=_partner_share(best, words),
            )
        )
    found = record.details
    if "saved" in found:
        values = {"saved": found["saved"][0], "captured": found["captured"][0]}
        lines.append(words.gettext("Bishops: {saved} saved, {captured} captured", **values))
    if "brisques" in found and "declared" in found:
        (brisques, hands), (declared, _) = found["brisques"], found["declared"]
        each = {
            "brisques": words.number(f"{brisques / hands:.1f}"),
            "declared": words.number(round(declared / hands)),
        }
        lines.append(words.gettext("A hand: {brisques} brisques, {declared} declared", **each))
    elif "declared" in found:
        declared, hands = found["declared"]
        each = {"declared": words.number(round(declared / hands))}
        lines.append(words.gettext("A hand: {declared} declared", **each))
    if "counters" in found:
        counters, hands = found["counters"]
        each = {"counters": words.number(f"{counters / hands:.1f}")}
        lines.append(words.gettext("A hand: {counters} counters for brusquembilles", **each))
    if "claims" in found:
        lines.append(
            words.ngettext(
                "{number} hand ended by a claim", "{number} hands ended by a claim", found["claims"][0]
            )
        )
    return lines


def _partner_share(best: Standing, words: Catalogue) -> str:
    if best.hands >= FEWEST_HANDS and best.difference is not None:
        return words.gettext("{difference} a hand", difference=signed(best.difference, words))
    return share(*best.tally(Measure.HANDS), Measure.HANDS, words)
