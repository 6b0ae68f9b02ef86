"""The tables as one thing: what the Discord surface is given."""

from bot.tables.floor import Floor
from bot.tables.lobby import Lobby
from bot.tables.play import Play
from bot.tables.ports import HousePlayers, PeopleStore


class Tables:
    """The floor and the use cases on it. `pause` is how long a house player thinks, in seconds."""

    def __init__(self, floor: Floor, house: HousePlayers, people: PeopleStore, pause: float) -> None:
        self.floor = floor
        self.play = Play(floor, house, people, pause)
        self.lobby = Lobby(floor, house, self.play)
