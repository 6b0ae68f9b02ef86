import asyncio, sys, time
from tests.soak.match import play_match
async def main():
    t=time.time()
    p=await play_match(sys.argv[1], int(sys.argv[2]), short=True, rate=float(sys.argv[3]) if len(sys.argv)>3 else 1.0, rounds=int(sys.argv[4]) if len(sys.argv)>4 else 10000)
    print(p.game,p.seed,p.presses,p.moves,p.kills,round(time.time()-t,1))
    for f in p.findings[:40]: print('  -',f[:400])
asyncio.run(main())
