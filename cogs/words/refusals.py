"""Refusals: a sentence for each error code, which says what to do instead."""

from collections.abc import Mapping
from typing import Any, Final

from bot.rules.catalogue import Catalogue, gettext_noop, ngettext_noop
from bot.rules.errors import RuleError
from bot.tables.state.errors import TableError
from cogs.words.values import in_words

PLAIN: Final[Mapping[str, str]] = {
    # Tables.
    "no-table": gettext_noop("There is no such table here; look around with /table list."),
    "no-channel": gettext_noop(
        "You cannot see the channel of table {table} any more; ask for access to it, or get up with "
        "/table leave."
    ),
    "no-sending": gettext_noop(
        "That takes the permission to send messages in <#{channel}>; ask those who manage the server for it."
    ),
    "channel-not-open": gettext_noop("On this server tables open in {channels} only."),
    "channel-full": gettext_noop(
        "Only {most} tables may be open in one channel; sit down at one of them, or open yours elsewhere."
    ),
    "not-over": gettext_noop("This match is not over yet; play again when it is."),
    "not-sat": gettext_noop("Those who played here play again; open a table of your own with /table open."),
    "next-deal": gettext_noop("You come in with the next deal; until then the house plays that hand."),
    "removed": gettext_noop(
        "You were taken out of a chair of this match; sit down at another table, see /table list."
    ),
    "guest-elsewhere": gettext_noop("They cannot see this table's channel; ask somebody who can."),
    "guest-removed": gettext_noop("They were taken out of a chair of this match; ask somebody else."),
    "remove-self": gettext_noop("To get up yourself, use /table leave."),
    "stats-elsewhere": gettext_noop(
        "In a DM you see your own results; ask for theirs on a server you share."
    ),
    "nowhere-seated": gettext_noop(
        "You do not sit at any table; open one with /table open or look around with /table list."
    ),
    "none-here": gettext_noop("No table is open in this channel; open one with /table open."),
    "which": gettext_noop("Which table? Name its number: {tables}."),
    "servers-only": gettext_noop("Tables stand in the channels of a server."),
    "closed": gettext_noop("That table has finished; open another with /table open."),
    "busy": gettext_noop("The table is very busy just now; try again in a moment."),
    "started": gettext_noop("The game has begun; that can only be done before the start."),
    "already-started": gettext_noop("The game has begun already."),
    "not-started": gettext_noop("The game has not begun yet; the host starts it."),
    # Boards.
    "no-boards": gettext_noop("That game is not played on boards; choose a game of whist."),
    "no-board": gettext_noop("There is no such board."),
    "board-table": gettext_noop(
        "A board is being played here, which others play as well; that cannot be done at it."
    ),
    "board-closed": gettext_noop(
        "Others have still to play board {board}; you will be told of it once all have."
    ),
    "problem-open": gettext_noop("The answer comes with the next morning post, <t:{closes}:R>."),
    "problem-closed": gettext_noop("This problem is over."),
    "contest-erased": gettext_noop(
        "You began these boards before you were deleted, so they are not dealt to you again."
    ),
    "contest-not-yours": gettext_noop("These boards are for others; /daily has some for everybody."),
    "contest-not-begun": gettext_noop("These boards are dealt from <t:{begins}:f> on."),
    "contest-over": gettext_noop("The time for these boards is over; none is dealt any more."),
    # Matches between servers.
    "no-match": gettext_noop(
        "There is no such match here; a manager offers another server one with /match offer."
    ),
    "match-managers": gettext_noop("Those who may manage the server agree on its matches; ask one of them."),
    "match-going": gettext_noop("{server} plays a match already; one at a time, so wait until it is over."),
    "match-code": gettext_noop(
        "No match is offered with that code: it is mistyped, withdrawn, accepted or too old. Ask for another."
    ),
    "match-own-code": gettext_noop(
        "Your own server has offered that match; hand the code to a manager of the other one."
    ),
    "match-full": gettext_noop("Your server has its {most} people already."),
    "match-other-side": gettext_noop("You play for {server} in this match, so go on there."),
    "match-not-over": gettext_noop("The match is not over; nothing is told of its boards before that."),
    # The board of the day.
    "challenge-server": gettext_noop("Challenge somebody on a server where you both are."),
    "challenge-elsewhere": gettext_noop(
        "They cannot see this channel; challenge them in one that both of you see."
    ),
    "challenge-self": gettext_noop("You cannot challenge yourself; choose somebody else."),
    "challenge-boards": gettext_noop("A challenge has {fewest} to {most} boards; choose a number of these."),
    "challenge-block": gettext_noop("You will not sit with this person; /me lets them off."),
    "challenge-not-free": gettext_noop("This person cannot be challenged; choose somebody else."),
    "challenge-asked": gettext_noop(
        "One of you has challenged the other, who has not answered yet; /challenge shows it."
    ),
    "challenge-many": gettext_noop(
        "You have {most} challenges that are not over; ask again when one of them is."
    ),
    "challenge-others": gettext_noop("That is between others; challenge somebody yourself with /challenge."),
    "challenge-answered": gettext_noop(
        "That challenge does not wait for an answer any more; /challenge shows yours."
    ),
    "challenge-not-accepted": gettext_noop("That challenge has not been accepted; /challenge shows yours."),
    "challenge-unfinished": gettext_noop(
        "You are told of it once you have played all boards; go on with /challenge."
    ),
    "challenge-not-over": gettext_noop(
        "The hands are shown once you both have played all boards, or the week is over."
    ),
    "challenge-gone": gettext_noop("They have been deleted; challenge somebody else with /challenge."),
    "no-daily": gettext_noop("There is no board of the day of that game; /daily offers those there are."),
    "no-daily-day": gettext_noop("There were no boards on that day; play today's with /daily."),
    "daily-erased": gettext_noop(
        "You began today's boards of this game before you were deleted, so they are not dealt to you again; "
        "there are new ones after midnight UTC."
    ),
    "daily-unfinished": gettext_noop(
        "You are told of the day once you have played all four boards; go on with /daily."
    ),
    "daily-none": gettext_noop("You have finished no board of that day; play today's with /daily."),
    "daily-not-over": gettext_noop(
        "Others still play these boards; they are told of after midnight UTC, with /daily day:yesterday."
    ),
    # Sessions of Duplicate.
    "no-session": gettext_noop(
        "There is no session of Duplicate here; open one with /duplicate pairs or /duplicate teams."
    ),
    "session-here": gettext_noop(
        "A session is open in this channel already; enter that one, or open yours elsewhere."
    ),
    "session-hosted": gettext_noop("You keep a session open already; close that one first."),
    "not-session-host": gettext_noop(
        "Only {host}, who opened this session, and those who manage the server can do that."
    ),
    "session-over": gettext_noop(
        "That session is over; open another with /duplicate pairs or /duplicate teams."
    ),
    "session-started": gettext_noop("The session has begun; that can only be done before the start."),
    "session-empty": gettext_noop("Nobody has entered yet; enter yourself, or wait for others."),
    "session-full": gettext_noop("There is no place left in this session; open another one elsewhere."),
    "session-late": gettext_noop("The last round has begun; enter the next session."),
    "session-elsewhere": gettext_noop("You play in another session; leave that one first."),
    "session-not-free": gettext_noop(
        "The places of this session are not free to you; open another one elsewhere."
    ),
    "session-not-played": gettext_noop("In this session no board has been dealt that could be ruled on."),
    "team-full": gettext_noop("That team is complete; enter the other one."),
    "entered": gettext_noop("You have entered already, with a partner; leave first to enter otherwise."),
    "no-place": gettext_noop("You do not play in this session, so you have no cards in it."),
    "not-entered": gettext_noop("You have not entered this session, so there is nothing to leave."),
    "partner-self": gettext_noop("You cannot be your own partner; name somebody else, or enter alone."),
    "partner-not-asked": gettext_noop(
        "They do not ask you to be their partner any more; enter alone, or ask somebody yourself."
    ),
    "partner-entered": gettext_noop("{partner} has a partner already; name somebody else, or enter alone."),
    "partner-not-free": gettext_noop("They cannot be asked; name somebody else, or enter alone."),
    "partner-elsewhere": gettext_noop("They play in another session; name somebody else, or enter alone."),
    "not-director": gettext_noop(
        "Only whoever may manage the server can rule on a board, and the host if they do not play; ask one "
        "of them."
    ),
    "not-dealt": gettext_noop("Board {board} has not been dealt at table {table} yet."),
    "not-finished": gettext_noop(
        "Board {board} is still being played at table {table}; wait for its end, or name a score or an "
        "adjustment."
    ),
    "score-range": gettext_noop("A score of North and South is a number from {least} to {most}."),
    "scoring-kind": gettext_noop(
        "Pairs are scored by matchpoints or by the average, teams by their totals; choose one of those."
    ),
    "boards-range": gettext_noop("A session has {least} to {most} boards."),
    "tables-range": gettext_noop("A session has {least} to {most} tables."),
    "board-clock-range": gettext_noop("A board may take from {least} to {most} seconds."),
    "turn-clock-range": gettext_noop("A turn may take from {least} to {most} seconds in a session."),
    # Chairs.
    "seated": gettext_noop("You already sit at this table."),
    "member": gettext_noop("You belong to this table already."),
    "guest-seated": gettext_noop("That person already sits at this table."),
    "not-seated": gettext_noop("You do not sit at this table; take a chair with /table join."),
    "advises-later": gettext_noop("You advise from the next game on; you see no hand of this one."),
    "adviser": gettext_noop("You advise {player}, who plays that hand; tell them what you would do."),
    "other-side": gettext_noop(
        "You have seen the other hand of this game; you may take that chair when the next one begins."
    ),
    # Chouette.
    "full-of-two": gettext_noop(
        "Both chairs are taken, and play has begun; ask to join before their next game, or open another "
        "table with /table open."
    ),
    "chouette-late": gettext_noop("Play has begun; ask again before the next game."),
    "chouette-already": gettext_noop("This table plays à la chouette already; join it with /table join."),
    "no-chouette": gettext_noop("This table does not play à la chouette; its keeper can have it do so."),
    "chouette-chairs": gettext_noop(
        "A chouette takes a game of two; press No chouette first, or leave the chairs as they are."
    ),
    "chouette-game": gettext_noop(
        "{game} cannot be played à la chouette, for that takes two players; open a table for two."
    ),
    "not-alone": gettext_noop("Whoever plays alone chooses who deals first; press I play alone to do so."),
    "alone-by-turns": gettext_noop(
        "Who plays alone is settled by the cut or by the game before; just start."
    ),
    "not-playing": gettext_noop("You do not sit at this table; open your own with /table open."),
    "full": gettext_noop("Every chair is taken; open another table with /table open."),
    "complete": gettext_noop("This table is complete; open another with /table open."),
    "no-room": gettext_noop("Every chair is taken; there is no room for a guest."),
    "none-empty": gettext_noop("Every chair is taken."),
    "free": gettext_noop("There is a free chair; take it."),
    "chair": gettext_noop("The chairs are numbered 1 to {chairs}."),
    "chairs": gettext_noop("{people} people sit here; one has to get up first."),
    "taken": gettext_noop("Somebody sits in that chair; take another."),
    "dummys-chair": gettext_noop("That is dummy's chair, in which nobody sits; take another."),
    "not-empty": gettext_noop("That chair is not empty."),
    "nobody-there": gettext_noop("Nobody sits in that chair."),
    "house": gettext_noop("A house player stays until somebody takes over with /table join."),
    "level": gettext_noop("At this game the house plays as {levels}."),
    "invited": gettext_noop("They have been asked already."),
    "players-called": gettext_noop("Players have been called to this table already; name somebody to ask."),
    "bot": gettext_noop("Bots do not play; /table house calls in house players."),
    "here": gettext_noop("You are at the table already."),
    "not-free": gettext_noop(
        "The chairs of this table are not free to you; open another table with /table open."
    ),
    "own-block": gettext_noop(
        "Somebody sits there with whom you will not sit; see /me, or open another table with /table open."
    ),
    "guest-not-free": gettext_noop("They cannot be asked to this table; ask somebody else."),
    "ask-self": gettext_noop("You cannot ask yourself; open a table with /table open."),
    "block-self": gettext_noop("You cannot but sit with yourself; choose somebody else."),
    "block-most": gettext_noop("You can keep away from {most} people at most; let somebody off first."),
    # Clubs.
    "no-club": gettext_noop("There is no such club any more; /club list shows those there are."),
    "clubs-full": gettext_noop("A server has {most} clubs at most; end one first."),
    "no-zone": gettext_noop("I know no time zone of that name; try one such as Europe/London."),
    "night-open": gettext_noop(
        "Its entries are open already; cancel this night, or change the time after it."
    ),
    "night-begun": gettext_noop("That night is being played; close its session or table instead."),
    # Settings.
    "server-only": gettext_noop("That is set for a server; use the command on it."),
    "not-manager": gettext_noop(
        "That takes the permission to manage the server; /server show says how it stands."
    ),
    "role-managed": gettext_noop("Discord gives that role to nobody by hand; choose another role."),
    "role-permission": gettext_noop(
        "I may not give roles here; allow my role Manage Roles in the server's settings, and choose again."
    ),
    "role-not-yours": gettext_noop("Choose a role that you may give yourself, with Manage Roles."),
    "role-above": gettext_noop(
        "I cannot give {role}: move my role {own} above it in the server's list of roles, and choose again."
    ),
    "not-owner": gettext_noop("Only the owner of this server may see that."),
    "form-late": gettext_noop("That took too long for Discord; press the button again."),
    "hidden": gettext_noop("They do not show their results to others."),
    # Play.
    "claim-as-move": gettext_noop(
        "A claim is no move like others: ask the table for the tricks, and it is proved or agreed to first."
    ),
    "old-button": gettext_noop("That button is out of date; see /table list for the tables there are."),
    "no-rule": gettext_noop("There is no such rule or setting; choose one of those offered as you type."),
    "no-answer": gettext_noop("That is no answer to it; choose one of those offered as you type."),
    "unknown-game": gettext_noop("No game is called anything like {typed}; /table open shows all there are."),
    "not-offered": gettext_noop("That is not among what is offered; choose one of the answers shown."),
    "old-menu": gettext_noop("That menu is out of date; open the house rules anew with /table options."),
    "no-game": gettext_noop("There is no such game any more; see /rules for those there are."),
    "stale": gettext_noop("The table has moved on since; here is how it stands now."),
    "no-cards": gettext_noop("You have no cards at that table just now."),
    "no-hand": gettext_noop("You do not sit at this table, so you have no cards here."),
    "dealt": gettext_noop("The next hand has begun; **My hand** shows it."),
    "to-be-cut": gettext_noop(
        "At this table people cut and choose by themselves; the next hand waits for whoever is to act."
    ),
    "no-score": gettext_noop("The game has not begun yet, so there is no score."),
    "no-record": gettext_noop("Nothing has been played yet, so there is no record."),
    "no-play": gettext_noop("No hand is being played at that table."),
    "hints": gettext_noop("Hints are switched off at this table."),
    "thinking": gettext_noop("The house is thinking it over already."),
    "look-at-your-hand": gettext_noop(
        "Nobody can tell you that: look at your cards, and answer as they are."
    ),
    "stale-hint": gettext_noop("The table has moved on since, so the hint is of no use any more."),
    # Proposals.
    "paused": gettext_noop("The match is paused; anybody seated may propose to resume it."),
    "held": gettext_noop("Play waits until what {by} asks for is answered; agree or refuse first."),
    "paused-already": gettext_noop("The match is paused already."),
    "not-paused": gettext_noop("The match is not paused; play on."),
    "proposal-open": gettext_noop("Something else is proposed just now; wait until that is answered."),
    "no-proposal": gettext_noop("That is not proposed any more."),
    "own-proposal": gettext_noop("You have proposed it yourself; the others are to answer."),
    "agreed": gettext_noop("You have agreed already; the others are still to answer."),
    "not-asked": gettext_noop("You are not asked about that, so there is nothing for you to answer."),
    "not-yours": gettext_noop("Only whoever proposed it can withdraw it; you can refuse it with /refuse."),
    "close-vote": gettext_noop("Others are playing here; propose to abandon the match with /table abandon."),
    "deal-shared": gettext_noop("The same deal is played at other tables, so nothing can be taken back."),
    "nothing-to-undo": gettext_noop(
        "You have made no move that can be taken back: cards that were dealt or shuffled stay so."
    ),
    "undo-forced": gettext_noop(
        "Your last move was the only one you could make, so taking it back would change nothing."
    ),
    "undo-seen": gettext_noop(
        "Your last move showed you what had been hidden from you, so it stands; play on."
    ),
    "claim-turn": gettext_noop("Tricks are claimed when it is your turn to play; wait for it."),
    "no-claims": gettext_noop("Tricks cannot be claimed at {game}; play on."),
    "checking": gettext_noop("Your claim is being checked already; wait a moment."),
    "claim-unknown": gettext_noop(
        "That claim cannot be checked here; show your hand and ask the other side to agree."
    ),
    "claim-unchecked": gettext_noop(
        "That claim cannot be checked here, and nobody is there to agree to it; play on."
    ),
    "nobody-missing": gettext_noop("No chair needs a substitute: nobody has left or is away."),
    "which-chair": gettext_noop("Which chair? Name its number: {chairs}."),
    "called": gettext_noop("A substitute for that chair has been called already."),
    "not-called": gettext_noop("Nobody is wanted for that chair any more; look around with /table list."),
    "seen-hand": gettext_noop(
        "You have seen another hand of this deal; take a chair at the next one with /table join."
    ),
    # Analyses.
    "no-hand-over": gettext_noop("No hand has been played to its end at that table yet."),
    "analysis-claims": gettext_noop(
        "A revoke of that hand may still be claimed; ask again once the next cards are dealt."
    ),
    "analysis-game": gettext_noop("Hands of {game} cannot be counted out."),
    "replay-elsewhere": gettext_noop("A replay can be shown to all in <#{channel}>, where the table stands."),
    "hand-without-moves": gettext_noop("Hand {hand} was over as soon as it was dealt; nobody made a move."),
    "hand-not-over": gettext_noop("Hand {hand} of that table is not over."),
    "analysis-options": gettext_noop("Hands played by this table's house rules cannot be counted out."),
    "analysis-unfinished": gettext_noop(
        "Hand {hand} was not played to its last card, so it cannot be counted out."
    ),
    "analysis-off": gettext_noop(
        "Counting a hand out needs the house's worker processes, which are switched off here."
    ),
    "moments-game": gettext_noop("The house cannot say yet how {game} was played."),
    "moments-others": gettext_noop(
        "You did not play hand {hand} of that table from its first card to its last, so there is nothing to "
        "tell you of it."
    ),
    "analysis-busy": gettext_noop("The house has too much to think about just now; ask again in a while."),
}
"""Sentences that need only the values of the error."""

COUNTED: Final[Mapping[str, tuple[str, tuple[str, str]]]] = {
    "advisers-there": (
        "people",
        ngettext_noop(
            "{people} would have no place then and has to get up first.",
            "{people} would have no place then and have to get up first.",
        ),
    ),
    "not-proved": (
        "most",
        ngettext_noop(
            "That cannot be proved whatever the others hold: {number} of the {claimed} is proved. "
            "Play on, or claim fewer tricks.",
            "That cannot be proved whatever the others hold: {number} of the {claimed} are proved. "
            "Play on, or claim fewer tricks.",
        ),
    ),
    "not-full": (
        "empty",
        ngettext_noop(
            "One chair is empty; wait, or call in house players.",
            "{number} chairs are empty; wait, or call in house players.",
        ),
    ),
    "kept": (
        "seconds",
        ngettext_noop(
            "That chair is kept for {person} for {number} second more; take another one, or come back then.",
            "That chair is kept for {person} for {number} seconds more; take another one, or come back then.",
        ),
    ),
    "not-your-turn": (
        "awaited",
        ngettext_noop(
            "It is not your turn; {awaited} is to act.", "It is not your turn; {awaited} are to act."
        ),
    ),
    "prior-right": (
        "waiting",
        ngettext_noop(
            "{waiting} waits for a chair here and comes first; open another table with /table open.",
            "{waiting} wait for a chair here and come first; open another table with /table open.",
        ),
    ),
    "too-many-tables": (
        "most",
        ngettext_noop(
            "You keep {tables} open already, the most one may; close it with /table close first.",
            "You keep tables {tables} open already, {number} being the most one may; close one with "
            "/table close first.",
        ),
    ),
    "too-often": (
        "seconds",
        ngettext_noop(
            "That can be done {times} times a minute; try again in {number} second.",
            "That can be done {times} times a minute; try again in {number} seconds.",
        ),
    ),
}
"""Sentences with a number: the value that is it, or has so many members, and the singular and the plural."""

HOST_ACTIONS: Final[Mapping[str, str]] = {
    "start": gettext_noop("Only <@{host}>, who keeps this table, can start it."),
    "remove": gettext_noop("Only <@{host}>, who keeps this table, can take somebody out of a chair."),
    "call-house": gettext_noop("Only <@{host}>, who keeps this table, can call in house players."),
    "options": gettext_noop("Only <@{host}>, who keeps this table, can change the house rules."),
    "clock": gettext_noop("Only <@{host}>, who keeps this table, can set the turn clock."),
    "hints": gettext_noop("Only <@{host}>, who keeps this table, can switch hints on and off."),
    "close": gettext_noop("Only <@{host}>, who keeps this table, can close it."),
}
"""What only the keeper of a table may do."""

_BACKS_ALIKE: Final = (
    gettext_noop("From behind all cards look alike, and so the house is as wise as you are. Draw any one."),
    gettext_noop("The house has looked long and hard at the backs of these cards. They are very nice backs."),
    gettext_noop("Hoyle is silent on this, and so is the Old Maid. Draw the one you fancy."),
    gettext_noop("The best advice is to draw any card but her. Which one she is, nobody will tell you."),
    gettext_noop(
        "A hint here would be a lie with a straight face, and that is your neighbour's part. Draw one."
    ),
)
"""Answers to people who want advice where it is not allowed, in order."""


CODES: Final = frozenset({*PLAIN, *COUNTED, "not-host", "backs-alike"})  # every code that has a sentence


def refusal_text(error: TableError | RuleError, words: Catalogue) -> str:
    """The sentence of a refusal, for the person who asked."""
    if isinstance(error, RuleError):
        return words.gettext(error.message, **error.values)
    values: dict[str, Any] = dict(error.values)
    match error.code:
        case "not-host":
            said = HOST_ACTIONS[values["action"]]
            return words.gettext(said, **values)
        case "backs-alike":
            said = _BACKS_ALIKE[values["step"] % len(_BACKS_ALIKE)]
            return words.gettext(said)
        case "not-your-turn" if not values["awaited"]:
            return words.gettext("Nobody is to act just now.")
        case "not-proved" if not values["most"]:
            return words.ngettext(
                "That cannot be proved whatever the others hold; play on.",
                "That cannot be proved whatever the others hold: none of the {number} tricks is. Play on.",
                values["claimed"],
            )
        case "adviser" if values["player"] is None:
            values = {"player": words.pgettext("player", "a player")}
        case "channel-not-open":
            values = {"channels": words.listed([f"<#{channel}>" for channel in values["channels"]])}
    if error.code in PLAIN:
        return words.gettext(PLAIN[error.code], **in_words(values, words))
    counted, (singular, plural) = COUNTED[error.code]
    number = values[counted] if isinstance(values[counted], int) else len(values[counted])
    return words.ngettext(singular, plural, number, **in_words(values, words))
