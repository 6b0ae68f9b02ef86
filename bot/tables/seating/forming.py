"""Choosing who plays where more people belong to a table than there are chairs."""

from functools import partial

from bot.rules.preliminaries import forming
from bot.rules.preliminaries.forming import Candidate, FormsTable
from bot.tables.state.chairs import Seat
from bot.tables.state.posts import PlayersSelected
from bot.tables.store.transaction import TableTransaction


def form(tx: TableTransaction) -> None:
    """Choose who plays, where more people belong to the table than there are chairs (Laws 16-21)."""
    table, game = tx.table, tx.game
    if table.chouette is not None or not table.chairs.waiting or not isinstance(game, FormsTable):
        return
    options = game.options(table.options)
    people = {person.user_id: person for person in table.chairs.members}
    # Members of the table all count as having come first.
    first_come = game.first_come(options)
    candidates = [
        Candidate(user_id, table.chairs.rubbers[user_id], member=True)
        if user_id in table.chairs.rubbers
        else Candidate(user_id, came=came if first_come else 0)
        for came, user_id in enumerate(people)
    ]
    cut = partial(tx.cut, game.cut_pack(options))

    formed = forming.form(candidates, len(table.chairs), cut, lambda card: game.cut_height(options, card))
    # Those who stay keep their chairs; those who come in take the chairs left.
    incoming = iter([people[i] for i in formed.playing if table.chairs.seat_of(i) is None])
    seats = [seat if seat.user_id in formed.playing else Seat(next(incoming)) for seat in table.chairs]
    waiting = tuple(people[i] for i in formed.waiting)
    tx.set_chairs(seats=tuple(seats), waiting=waiting)
    tx.set(options=game.after_forming(options).to_mapping())
    tx.post(
        PlayersSelected(
            len(people),
            len(seats),
            tuple(tuple((people[i], card) for i, card in cards.items()) for cards in formed.rounds),
            tuple(people[i] for i in formed.playing),
            waiting,
        )
    )
