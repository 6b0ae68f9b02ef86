"""What may be declared again at Rubicon bezique, held against a slow reference that tries every set of cards
(RULES F4.33)."""

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.bezique.combinations import Meld
from bot.rules.bezique.declaring import after_leaving, declare, in_order
from bot.rules.bezique.moves import Declare
from bot.rules.bezique.named import Named, read_named
from bot.rules.bezique.state import Deal
from bot.rules.errors import RuleError
from bot.rules.trick_taking.hands import with_hand, without
from tests.rules.bezique_hands import shown
from tests.rules.rubicon_hands import GAME, declarations, do, table, won_another

POOL = ("QS", "JD", "KH", "QH", "KS", "AH", "TH", "JH")
"""Cards that make declarations of every class with one another, and few of each, so that they come again."""

SLOWLY = settings(max_examples=40, deadline=None, derandomize=True)


@dataclass
class Account:
    """Declarations of one kind that hang together: their cards, and the plays left to use (GAP-F10)."""

    kind: str
    cards: set[Named]
    plays: int = 0


@dataclass
class Reference:
    """The clause as it is written, on everything that has been declared and played; where `counts`, with an
    account of the cards played, kept from step to step."""

    counts: bool = True
    declared: list[tuple[Meld, frozenset[Named]]] = field(default_factory=list)
    played: set[Named] = field(default_factory=set)
    accounts: list[Account] = field(default_factory=list)

    def declare(self, kind: Meld, cards: frozenset[Named]) -> None:
        joined = self.touched(kind, cards)
        self.accounts = [account for account in self.accounts if account not in joined]
        everything = cards.union(*(account.cards for account in joined))
        plays = sum(account.plays for account in joined) - bool(joined)
        self.accounts.append(Account(kind.key, set(everything), plays))
        self.declared.append((kind, cards))

    def play(self, named: Named) -> None:
        self.played.add(named)
        for account in self.accounts:
            account.plays += named in account.cards

    def touched(self, kind: Meld, cards: frozenset[Named] | set[Named]) -> list[Account]:
        """The accounts that these cards have to do with."""
        return [a for a in self.accounts if a.kind == kind.key and a.cards & cards]

    def allows(self, kind: Meld, cards: tuple[Named, ...]) -> bool:
        """Whether S may be declared as T."""
        shown = {named for named in cards if named.index}
        same = [earlier for other, earlier in self.declared if other.key == kind.key]
        if len(shown) == len(cards) and any(earlier == shown for earlier in same):
            return False
        for other, earlier in self.declared:
            if other.group == kind.group and other.level > kind.level and earlier & shown:
                return False
        touched = [earlier for earlier in same if earlier & shown]
        if touched and self.counts and sum(account.plays for account in self.touched(kind, shown)) < 1:
            return False
        return not touched or any(earlier & self.played for earlier in touched)

    def everything(self, match: Any, deal: Deal) -> set[tuple[str, tuple[Named, ...]]]:
        """Every set of cards of the hand that makes something and may be declared."""
        hand, found = deal.hands[0], set()
        for kind in match.variant.declarations:
            for chosen in combinations(hand, kind.material.size):
                cards = tuple(named.card for named in chosen)
                if not kind.material.fits(cards):
                    continue
                if kind.trumps_only and deal.trump not in (None, cards[0].suit):
                    continue
                if self.allows(kind, chosen):
                    found.add((kind.key, chosen))
        return found


def listed(match: Any, deal: Deal) -> set[tuple[str, tuple[Named, ...]]]:
    found = [(kind.key, in_order(cards)) for kind, cards in GAME.combinations(match, deal, 0)]
    assert len(set(found)) == len(found), "each is listed once"
    return set(found)


@pytest.mark.parametrize("again", ["each-card", "any-set"])
@SLOWLY
@given(st.permutations([card for card in POOL for _ in range(4)]).map(lambda cards: cards[:9]), st.data())
def test_f4_33_gap_f10_what_may_be_declared_is_what_the_clauses_allow(
    again: str, hand: list[str], data: st.DataObject
) -> None:
    state = table(" ".join(hand), again=again)
    match, deal, reference = state.match, state.deal, Reference(counts=again == "each-card")
    for _ in range(data.draw(st.integers(2, 14), label="steps")):
        can = sorted(listed(match, deal), key=str)
        assert set(can) == reference.everything(match, deal)
        if can and data.draw(st.sampled_from((True, False)), label="declares"):
            key, cards = data.draw(st.sampled_from(can), label="what")
            deal, _ = declare(match, deal._replace(scored=0), 0, Declare(key, cards))
            made = deal.declarations[-1]
            reference.declare(made.kind, frozenset(made.cards))
            continue
        # A declared card where there is one: that is what lets anything be declared again.
        shown = [named for named in deal.hands[0] if named.index] or list(deal.hands[0])
        gone = data.draw(st.sampled_from(shown), label="plays")
        drawn = read_named(data.draw(st.sampled_from(POOL), label="draws"))
        held = in_order((*without(deal.hands[0], gone), drawn))
        deal, _ = after_leaving(deal._replace(hands=with_hand(deal.hands, 0, held)), 0, gone, "played")
        reference.play(gone)
        # Four packs hold no more than four of a card.
        deal = deal._replace(hands=with_hand(deal.hands, 0, _four_at_most(deal, held)))


def _four_at_most(deal: Deal, held: tuple[Named, ...]) -> tuple[Named, ...]:
    kept: list[Named] = []
    for named in held:
        if named.index or deal.shown.count(named.card) + kept.count(named) < 4:
            kept.append(named)
    return tuple(kept)


def test_f4_33_the_reference_is_the_clause() -> None:
    state = table("KH QH QH AH AH AH AH TH JH")
    variant, reference = state.match.variant, Reference()
    marriage = variant.kind("marriage")
    first = tuple(map(read_named, ("KH/1", "QH/1")))
    again = tuple(map(read_named, ("KH/1", "QH")))
    assert reference.allows(marriage, again)
    reference.declare(marriage, frozenset(first))
    assert not reference.allows(marriage, first)
    assert not reference.allows(marriage, again)
    reference.play(first[1])
    assert reference.allows(marriage, again)
    reference.declare(variant.kind("sequence"), frozenset(first))
    assert not reference.allows(marriage, again)


def queens(state: Any) -> set[tuple[str, ...]]:
    found = GAME.combinations(state.match, state.deal, 0)
    return {tuple(named.text for named in cards) for kind, cards in found if kind.key == "queens"}


def test_f4_33_a_fifth_queen_makes_four_again_only_once_one_of_the_four_is_played() -> None:
    whole = shown("queens", "QS/1 QH/1 QC/1 QD/1")
    assert queens(table("QS/1 QH/1 QC/1 QD/1 QS 7C", declared=(whole,))) == set()
    broken = shown("queens", "QS/1 QH/1 QC/1 QD/1", broken=True)
    again = ("QS", "QH/1", "QC/1", "QD/1")
    assert queens(table("QH/1 QC/1 QD/1 QS 7C", declared=(broken,))) == {again}
    second = shown("queens", "QS/2 QH/1 QC/1 QD/1")
    assert queens(table("QS/2 QH/1 QC/1 QD/1 7C", declared=(broken, second))) == set()


def test_gap_f10_one_queen_played_lets_one_new_four_be_declared() -> None:
    state = table("QS QH QC QD QS QH 7C 8C 9C")
    state, _ = do(state, 0, "declare queens QS QH QC QD")
    state = after_a_trick(state, "QS/1")
    assert len(queens(state)) == 5, "of any of the two fresh ones"
    state, _ = do(state, 0, "declare queens QS QH/1 QC/1 QD/1")
    state = won_another(state)
    assert queens(state) == set()
    with pytest.raises(RuleError, match="play another of its cards first"):
        do(state, 0, "declare queens QH QH/1 QC/1 QD/1")
    state = after_a_trick(state, "QD/1")
    assert queens(state) == {("QS/2", "QH", "QH/1", "QC/1")}


def test_gap_f10_after_two_queens_played_two_fours_may_follow() -> None:
    state = table("QS QH QC QD QS QH QC 7C 8C")
    state, _ = do(state, 0, "declare queens QS QH QC QD")
    state = after_a_trick(state, "QS/1", "QD/1")
    state, _ = do(state, 0, "declare queens QS QH QH/1 QC/1")
    state = won_another(state)
    assert queens(state)
    assert all("QC" in cards for cards in queens(state))
    state, _ = do(state, 0, "declare queens QS/2 QC QH/1 QC/1")
    assert queens(won_another(state)) == set()


def test_gap_f10_a_queen_of_two_fours_counts_once() -> None:
    state = table("QS QH QC QD QS QH QC 7C 8C")
    state, _ = do(state, 0, "declare queens QS QH QC QD")
    state, _ = do(after_a_trick(state, "QS/1"), 0, "declare queens QS QH/1 QC/1 QD/1")
    state = after_a_trick(state, "QD/1")
    state, _ = do(state, 0, "declare queens QS/2 QH QH/1 QC/1")
    assert queens(won_another(state)) == set()


def test_gap_f10_what_is_made_of_fresh_cards_costs_no_play() -> None:
    state = table("KH QH KH QH KH 7C 8C 9C 9C")
    state, _ = do(state, 0, "declare marriage KH QH")
    state = after_a_trick(state, "KH/1")
    state, _ = do(state, 0, "declare marriage KH QH")
    state = won_another(state)
    assert declarations(state, "marriage") == {"KH QH/1", "KH/2 QH/1"}
    state, _ = do(state, 0, "declare marriage KH QH/1")
    assert declarations(won_another(state), "marriage") == set()


def test_gap_f10_each_marriage_counts_the_cards_played_from_it() -> None:
    first = shown("marriage", "KH/1 QH/1", broken=True)
    second = shown("marriage", "KH/2 QH/2", broken=True)
    state = table("KH/2 QH QH 7C", declared=(first, second))
    # All of the first is gone, which helps the second to nothing.
    assert declarations(state, "marriage") == {"KH/2 QH"}
    state, _ = do(state, 0, "declare marriage KH/2 QH")
    assert declarations(won_another(state), "marriage") == set()


def test_gap_f10_by_the_option_two_fresh_queens_beside_three_of_a_broken_four_make_several() -> None:
    broken = shown("queens", "QS/1 QH/1 QC/1 QD/1", broken=True)
    state = table("QH/1 QC/1 QD/1 QS QH 7C", declared=(broken,), again="any-set")
    assert len(queens(state)) == 5
    second = shown("queens", "QS/2 QH/1 QC/1 QD/1")
    state = table("QH/1 QC/1 QD/1 QS/2 QH 7C", declared=(broken, second), again="any-set")
    assert len(queens(state)) == 4, "all but the one that has been declared"


def after_a_trick(state: Any, *cards: str) -> Any:
    """The same after these were played and the seat has won again."""
    deal = state.deal
    for text in cards:
        gone = read_named(text)
        deal = deal._replace(hands=with_hand(deal.hands, 0, without(deal.hands[0], gone)))
        deal, _ = after_leaving(deal, 0, gone, "played")
    return won_another(replace(state, deal=deal))
