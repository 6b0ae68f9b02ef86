"""House rules: named, commented parameters of a game, each with its default."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, Final, Self

from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError


class Offer(Enum):
    """Where a house rule is offered to those who set up a table."""

    LOBBY = "lobby"  # one press on the table message changes it
    RULES = "rules"  # in the first form, beside the table's own settings
    MORE = "more"  # in the second form
    NOWHERE = "nowhere"  # it makes no difference on Discord; only records and stored tables have it


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to an option's question: the stored `value` and its plain words, with a number in them."""

    value: str | int | bool
    words: str
    number: int = 0

    def told(self, words: Catalogue) -> str:
        """The answer in that language: `2,000 points`."""
        return words.pgettext("answer", self.words, number=words.number(self.number))


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule as a question in plain words; `source` names the clause it rules on.

    `default` is the answer where a record says nothing; `usual` is the answer at a new table. `title` is the
    question in a few words (at most 45 characters), for a form and for typing. `presses` are the labels of
    the button that chooses each answer, for an option offered in the lobby.
    """

    name: str
    question: str
    choices: tuple[Choice, ...]
    default: str | int | bool
    usual: str | int | bool
    source: str
    title: str
    offer: Offer
    presses: Mapping[str | int | bool, str]

    @property
    def next_choice(self) -> Mapping[str | int | bool, int]:
        """For each answer the index of the next one; the first follows the last."""
        return {choice.value: (i + 1) % len(self.choices) for i, choice in enumerate(self.choices)}


def option(
    question: str,
    source: str,
    answers: Mapping[Any, str | tuple[str, int]],
    *,
    title: str,
    usual: Any = None,
    offer: Offer = Offer.RULES,
    presses: Mapping[Any, str] | None = None,
) -> Any:
    """A dataclass field that is a house rule; the first answer is the default, and usual at new tables unless
    `usual` is given. An answer with a number is a message and the number. See `Option` for the rest."""
    choices = tuple(
        Choice(value, words) if isinstance(words, str) else Choice(value, *words)
        for value, words in answers.items()
    )
    default = choices[0].value
    usual = default if usual is None else usual
    return field(
        default=default,
        metadata={
            "question": question,
            "choices": choices,
            "usual": usual,
            "source": source,
            "title": title,
            "offer": offer,
            "presses": presses or {},
        },
    )


_INSTEAD: Final = {
    "game": "Play a single game instead",
    "partie": "Play a partie instead",
    "rubber": "Play a rubber instead",
    "best-of-three": "Play best of three instead",
    "tournee": "Play a tournée of three rubbers instead",
}


def length_of_match(source: str, answers: Mapping[str, str]) -> Any:
    """The house rule that says how long a match is; at a new table, one game. See `option`."""
    return option(
        "How long is a match?",
        source,
        answers,
        title="Length of the match",
        usual="game",
        offer=Offer.LOBBY,
        presses={answer: _INSTEAD[answer] for answer in answers},
    )


@dataclass(frozen=True, slots=True)
class Options:
    """The base of every game's options. Subclasses declare fields with `option`."""

    @classmethod
    @cache
    def described(cls) -> tuple[Option, ...]:
        """Every house rule of the game, in the order it is asked."""
        return tuple(_describe(spec) for spec in fields(cls))

    @classmethod
    def offered(cls, *places: Offer) -> tuple[Option, ...]:
        """The house rules offered in those places; without any, all that are offered somewhere."""
        wanted = places or tuple(place for place in Offer if place is not Offer.NOWHERE)
        return tuple(spec for spec in cls.described() if spec.offer in wanted)

    @classmethod
    def from_mapping(cls, chosen: Mapping[str, object]) -> Self:
        """Options from stored or written values, defaults for the rest. Raises RuleError."""
        known = {spec.name: spec for spec in cls.described()}
        for name, value in chosen.items():
            spec = known.get(name)
            if spec is None:
                listed = ", ".join(known) or "none"
                raise RuleError(
                    "option", "There is no option {name!r}; this game has {listed}.", name=name, listed=listed
                )
            # True == 1 in Python, so the kind of value is compared as well.
            if not any(value == c.value and type(value) is type(c.value) for c in spec.choices):
                allowed = ", ".join(repr(c.value) for c in spec.choices)
                raise RuleError(
                    "option",
                    "Option {name!r} cannot be {value!r}; choose from {allowed}.",
                    name=name,
                    value=value,
                    allowed=allowed,
                )
        return cls(**chosen)

    @classmethod
    def of_new_table(cls) -> dict[str, str | int | bool]:
        """The usual answers that differ from the defaults: what is set for a new table."""
        return {spec.name: spec.usual for spec in cls.described() if spec.usual != spec.default}

    def to_mapping(self) -> dict[str, str | int | bool]:
        """The options to store: those that differ from the defaults, and those whose usual answer differs
        from the default."""
        chosen = ((spec, getattr(self, spec.name)) for spec in self.described())
        return {
            spec.name: value for spec, value in chosen if value != spec.default or spec.usual != spec.default
        }


def _describe(spec: Field[Any]) -> Option:
    if spec.default is MISSING:
        raise TypeError(f"The option {spec.name!r} has no default.")
    return Option(name=spec.name, default=spec.default, **spec.metadata)
