import pytest
from bot.duplicate.session import Kind, Status
from tests.duplicate.fakes import Club, check_whole
import time

@pytest.mark.asyncio
@pytest.mark.parametrize("game", ["american-whist","english-whist","bishops-whist"])
@pytest.mark.parametrize("kind", Kind)
async def test_smoke(game, kind):
    club = Club()
    t=time.time()
    await club.begun(1,2,3, kind=kind, game=game)
    session = await club.play()
    print(time.time()-t, club.room.store.commits)
    print([ (p.items) for p in club.store.posts])
    assert session.status is Status.OVER
    check_whole(club, session)
